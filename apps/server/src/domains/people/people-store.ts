import { type Connection, type Queryable, type Tx, transactionOn } from '../../db/database.ts'
import { notify } from '../../db/listener.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import type { Owner } from '../../lib/fair-share.ts'
import { groupBy } from '../../lib/group-by.ts'
import { findUserNames } from '../accounts/index.ts'
import { type PayloadRow, queueDeletions, readPayloads } from '../objects/index.ts'
import { findLasting, findProjectsOf } from '../projects/index.ts'
import type { BodySource, Payload } from '../storage/index.ts'
import { mayNameUser, type StoredEvent } from '../storage/index.ts'

/** Notifies the worker of a requested export or erasure. */
export const personRequestsChannel = 'bugle_chores'

export interface PersonRequest {
  projectId: number
  id: number
  kind: 'export' | 'erasure'
  person: string | null
  /** The id that stands for the person in events of Sentry's SDKs, if they named it so. */
  alias: string | null
  requestedBy: string
  requestedByName: string | null
  requestedAt: Date
  /** In canonical form. */
  lookedTo: string
  progress: number
  eventCount: number
  chunkCount: number
  finishedAt: Date | null
}

const columns = sql`r.project_id as "projectId", r.id, r.kind, r.person, r.alias, r.requested_by as "requestedBy",
  r.requested_at as "requestedAt", r.scanned_to as "lookedTo", r.progress,
  r.event_count as "eventCount", r.chunk_count as "chunkCount", r.finished_at as "finishedAt"`

type Row = Omit<PersonRequest, 'requestedByName'>

/** Adds the names of accounts, whose tables may be on another server. */
async function withNames(db: Queryable, rows: readonly Row[]): Promise<PersonRequest[]> {
  const names = await findUserNames(
    db,
    rows.map(({ requestedBy }) => requestedBy),
  )
  return rows.map((row) => ({ ...row, requestedByName: names.get(row.requestedBy) ?? null }))
}

/** Returns the ids of the person of a request. */
export function idsOf({ person, alias }: Pick<PersonRequest, 'person' | 'alias'>): string[] {
  return [person, alias].filter((id) => id !== null)
}

/** Exports are kept for a day. */
export const exportHours = 24

/** Returns a person's request of a kind that is not finished; of exports, also a finished one that is still kept. */
export async function findRequest(
  db: Queryable,
  projectId: number,
  kind: PersonRequest['kind'],
  person: string,
): Promise<PersonRequest | undefined> {
  const rows = await rowsOf<Row>(
    db,
    sql`select ${columns} from person_requests r
      where r.project_id = ${projectId} and r.kind = ${kind} and r.person = ${person}
        and (r.finished_at is null or r.finished_at > now() - make_interval(hours => ${exportHours}))
      order by r.id desc limit 1`,
  )
  return (await withNames(db, rows))[0]
}

/** Returns requests of a project, the latest first. */
export async function listRequests(
  db: Queryable,
  projectId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<PersonRequest[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select ${columns} from person_requests r where r.project_id = ${projectId} and (${before ?? null}::int8 is null or r.id < ${before ?? null}) order by r.id desc limit ${limit}`,
  )
  return withNames(db, rows)
}

export async function countUnfinished(db: Queryable, projectId: number): Promise<number> {
  const rows = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count from person_requests r where r.project_id = ${projectId} and r.finished_at is null`,
  )
  return rows[0]!.count
}

/** Adds a request, unless there is one under way. Returns whether it did. */
export async function addRequest(
  tx: Queryable,
  request: Pick<PersonRequest, 'projectId' | 'kind' | 'alias' | 'requestedBy'> & { person: string },
): Promise<boolean> {
  const added = await rowsOf(
    tx,
    sql<{
      id: number
    }>`insert into person_requests (project_id, kind, person, alias, requested_by) values (${request.projectId}, ${request.kind}, ${request.person}, ${request.alias}, ${request.requestedBy})
     on conflict do nothing returning id`,
  )
  await notify(tx, personRequestsChannel)
  return added.length === 1
}

/** SQL condition: a request about a person is unfinished. */
export const requestsAreDue = 'exists (select 1 from person_requests r where r.finished_at is null)'

/** The organization whose turn was the last one, and the project that each had then. */
export interface PeopleTurn {
  last: string
  readonly projects: Map<string, number>
}

/** Returns a turn that begins with the first organization of all. */
export function firstTurn(): PeopleTurn {
  return { last: '00000000-0000-0000-0000-000000000000', projects: new Map() }
}

export interface DueRequest extends PersonRequest {
  organizationId: string
}

/**
 * Returns a request of each organization that can be worked on: all that was acknowledged before it is digested. The
 * organizations that follow in turn come first, and the projects of one take turns as well, each with its oldest request.
 */
export async function findDueRequests(db: Queryable, { last, projects }: PeopleTurn): Promise<DueRequest[]> {
  const waiting = await rowsOf<{ id: number }>(
    db,
    sql`select distinct r.project_id as id from person_requests r where ${isDue} order by 1`,
  )
  const lasting = await findLasting(
    db,
    waiting.map(({ id }) => id),
  )
  const inTurn = (former: number) => (a: number, b: number) => Number(a <= former) - Number(b <= former) || a - b
  const chosen = [...groupBy([...lasting.keys()], (id) => lasting.get(id)!.organizationId)]
    .sort(([a], [b]) => Number(a <= last) - Number(b <= last) || (a < b ? -1 : 1))
    .slice(0, 100)
    .map(([organizationId, ids]) => [organizationId, ids.sort(inTurn(projects.get(organizationId) ?? 0))[0]!] as const)
  const oldest = await rowsOf<Row>(
    db,
    sql`select distinct on (r.project_id) ${columns} from person_requests r
         where r.project_id = any(${chosen.map(([, id]) => id)}::int8[]) and ${isDue}
         order by r.project_id, r.requested_at, r.id`,
  )
  const requests = new Map((await withNames(db, oldest)).map((request) => [request.projectId, request]))
  return chosen.flatMap(([organizationId, id]) => {
    const request = requests.get(id)
    return request === undefined ? [] : [{ ...request, organizationId }]
  })
}

/** Whether a request can be worked on. */
const isDue = sql`(r.finished_at is null and not exists (select 1 from segment_queue q where q.enqueued_at < r.requested_at))`

/** An event with the key of a user. */
export interface UserEvent extends StoredEvent {
  groupId: string
}

/** Whether an event can be read: events of a deleted issue cannot. */
export interface PersonEvent extends StoredEvent {
  issueId: string
  occurredAt: Date
  receivedAt: Date
  flags: number
}

/** Lists all readable events after an id that may name a user, in the order of ids; see `listEventsOfGroups`. */
export async function listEventsOfPerson(
  db: Queryable,
  { projectId, userKeys, after }: { projectId: number; userKeys: number[]; after: string },
): Promise<void> {
  await execute(
    db,
    sql`declare going cursor with hold for
     select e.event_id as "eventId", e.segment_id as "segmentId", e.position, e.flags, g.issue_id as "issueId",
            e.occurred_at as "occurredAt", e.received_at as "receivedAt"
       from events e
       join groups g on g.project_id = e.project_id and g.group_id = e.group_id and e.received_at >= g.counts_from
      where e.project_id = ${projectId} and ${mayNameUser(userKeys)} and e.event_id > ${after} order by e.event_id`,
  )
}

export async function countEventsOfUser(db: Queryable, projectId: number, userKeys: number[]): Promise<number> {
  const rows = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count from events e where e.project_id = ${projectId} and ${mayNameUser(userKeys)}`,
  )
  return rows[0]!.count
}

/** Returns the first and the last event that a project has, by id. */
export async function findBounds(
  db: Queryable,
  projectId: number,
): Promise<{ first: string; last: string } | undefined> {
  const rows = await rowsOf<{ first: string | null; last: string | null }>(
    db,
    sql`select (select e.event_id from events e where e.project_id = ${projectId} order by e.event_id limit 1) as first,
            (select e.event_id from events e where e.project_id = ${projectId} order by e.event_id desc limit 1) as last`,
  )
  const { first, last } = rows[0]!
  return first === null || last === null ? undefined : { first, last }
}

/** Records the progress of a request. */
export async function saveProgress(tx: Queryable, now: PersonRequest): Promise<void> {
  await execute(
    tx,
    sql`update person_requests r set scanned_to = ${now.lookedTo}, progress = ${now.progress}, event_count = ${now.eventCount}, chunk_count = ${now.chunkCount}
      where r.project_id = ${now.projectId} and r.id = ${now.id}`,
  )
}

/** Marks an erasure as done. The person's id is deleted; who requested it, and when, stays. */
export async function finishRequest(tx: Queryable, { projectId, id, kind }: PersonRequest): Promise<void> {
  await execute(
    tx,
    sql`update person_requests r set finished_at = now(), progress = 1, person = case when ${kind === 'erasure'} then null else r.person end,
         alias = case when ${kind === 'erasure'} then null else r.alias end
      where r.project_id = ${projectId} and r.id = ${id}`,
  )
}

/** Deletes the exports of an erased person as well. */
export async function forgetExportsOf(tx: Tx, projectId: number, person: string): Promise<void> {
  const forgotten = await rowsOf<ExportKey>(
    tx,
    sql`update person_requests r set person = null, alias = null
         where r.project_id = ${projectId} and r.kind = 'export' and r.person = ${person} and r.finished_at is not null
        returning r.project_id as "projectId", r.id`,
  )
  await deleteExports(tx, forgotten)
}

/** An export of a project. */
interface ExportKey {
  projectId: number
  id: number
}

/** Deletes the chunks of exports. @returns their bytes */
async function deleteExports(tx: Tx, exports: readonly ExportKey[]): Promise<number> {
  if (exports.length === 0) return 0
  const rows = await rowsOf<{ projectId: number; object: string | null; bytes: number }>(
    tx,
    sql`delete from person_exports x
         using unnest(${exports.map(({ projectId }) => projectId)}::int8[], ${exports.map(({ id }) => id)}::int8[]) as c (project_id, request_id)
         where x.project_id = c.project_id and x.request_id = c.request_id
        returning x.project_id as "projectId", x.object, octet_length(x.data) + x.object_bytes as bytes`,
  )
  await queueDeletions(tx, 'person_exports', rows)
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

export async function addChunk(
  tx: Queryable,
  { projectId, id, chunkCount }: PersonRequest,
  { payload, rawBytes }: Payload,
): Promise<void> {
  await execute(
    tx,
    sql`insert into person_exports (project_id, request_id, chunk, raw_bytes, data) values (${projectId}, ${id}, ${chunkCount}, ${rawBytes}, ${payload})`,
  )
}

/** Returns a chunk of an export, compressed; its data is undefined if it is lost. */
export async function findChunk(
  source: BodySource,
  { projectId, id }: PersonRequest,
  chunk: number,
): Promise<{ rawBytes: number; data: Buffer | undefined } | undefined> {
  const [read] = await readPayloads(source, 'person_exports', () =>
    rowsOf<PayloadRow & { rawBytes: number }>(
      source.db,
      sql`select x.project_id as "projectId", x.raw_bytes as "rawBytes", x.data as payload, x.object from person_exports x
        where x.project_id = ${projectId} and x.request_id = ${id} and x.chunk = ${chunk}`,
    ),
  )
  return read && { rawBytes: read.row.rawBytes, data: read.payload }
}

export function forgetOldExports(client: Connection): Promise<void> {
  return transactionOn(client, async (tx) => {
    const old = await rowsOf<ExportKey>(
      tx,
      sql`update person_requests r set person = null, alias = null
           where r.kind = 'export' and r.person is not null and r.finished_at < now() - make_interval(hours => ${exportHours})
          returning r.project_id as "projectId", r.id`,
    )
    await deleteExports(tx, old)
  })
}

/** Removes about `bytes` of the oldest finished exports of an organization's projects; they can be asked for again. */
export async function evictExports(client: Connection, owner: Owner, bytes: number): Promise<number> {
  const projectIds = await findProjectsOf(client, String(owner))
  let freed = 0
  while (freed < bytes) {
    const done = await transactionOn(client, async (tx) => {
      const oldest = await rowsOf<ExportKey>(
        tx,
        sql`update person_requests r set person = null, alias = null
              from (select o.project_id, o.id from person_requests o
                     where o.project_id = any(${projectIds}::int8[]) and o.kind = 'export' and o.person is not null and o.finished_at is not null
                     order by o.finished_at limit 1) as x
             where r.project_id = x.project_id and r.id = x.id
            returning r.project_id as "projectId", r.id`,
      )
      return { isOne: oldest.length > 0, bytes: await deleteExports(tx, oldest) }
    })
    if (!done.isOne) break
    freed += done.bytes
  }
  return freed
}
