import { randomInt } from 'node:crypto'
import { toHexId } from '@bugle/protocol'
import { int4Array, int8Array, textArray, uuidArray } from '../../db/binary-array.ts'
import type { Queryable, Tx } from '../../db/database.ts'

export interface TagOfGroup {
  groupId: string
  key: string
  value: string
  count: number
}

/**
 * Moves the tag counts of a person's events to the overflow bucket, so that totals stay and values that only this
 * person had disappear. The lock of tags must be held.
 */
export async function hideTags(tx: Tx, projectId: number, tags: readonly TagOfGroup[]): Promise<void> {
  if (tags.length === 0) return
  const groups = uuidArray(tags.map(({ groupId }) => toHexId(groupId)))
  const { rows: hidden } = await tx.query<{ groupId: string; key: string; n: number }>(
    `update group_tags t set event_count = greatest(t.event_count - c.n, 0)
       from unnest($2::uuid[], $3::text[], $4::text[], $5::int8[]) as c (group_id, key, value, n)
      where t.project_id = $1 and t.group_id = c.group_id and t.key = c.key and t.value = c.value and t.value <> ''
     returning t.group_id as "groupId", t.key, c.n`,
    [
      projectId,
      groups,
      textArray(tags.map(({ key }) => key)),
      textArray(tags.map(({ value }) => value)),
      int8Array(tags.map(({ count }) => count)),
    ],
  )
  await tx.query(
    `insert into group_tags as o (project_id, group_id, key, value, event_count)
     select $1, h.group_id, h.key, '', sum(h.n)::int8 from unnest($2::uuid[], $3::text[], $4::int8[]) as h (group_id, key, n)
      group by h.group_id, h.key
     on conflict (project_id, group_id, key, value) do update set event_count = o.event_count + excluded.event_count`,
    [
      projectId,
      hidden.map(({ groupId }) => groupId),
      textArray(hidden.map(({ key }) => key)),
      int8Array(hidden.map(({ n }) => n)),
    ],
  )
  await tx.query(
    `delete from group_tags t
      where t.project_id = $1 and t.group_id = any($2::uuid[]) and t.event_count = 0 and t.value <> ''`,
    [projectId, groups],
  )
}

/** Returns the groups that have seen a user. */
export async function findGroupsOfUser(db: Queryable, projectId: number, userKey: number): Promise<string[]> {
  const { rows } = await db.query<{ group_id: string }>(
    'select u.group_id from group_users u where u.project_id = $1 and u.user_key = $2',
    [projectId, userKey],
  )
  return rows.map((row) => row.group_id)
}

/**
 * Removes a user from groups, and from the number of users of those groups and their issues where it is exact. In
 * releases an unknown user takes the place. The lock of groups must be held.
 *
 * @param exactUsers up to this number, users are counted exactly
 */
export async function removeUser(
  tx: Tx,
  projectId: number,
  userKey: number,
  groupIds: readonly string[],
  exactUsers: number,
): Promise<void> {
  const { rows } = await tx.query<{ group_id: string }>(
    `delete from group_users u where u.project_id = $1 and u.user_key = $2 and u.group_id = any($3::uuid[])
     returning u.group_id`,
    [projectId, userKey, groupIds],
  )
  const removed = rows.map((row) => row.group_id)
  await tx.query('delete from issue_users u where u.project_id = $1 and u.user_key = $2', [projectId, userKey])
  await tx.query(
    `update group_stats s set user_count = s.user_count - 1
      where s.project_id = $1 and s.group_id = any($2::uuid[]) and s.user_count between 1 and $3 - 1`,
    [projectId, removed, exactUsers],
  )
  await tx.query(
    `update issue_stats s set user_count = s.user_count - 1
      where s.project_id = $1 and s.user_count between 1 and $3 - 1
        and s.issue_id in (select g.issue_id from groups g where g.project_id = $1 and g.group_id = any($2::uuid[]))`,
    [projectId, removed, exactUsers],
  )
  await hideReleaseUser(tx, projectId, userKey)
}

/** Replaces a user by an unknown one in each release, a different one in each. */
async function hideReleaseUser(tx: Tx, projectId: number, userKey: number): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(
    'select u.release_id as id from release_users u where u.project_id = $1 and u.user_key = $2',
    [projectId, userKey],
  )
  await tx.query(
    `update release_users u set user_key = n.user_key from unnest($3::int4[], $4::int8[]) as n (release_id, user_key)
      where u.project_id = $1 and u.release_id = n.release_id and u.user_key = $2`,
    [projectId, userKey, int4Array(rows.map(({ id }) => id)), int8Array(rows.map(() => -1 - randomInt(2 ** 48 - 1)))],
  )
}

/** Returns the groups whose first or latest event is among these. */
export async function findGroupsKeeping(
  db: Queryable,
  projectId: number,
  events: readonly { eventId: string; groupId: string }[],
): Promise<string[]> {
  const { rows } = await db.query<{ group_id: string }>(
    `select s.group_id from group_stats s
      where s.project_id = $1 and s.group_id = any($3::uuid[])
        and (s.first_event_id = any($2::uuid[]) or s.last_event_id = any($2::uuid[]))`,
    [projectId, events.map(({ eventId }) => eventId), [...new Set(events.map(({ groupId }) => groupId))]],
  )
  return rows.map((row) => row.group_id)
}

/**
 * Replaces the first and the latest event of a group, which are kept as long as the group: chooses among the events
 * that remain when these are removed. The lock of groups must be held.
 */
export async function replaceBoundaryEvents(
  tx: Tx,
  projectId: number,
  { groupIds, events }: { groupIds: readonly string[]; events: readonly { eventId: string }[] },
): Promise<void> {
  const boundaryEvent = (order: string) => `(select e.event_id from events e
      join groups g on g.project_id = e.project_id and g.group_id = e.group_id and e.received_at >= g.counts_from
     where e.project_id = s.project_id and e.group_id = s.group_id and e.event_id <> all($2::uuid[])
     order by e.occurred_at ${order}, e.event_id ${order} limit 1)`
  await tx.query(
    `update group_stats s
        set first_event_id = coalesce(${boundaryEvent('asc')}, s.first_event_id),
            last_event_id = coalesce(${boundaryEvent('desc')}, s.last_event_id)
      where s.project_id = $1 and s.group_id = any($3::uuid[])`,
    [projectId, events.map(({ eventId }) => eventId), groupIds],
  )
}
