import type { HexId } from '@bugle/protocol'
import { type Database, transaction } from '../../../db/database.ts'
import { dayMs, hourMs } from '../../../lib/time.ts'
import { sha256 } from '../../grouping/index.ts'

/** Identifies an event's row and the segment that its body came in. */
export interface FoundEvent {
  projectId: number
  eventId: string
  segmentId: number
}

/** Days of events that are searched for a client's id. */
const searchedDays = 14

/**
 * The last 20 digits of the ids that are derived of a client's random id: version and variant of a UUIDv7, and 74 bits
 * of the hash of project and client's id.
 */
export function derivedBits(projectId: number, clientId: string): string {
  const hash = sha256(`${projectId}:${clientId}`)
  const variant = ((Number.parseInt(hash[3]!, 16) & 3) | 8).toString(16)
  return `7${hash.slice(0, 3)}${variant}${hash.slice(4, 19)}`
}

/**
 * Finds the event that an SDK named: by its own id, which a UUIDv7 usually became; by the key that recognizes its retries; or by the id that was derived of
 * a random one. The time of the latter is not known, so the ids of the project are searched, the newest first: only the index is read, for two seconds at most.
 *
 * @param around searches an hour before and after this time alone
 */
export function findEventByClientId(
  db: Database,
  {
    projectId,
    clientId,
    around,
    now,
  }: { projectId: number; clientId: string; around?: number | undefined; now: number },
): Promise<FoundEvent | undefined> {
  const from = around === undefined ? now - searchedDays * dayMs : around - hourMs
  const to = around === undefined ? now + dayMs : around + hourMs
  return transaction(db, async (tx) => {
    await tx.query(`set local statement_timeout = '2s'`)
    const { rows: own } = await tx.query<FoundEvent>(
      `select e.project_id as "projectId", e.event_id as "eventId", e.segment_id as "segmentId"
         from events e where e.project_id = $1 and e.event_id = $2::uuid`,
      [projectId, clientId],
    )
    if (own[0] !== undefined) return own[0]
    const { rows: kept } = await tx.query<FoundEvent>(
      `select e.project_id as "projectId", e.event_id as "eventId", e.segment_id as "segmentId"
         from event_keys k join events e on e.project_id = k.project_id and e.event_id = k.event_id
        where k.project_id = $1 and k.key = any ($2::uuid[])`,
      [projectId, [clientKeyOf(clientId), ownKeyOf(clientId)]],
    )
    if (kept[0] !== undefined) return kept[0]
    const { rows } = await tx.query<FoundEvent>(
      `select e.project_id as "projectId", e.event_id as "eventId", e.segment_id as "segmentId"
         from events e
        where e.project_id = $1 and e.event_id >= $2::uuid and e.event_id < $3::uuid
          and right(replace(e.event_id::text, '-', ''), 20) = $4
        order by e.event_id desc limit 1`,
      [projectId, firstIdAt(from), firstIdAt(to), derivedBits(projectId, clientId)],
    )
    return rows[0]
  }).catch((error: { code?: string }) => {
    if (error.code !== canceled) throw error
    return undefined
  })
}

/** PostgreSQL's code of a statement that ran into its timeout. */
const canceled = '57014'

/** Key under which an event of /ingest is remembered for a day whose client named it by another id than its own. */
export function ownKeyOf(clientId: string): HexId {
  return sha256(`id:${clientId}`).slice(0, 32) as HexId
}

/** Key under which an event is remembered for a day whose id could not be derived of its client's. */
export function clientKeyOf(clientId: string): HexId {
  return sha256(`sentry:${clientId}`).slice(0, 32) as HexId
}

export function firstIdAt(ms: number): string {
  return Math.max(0, Math.trunc(ms)).toString(16).padStart(12, '0').padEnd(32, '0')
}
