import { type IngestEvent, limits, toBoundId, toHexId } from '@bugle/protocol'
import { parseLoose, readEvent, sentryBytesOf } from '@bugle/sentry-event'
import { type Connection, type Database, transaction, transactionOn } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import type { Caller } from '../../http/caller.ts'
import { Refusal } from '../../refusal.ts'
import { recordAudit } from '../accounts/index.ts'
import { findGroupsOfUser, removeUser, userKeyOf } from '../counters/index.ts'
import { forgetViewsNaming } from '../issues/index.ts'
import type { ObjectPayloads } from '../objects/index.ts'
import { type AuditActor, recordProjectAudit } from '../organizations/index.ts'
import { holdProjects } from '../projects/index.ts'
import { closeList, compressPack, readList, readRaws, wholeRange } from '../storage/index.ts'
import { eraseEventsOf } from './erase-person.ts'
import { namesPerson } from './names-person.ts'
import {
  addChunk,
  addRequest,
  countUnfinished,
  findBounds,
  findDueRequests,
  findRequest,
  finishRequest,
  forgetExportsOf,
  idsOf,
  listEventsOfPerson,
  type PeopleTurn,
  type PersonEvent,
  type PersonRequest,
  saveProgress,
} from './people-store.ts'

/** Maximum number of requests in progress per project. */
const maxUnfinished = 20
/** Bytes of one transaction of an export, which is a chunk of it: in memory several times, and compressed in one turn. */
const bytesAtOnce = 2 * 1024 * 1024

export interface PersonRequestInput {
  projectId: number
  kind: PersonRequest['kind']
  /** The id, as SDKs send it. */
  person: string
  /** The id that stands for it in events of Sentry's SDKs. */
  alias: string
  caller: Caller
  auditActor: AuditActor
}

/**
 * Returns the export or erasure of everything a project stores about one anonymous id: the one in progress, an export
 * that is still kept, or a new one.
 *
 * @throws Refusal `rate_limited` when too many are in progress
 */
export function requestPerson(
  db: Database,
  { projectId, kind, person, alias, caller, auditActor }: PersonRequestInput,
): Promise<PersonRequest> {
  const { userId } = caller
  return transaction(db, async (tx) => {
    await holdProjects(tx, caller, [projectId])
    const known = await findRequest(tx, projectId, kind, person)
    if (known !== undefined) return known
    if ((await countUnfinished(tx, projectId)) >= maxUnfinished)
      throw new Refusal('rate_limited', {
        message: 'Too many exports and erasures are under way in this project.',
        retryAfterSeconds: 60,
      })
    const isNew = await addRequest(tx, { projectId, kind, person, alias, requestedBy: userId })
    const action = kind === 'export' ? 'person.exported' : 'person.erased'
    if (isNew) {
      await recordAudit(tx, { userId, action, origin: auditActor.origin, details: { project: projectId } })
      await recordProjectAudit(tx, projectId, auditActor, action)
    }
    return (await findRequest(tx, projectId, kind, person))!
  })
}

/** Time that an organization has before it is the next one's turn. */
const turnMs = 2000

/**
 * Works on requests for a while, by organization in turn. Each step is a transaction that also writes down how far it came: a
 * worker that dies has lost nothing, and the next attempt continues from there.
 *
 * @returns whether there is more to do
 */
export async function workOnPeople(
  client: Connection,
  { objects, turn, isOver, mergeTags }: Work & { turn: PeopleTurn },
): Promise<boolean> {
  for (;;) {
    const requests = await findDueRequests(client, turn)
    if (requests.length === 0) {
      turn.projects.clear()
      return false
    }
    for (const request of requests) {
      turn.last = request.organizationId
      turn.projects.set(request.organizationId, request.projectId)
      const end = performance.now() + turnMs
      const work = request.kind === 'export' ? exportFor : eraseFor
      await work(client, request, { objects, isOver: () => isOver() || performance.now() > end, mergeTags })
      if (isOver()) return true
    }
  }
}

interface Work {
  objects: ObjectPayloads
  isOver: () => boolean
  mergeTags: () => Promise<void>
}

type Bounds = Awaited<ReturnType<typeof findBounds>>

async function exportFor(client: Connection, request: PersonRequest, { objects, isOver }: Work): Promise<boolean> {
  const { projectId, lookedTo } = request
  const bounds = await findBounds(client, projectId)
  await listEventsOfPerson(client, { projectId, userKeys: userKeysOf(request), after: lookedTo })
  let now = request
  let events: PersonEvent[] = []
  let isDone = false
  for (;;) {
    if (events.length === 0) events = await readList<PersonEvent>(client)
    isDone = events.length === 0
    if (isDone || isOver()) break
    const locations = events.map((event) => ({ projectId, ...event }))
    const raws = await readRaws({ db: client, objects }, locations, bytesAtOnce)
    const looked = events.slice(0, raws.length)
    events = events.slice(raws.length)
    now = await addLines(client, now, { looked, raws, bounds })
  }
  await closeList(client)
  if (isDone) await finishRequest(client, request)
  return isDone
}

/** Returns the lines of some events, and how far it came with them, in one transaction. */
async function addLines(
  client: Connection,
  request: PersonRequest,
  { looked, raws, bounds }: { looked: readonly PersonEvent[]; raws: readonly (Buffer | undefined)[]; bounds: Bounds },
): Promise<PersonRequest> {
  const lines = looked.flatMap((event, index) => lineOf(request, event, raws[index]) ?? [])
  const lookedTo = looked.at(-1)!.eventId
  const next = { ...request, lookedTo, progress: progressOf(lookedTo, bounds) }
  next.eventCount += lines.length
  if (lines.length > 0) next.chunkCount += 1
  const chunk = await compressPack(lines.map(wholeRange))
  await transactionOn(client, async (tx) => {
    if (lines.length > 0) await addChunk(tx, request, chunk)
    await saveProgress(tx, next)
  })
  return next
}

/**
 * Returns the payload as sent, with the columns stored beside it; undefined if it belongs to another user, as two ids
 * may share a key, or can no longer be read.
 */
function lineOf(request: PersonRequest, event: PersonEvent, raw: Buffer | undefined): Buffer | undefined {
  const { projectId } = request
  const ids = idsOf(request)
  if (raw === undefined || !namesPerson(readEvent(raw).event, ids)) return undefined
  const sent = parseLoose(sentryBytesOf(raw)) as IngestEvent
  // Other users of the event are left out of the export.
  if (Array.isArray(sent.users)) sent.users = sent.users.filter(({ id }) => ids.includes(id))
  const line = {
    event_id: toBoundId('evt', projectId, event.eventId),
    issue_id: toBoundId('iss', projectId, event.issueId),
    occurred_at: event.occurredAt.toISOString(),
    received_at: event.receivedAt.toISOString(),
    sent,
  }
  return Buffer.from(`${JSON.stringify(line)}\n`)
}

async function eraseFor(
  client: Connection,
  request: PersonRequest,
  { objects, isOver, mergeTags }: Work,
): Promise<boolean> {
  const { projectId } = request
  const userKeys = userKeysOf(request)
  // Tags that wait to be merged may be this person's.
  await mergeTags()
  if (!(await eraseEventsOf(client, request, { objects, userKeys, isOver }))) return false
  await transactionOn(client, async (tx) => {
    await takeLock(tx, 'groups')
    for (const userKey of userKeys) {
      const groupIds = await findGroupsOfUser(tx, projectId, userKey)
      await removeUser(tx, projectId, userKey, groupIds, limits.exactUsers)
    }
    for (const id of idsOf(request)) {
      await forgetExportsOf(tx, projectId, id)
      await forgetViewsNaming(tx, projectId, id)
    }
    await finishRequest(tx, request)
  })
  return true
}

function userKeysOf(request: PersonRequest): number[] {
  return idsOf(request).map((id) => userKeyOf(id)!)
}

/** Returns how far through the time of a project's events an id is, by the time that it begins with. */
function progressOf(id: string, bounds: Bounds): number {
  if (bounds === undefined) return 1
  const { first, last } = bounds
  const [at, from, to] = [id, first, last].map((uuid) => Number.parseInt(toHexId(uuid).slice(0, 12), 16)) as [
    number,
    number,
    number,
  ]
  return to <= from ? 1 : Math.min(1, Math.max(0, (at - from) / (to - from)))
}
