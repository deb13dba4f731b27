import { type HexId, toHexId } from '@bugle/protocol'
import { uuidArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { type PackObject, type PlacedPayload, queueDeletions } from '../packs/index.ts'
import { eventFlag } from '../segments/index.ts'

export interface PackRow {
  projectId: number
  id: number
  firstSegmentId: number
  lastSegmentId: number
  firstEventId: string
  lastEventId: string
  rawBytes: number
  storedBytes: number
  eventCount: number
  directory: Buffer
  /** Empty if it is in an object. */
  payload: Buffer
  object: string | null
  objectBytes: number
}

export const packColumns = `p.project_id as "projectId", p.id, p.first_segment_id as "firstSegmentId",
                 p.last_segment_id as "lastSegmentId", p.first_event_id as "firstEventId",
                 p.last_event_id as "lastEventId", p.raw_bytes as "rawBytes", p.stored_bytes as "storedBytes",
                 p.event_count as "eventCount", p.directory, p.payload, p.object,
                 p.object_bytes as "objectBytes"`

/** Returns packs whose newest event is older than a time, oldest first. */
export async function findAgedPacks(tx: Tx, before: Date, limit: number): Promise<PackRow[]> {
  const { rows } = await tx.query<PackRow>(
    `select ${packColumns} from packs p where p.last_received_at < $1 and not p.pruned
      order by p.last_received_at limit $2 for update skip locked`,
    [before, limit],
  )
  return rows
}

/** Packs of one transaction: all, or those whose payloads are objects. */
interface PackChoice {
  limit: number
  inObjects: boolean
}

const objectsAlone = ' and p.object is not null'

/** Returns the oldest packs of a project that hold more than what must stay. */
export async function findOldestPacks(tx: Tx, projectId: number, { limit, inObjects }: PackChoice): Promise<PackRow[]> {
  const { rows } = await tx.query<PackRow>(
    `select ${packColumns} from packs p where p.project_id = $1 and not p.pruned${inObjects ? objectsAlone : ''}
      order by p.last_segment_id limit $2 for update skip locked`,
    [projectId, limit],
  )
  return rows
}

/** Returns the oldest packs of a project that hold nothing but permanently kept events. */
export async function findPrunedPacks(tx: Tx, projectId: number, { limit, inObjects }: PackChoice): Promise<PackRow[]> {
  const { rows } = await tx.query<PackRow>(
    `select ${packColumns} from packs p where p.project_id = $1 and p.pruned${inObjects ? objectsAlone : ''}
      order by p.last_segment_id limit $2 for update skip locked`,
    [projectId, limit],
  )
  return rows
}

export interface PackedEvent {
  eventId: string
  segmentId: number
  position: number
  /** Whether it is the first or the latest of its group. */
  isKept: boolean
}

/** Returns the events between the first and the last of a pack; some of them may be in a pack beside it. */
export async function findEventsAround(tx: Tx, pack: PackRow): Promise<PackedEvent[]> {
  const { rows } = await tx.query<PackedEvent>(
    `select e.event_id as "eventId", e.segment_id as "segmentId", e.position,
            coalesce(e.event_id in (s.first_event_id, s.last_event_id), false) as "isKept"
       from events e left join group_stats s on s.project_id = e.project_id and s.group_id = e.group_id
      where e.project_id = $1 and e.event_id between $2 and $3 and e.segment_id between $4 and $5`,
    [pack.projectId, pack.firstEventId, pack.lastEventId, pack.firstSegmentId, pack.lastSegmentId],
  )
  return rows
}

/** Returns the events of one project stored at these positions. */
export async function findEventsOfSegment(
  tx: Tx,
  locations: readonly { projectId: number; eventId: HexId; segmentId: number; position: number }[],
): Promise<PackedEvent[]> {
  const { rows } = await tx.query<PackedEvent>(
    `select e.event_id as "eventId", e.segment_id as "segmentId", e.position,
            coalesce(e.event_id in (s.first_event_id, s.last_event_id), false) as "isKept"
       from events e left join group_stats s on s.project_id = e.project_id and s.group_id = e.group_id
      where e.project_id = $1 and e.event_id = any($2::uuid[]) and e.segment_id = $3`,
    [locations[0]!.projectId, uuidArray(locations.map((location) => location.eventId)), locations[0]!.segmentId],
  )
  return rows
}

/** Deletes event rows, their screenshots and attachments. */
export async function deleteEvents(tx: Tx, projectId: number, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  const ids = uuidArray(eventIds.map(toHexId))
  await tx.query('delete from events e where e.project_id = $1 and e.event_id = any($2::uuid[])', [projectId, ids])
  await tx.query('delete from screenshots s where s.project_id = $1 and s.event_id = any($2::uuid[])', [projectId, ids])
  await tx.query('delete from attachments a where a.project_id = $1 and a.event_id = any($2::uuid[])', [projectId, ids])
}

/** Deletes the screenshots and attachments of events that stay. */
export async function deleteScreenshotsAndAttachments(
  tx: Tx,
  projectId: number,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return
  const ids = uuidArray(eventIds.map(toHexId))
  await tx.query('delete from attachments a where a.project_id = $1 and a.event_id = any($2::uuid[])', [projectId, ids])
  const { rowCount } = await tx.query(
    'delete from screenshots s where s.project_id = $1 and s.event_id = any($2::uuid[])',
    [projectId, ids],
  )
  if (rowCount === 0) return
  await tx.query(
    `update events e set flags = e.flags & ~${eventFlag.screenshot}
      where e.project_id = $1 and e.event_id = any($2::uuid[]) and e.flags & ${eventFlag.screenshot} <> 0`,
    [projectId, ids],
  )
}

export async function removePacks(tx: Tx, projectId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await tx.query<PackObject>(
    `delete from packs p where p.project_id = $1 and p.id = any($2::int8[])
      returning p.object, p.project_id as "projectId"`,
    [projectId, ids],
  )
  await queueDeletions(tx, named(rows))
}

function named(rows: readonly { projectId: number; object: string | null }[]): PackObject[] {
  return rows.filter((row): row is PackObject => row.object !== null)
}

/** The content of a pack, beside its key. */
export interface PackContents {
  directory: Buffer
  payload: Buffer
  rawBytes: number
  eventCount: number
}

/** The content of a pack, its payload in its place. */
export type PlacedContents = PackContents & PlacedPayload

/** Replaces a pack by one with only the events that must stay. */
export async function prunePack(tx: Tx, pack: PackRow, contents: PlacedContents): Promise<void> {
  await rewritePack(tx, pack.projectId, pack.id, contents)
  await tx.query('update packs p set pruned = true where p.project_id = $1 and p.id = $2', [pack.projectId, pack.id])
}

/** Replaces the content of a pack. Its former object is named by the row as it is now: it may have moved since it was read. */
export async function rewritePack(tx: Tx, projectId: number, id: number, contents: PlacedContents): Promise<void> {
  const { rows } = await tx.query<{ projectId: number; object: string | null }>(
    `select p.object, p.project_id as "projectId" from packs p where p.project_id = $1 and p.id = $2 for update`,
    [projectId, id],
  )
  await queueDeletions(tx, named(rows))
  await tx.query(
    `update packs p set directory = $3, payload = $4, raw_bytes = $5, event_count = $6, stored_bytes = $7, object = $8,
            object_bytes = $9
      where p.project_id = $1 and p.id = $2`,
    [
      projectId,
      id,
      contents.directory,
      contents.payload,
      contents.rawBytes,
      contents.eventCount,
      contents.directory.length + contents.payload.length,
      contents.object,
      contents.objectBytes,
    ],
  )
}
