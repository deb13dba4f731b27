import { type IngestEvent, limits, toBoundId } from '@bugle/protocol'
import type pg from 'pg'
import { transaction, transactionOn } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditOrigin, recordAuditOn } from '../accounts/index.ts'
import { compressPack, countedTags, type EventRecord, findEvent, readRaw } from '../events/index.ts'
import { userKeyOf } from '../issues/index.ts'
import { eraseEvents } from './erase-events.ts'
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
  hideTags,
  mendFirstAndLast,
  type PersonEvent,
  type PersonRequest,
  removeUser,
  saveProgress,
} from './people-store.ts'

/** Requests of a project that may be under way at once. */
const maxUnfinished = 20
/** Events of one transaction, and bytes of them. */
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
  { isStopping, mergeTags, forMs }: { isStopping: () => boolean; mergeTags: () => Promise<void>; forMs: number },
): Promise<boolean> {
  const end = performance.now() + forMs
  for (const request of await findDueRequests(client)) {
    // What waits to be merged may be this person's.
    if (request.kind === 'erasure') await mergeTags()
    let now = request
    while (now.finishedAt === null) {
      if (isStopping() || performance.now() > end) return true
      now = await step(client, now)
    }
  }
  return false
}

async function step(client: pg.PoolClient, request: PersonRequest): Promise<PersonRequest> {
  const { projectId, kind } = request
  const person = request.person!
  const userKey = userKeyOf(person)!
  const bounds = await findBounds(client, projectId)
  const done = await transactionOn(client, async (tx) => {
    const events = await findEventsOfKey(tx, { projectId, userKey, after: request.lookedTo, limit: eventsAtOnce })
    if (events.length === 0) return undefined
    const { theirs, lookedTo } = await takeTheirs(tx, request, events)
    const next = { ...request, lookedTo }
    next.progress = bounds === undefined ? 1 : progressOf(next.lookedTo, bounds)
    const lines = kind === 'export' ? theirs.map(lineOf).filter((line) => line.length > 0) : []
    next.eventCount += kind === 'export' ? lines.length : theirs.length
    if (lines.length > 0) {
      const raw = Buffer.concat(lines)
      await addChunk(tx, request, raw.length, await compressPack(raw))
      next.chunkCount += 1
    }
    if (kind === 'erasure') await erase(tx, projectId, theirs)
    await saveProgress(tx, next, next)
    return { next, theirs }
  })
  if (done === undefined) return finish(client, request, userKey)
  if (kind === 'erasure' && done.theirs.length > 0)
    await transactionOn(client, async (tx) => {
      await takeLock(tx, 'groups')
      await mendFirstAndLast(tx, projectId, done.theirs)
    })
  return done.next
}

interface TheirEvent extends PersonEvent {
  /** As it was sent; undefined when it cannot be read any more. */
  sent: Buffer | undefined
  /** Undefined where the issue was deleted. */
  record: EventRecord | undefined
}

/**
 * Of events with the person's key those that are really theirs: two ids may share a key.
 *
 * @returns with them the id of the last that was looked at
 */
async function takeTheirs(
  tx: pg.PoolClient,
  { projectId, person, kind }: PersonRequest,
  events: readonly PersonEvent[],
): Promise<{ theirs: TheirEvent[]; lookedTo: string }> {
  const theirs: TheirEvent[] = []
  let lookedTo = ''
  let bytes = 0
  for (const event of events) {
    if (bytes > bytesAtOnce) break
    const sent = await readRaw(tx, { projectId, ...event })
    const isTheirs = sent === undefined ? kind === 'erasure' : personOf(sent) === person
    if (isTheirs) theirs.push({ ...event, sent, record: await findEvent(tx, projectId, event.eventId) })
    lookedTo = event.eventId
    bytes += sent?.length ?? 0
  }
  return { theirs, lookedTo }
}

function personOf(sent: Buffer): string | undefined {
  const { user, user_id_anon } = JSON.parse(sent.toString('utf8')) as {
    user?: { id?: string } | null
    user_id_anon?: string | null
  }
  return user?.id ?? user_id_anon ?? undefined
}

/** What was sent, with what we know beside it. What belongs to a deleted issue is nobody's to read. */
function lineOf({ sent, record }: TheirEvent): Buffer {
  if (record === undefined || sent === undefined) return Buffer.alloc(0)
  const line = {
    event_id: toBoundId('evt', record.projectId, record.eventId),
    issue_id: toBoundId('iss', record.projectId, record.issueId),
    occurred_at: record.occurredAt.toISOString(),
    received_at: record.receivedAt.toISOString(),
    sent: JSON.parse(sent.toString('utf8')),
  }
  return Buffer.from(`${JSON.stringify(line)}\n`)
}

async function erase(tx: pg.PoolClient, projectId: number, events: readonly TheirEvent[]): Promise<void> {
  if (events.length === 0) return
  const tags = new Map<string, { groupId: string; key: string; value: string; count: number }>()
  for (const { groupId, sent } of events) {
    if (sent === undefined) continue
    const body = JSON.parse(sent.toString('utf8')) as IngestEvent
    for (const [key, value] of countedTags(body.tags)) {
      const name = `${groupId} ${key}\0${value}`
      const tag = tags.get(name) ?? { groupId, key, value, count: 0 }
      tag.count += body.repeat ?? 1
      tags.set(name, tag)
    }
  }
  await takeLock(tx, 'tags')
  await hideTags(tx, projectId, [...tags.values()])
  await eraseEvents(tx, projectId, events)
}

async function finish(client: pg.PoolClient, request: PersonRequest, userKey: number): Promise<PersonRequest> {
  const { projectId, kind } = request
  if (kind === 'export') await finishRequest(client, request)
  else {
    const groupIds = await findGroupsOfUser(client, projectId, userKey)
    await transactionOn(client, async (tx) => {
      await takeLock(tx, 'groups')
      await removeUser(tx, projectId, userKey, groupIds, limits.exactUsers)
      await forgetExportsOf(tx, projectId, request.person!)
      await finishRequest(tx, request)
    })
  }
  return { ...request, finishedAt: new Date() }
}

/** How far through the time of a project's events an id is, by the time that it begins with. */
function progressOf(id: string, { first, last }: { first: string; last: string }): number {
  const [at, from, to] = [id, first, last].map((uuid) =>
    Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16),
  ) as [number, number, number]
  return to <= from ? 1 : Math.min(1, Math.max(0, (at - from) / (to - from)))
}
