import type { Queryable } from '../../../db/database.ts'
import { execute, type Fragment, sql } from '../../../db/sql.ts'
import { eventFlag } from '../segments/index.ts'
import { type PackRow, packColumns } from './evict-store.ts'

export interface StoredEvent {
  /** In canonical form. */
  eventId: string
  segmentId: number
  position: number
}

/** The result of one read of the list. */
const eventsAtOnce = 1000
/** Directories of one read; most of them are useful where much is to be removed. */
const headsAtOnce = 64

/**
 * Lists all events of groups received before their deletion, in the order of their bodies. The database keeps the list,
 * on its disk when it is long, so that it holds neither a transaction nor our memory. A connection has one list at a
 * time, which ends with the connection.
 */
export async function listEventsOfGroups(
  db: Queryable,
  projectId: number,
  groups: readonly { groupId: string; deletedAt: Date }[],
): Promise<void> {
  // «offset 0»: each group is read from its own range of the index, however large its part of the project is.
  await db.query(
    `declare going cursor with hold for
     select e.event_id as "eventId", e.segment_id as "segmentId", e.position
       from unnest($2::uuid[], $3::timestamptz[]) as g (id, deleted_at)
      cross join lateral (
            select x.event_id, x.segment_id, x.position from events x
             where x.project_id = $1 and x.group_id = g.id and x.received_at < g.deleted_at offset 0) as e
      order by e.segment_id, e.position`,
    [projectId, groups.map(({ groupId }) => groupId), groups.map(({ deletedAt }) => deletedAt)],
  )
}

/** Whether an event has one of the keys of a user, or may have it among those of others: its body knows. */
export function mayNameUser(userKeys: readonly number[]): Fragment {
  return sql`(e.user_key = any(${userKeys}::int8[]) or e.flags & ${sql.lit(eventFlag.users)} <> 0)`
}

/** The same for all events that may name a user, each with the group that counts it. */
export async function listEventsOfUser(db: Queryable, projectId: number, userKeys: number[]): Promise<void> {
  await execute(
    db,
    sql`declare going cursor with hold for
     select e.event_id as "eventId", e.segment_id as "segmentId", e.position, e.group_id as "groupId"
       from events e where e.project_id = ${projectId} and ${mayNameUser(userKeys)} order by e.segment_id, e.position`,
  )
}

/** Returns the next events of the list; none when it is at its end. */
export async function readList<Event extends StoredEvent>(db: Queryable): Promise<Event[]> {
  const { rows } = await db.query<Event>(`fetch ${eventsAtOnce} from going`)
  return rows
}

/** After a failure: a list that was being gone through would be in the way of the next. */
export async function closeLists(db: Queryable): Promise<void> {
  await db.query('close all')
}

export async function closeList(db: Queryable): Promise<void> {
  await db.query('close going')
}

/** Position of a pack in the order of erasure. */
export interface PackLocation {
  lastSegmentId: number
  id: number
}

export interface PackHead extends PackLocation {
  directory: Buffer
}

/** Returns the next packs of a project after an id, without those that end before a segment. */
export async function findPackHeads(
  db: Queryable,
  projectId: number,
  { after, segmentId }: { after: PackLocation; segmentId: number },
): Promise<PackHead[]> {
  const { rows } = await db.query<PackHead>({
    name: 'find-pack-heads',
    text: `select p.last_segment_id as "lastSegmentId", p.id, p.directory from packs p
            where p.project_id = $1 and p.last_segment_id >= $2 and (p.last_segment_id, p.id) > ($3, $4)
            order by p.last_segment_id, p.id limit ${headsAtOnce}`,
    values: [projectId, Math.max(segmentId, after.lastSegmentId), after.lastSegmentId, after.id],
  })
  return rows
}

export async function readPacks(db: Queryable, projectId: number, ids: readonly number[]): Promise<PackRow[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<PackRow>(
    `select ${packColumns} from packs p where p.project_id = $1 and p.id = any($2::int8[]) order by p.id`,
    [projectId, ids],
  )
  return rows
}

/** Returns the number of the last segment started by any process: if it grows, events are arriving. */
export async function findLastSegment(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ number: number }>('select s.last_value as number from segment_sequence s')
  return rows[0]!.number
}
