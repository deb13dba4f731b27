import { type IngestEvent, limits, toBoundId } from '@bugle/protocol'
import type pg from 'pg'
import { transaction, transactionOn } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditOrigin, recordAuditOn } from '../accounts/index.ts'
import { compressPack, type EventRecord, findEvent, readRaw } from '../events/index.ts'
import { userKeyOf } from '../issues/index.ts'
import { eraseEventsOf } from './erase-person.ts'
import {
  addChunk,
  addRequest,
  countUnfinished,
  findBounds,
  findDueRequests,
  findEventsOfKey,
  findGroupsOfUser,
  findRequest,
  finishRequest,
  forgetExportsOf,
  type PersonEvent,
  type PersonRequest,
  removeUser,
  saveProgress,
} from './people-store.ts'
import { personIn } from './person-in.ts'

/** Requests of a project that may be under way at once. */
const maxUnfinished = 20
/** Events of one transaction of an export, and bytes of them. */
const eventsAtOnce = 500
const bytesAtOnce = 8 * 1024 * 1024

export interface AskedFor {
  projectId: number
  kind: PersonRequest['kind']
  /** The anonymous id, as clients send it. */
  person: string
  userId: string
  origin: AuditOrigin
}

/**
 * The export or erasure of all that a project holds of one anonymous id: the one that is under way, an export that is
 * still kept, or a new one.
 *
 * @throws Refusal `rate_limited` when too many are under way
 */
export function requestPerson(
  pool: pg.Pool,
  { projectId, kind, person, userId, origin }: AskedFor,
): Promise<PersonRequest> {
  return transaction(pool, async (tx) => {
    const known = await findRequest(tx, projectId, kind, person)
    if (known !== undefined) return known
    if ((await countUnfinished(tx, projectId)) >= maxUnfinished)
      throw new Refusal('rate_limited', {
        message: 'Too many exports and erasures are under way in this project.',
        retryAfterSeconds: 60,
      })
    const isNew = await addRequest(tx, { projectId, kind, person, requestedBy: userId })
    const action = kind === 'export' ? 'person.exported' : 'person.erased'
    if (isNew) await recordAuditOn(tx, { userId, action, origin, details: { project: projectId } })
    return (await findRequest(tx, projectId, kind, person))!
  })
}

/**
 * Works on requests for a while. Each step is a transaction that also writes down how far it came: a worker that dies
 * has lost nothing, and the next goes on from there.
 *
 * @returns whether there is more to do
 */
export async function workOnPeople(
  client: pg.PoolClient,
  { isOver, mergeTags }: { isOver: () => boolean; mergeTags: () => Promise<void> },
): Promise<boolean> {
  for (const request of await findDueRequests(client)) {
    const work = request.kind === 'export' ? exportFor : eraseFor
    if (!(await work(client, request, { isOver, mergeTags }))) return true
  }
  return false
}

interface Work {
  isOver: () => boolean
  mergeTags: () => Promise<void>
}

async function exportFor(client: pg.PoolClient, request: PersonRequest, { isOver }: Work): Promise<boolean> {
  const bounds = await findBounds(client, request.projectId)
  for (let now: PersonRequest | undefined = request; now !== undefined; ) {
    now = await exportSome(client, now, bounds)
    if (now !== undefined && isOver()) return false
  }
  await finishRequest(client, request)
  return true
}

/** The next events of the person. Returns how far it came; undefined when none are left. */
async function exportSome(
  client: pg.PoolClient,
  request: PersonRequest,
  bounds: { first: string; last: string } | undefined,
): Promise<PersonRequest | undefined> {
  const { projectId } = request
  const userKey = userKeyOf(request.person)!
  return transactionOn(client, async (tx) => {
    const events = await findEventsOfKey(tx, { projectId, userKey, after: request.lookedTo, limit: eventsAtOnce })
    if (events.length === 0) return undefined
    const { lines, lookedTo } = await linesOf(tx, request, events)
    const next = { ...request, lookedTo, eventCount: request.eventCount + lines.length }
    next.progress = bounds === undefined ? 1 : progressOf(lookedTo, bounds)
    if (lines.length > 0) {
      const raw = Buffer.concat(lines)
      await addChunk(tx, request, raw.length, await compressPack(raw))
      next.chunkCount += 1
    }
    await saveProgress(tx, next)
    return next
  })
}

/**
 * What is exported of events with the person's key. Two ids may share a key; and what cannot be read any more, or belongs
 * to a deleted issue, is nobody's to read.
 *
 * @returns with it the id of the last that was looked at
 */
async function linesOf(
  tx: pg.PoolClient,
  { projectId, person }: PersonRequest,
  events: readonly PersonEvent[],
): Promise<{ lines: Buffer[]; lookedTo: string }> {
  const lines: Buffer[] = []
  let lookedTo = ''
  let bytes = 0
  for (const event of events) {
    if (bytes > bytesAtOnce) break
    lookedTo = event.eventId
    const raw = await readRaw(tx, { projectId, ...event })
    bytes += raw?.length ?? 0
    const sent = raw && (JSON.parse(raw.toString('utf8')) as IngestEvent)
    const record = sent && personIn(sent) === person ? await findEvent(tx, projectId, event.eventId) : undefined
    if (record !== undefined) lines.push(lineOf(record, sent))
  }
  return { lines, lookedTo }
}

/** What was sent, with what we know beside it. */
function lineOf(record: EventRecord, sent: unknown): Buffer {
  const line = {
    event_id: toBoundId('evt', record.projectId, record.eventId),
    issue_id: toBoundId('iss', record.projectId, record.issueId),
    occurred_at: record.occurredAt.toISOString(),
    received_at: record.receivedAt.toISOString(),
    sent,
  }
  return Buffer.from(`${JSON.stringify(line)}\n`)
}

async function eraseFor(client: pg.PoolClient, request: PersonRequest, { isOver, mergeTags }: Work): Promise<boolean> {
  const { projectId } = request
  const userKey = userKeyOf(request.person)!
  // What waits to be merged may be this person's.
  await mergeTags()
  if (!(await eraseEventsOf(client, request, { userKey, isOver }))) return false
  const groupIds = await findGroupsOfUser(client, projectId, userKey)
  await transactionOn(client, async (tx) => {
    await takeLock(tx, 'groups')
    await removeUser(tx, projectId, userKey, groupIds, limits.exactUsers)
    await forgetExportsOf(tx, projectId, request.person!)
    await finishRequest(tx, request)
  })
  return true
}

/** How far through the time of a project's events an id is, by the time that it begins with. */
function progressOf(id: string, { first, last }: { first: string; last: string }): number {
  const [at, from, to] = [id, first, last].map((uuid) =>
    Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16),
  ) as [number, number, number]
  return to <= from ? 1 : Math.min(1, Math.max(0, (at - from) / (to - from)))
}
