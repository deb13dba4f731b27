import { currentTime } from '../../../db/clock.ts'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { projectsInTurn } from '../../../db/turns.ts'

/** Kept as long as a decision can be undone and events may wait for digest. */
const rememberedDays = 7

/** A group of a deleted issue: a row of `deleted_groups`. Its events received before the deletion are erased. */
export interface DeletedGroup {
  projectId: number
  /** In canonical form. */
  groupId: string
  deletedAt: Date
  /** Differs for every deletion, even of the same group. */
  version: number
}

const tablesOfGroups = [
  'groups',
  'group_stats',
  'group_daily',
  'group_users',
  'group_tags',
  'exact_groups',
  'awaited_files',
  'resolved_stacks',
]

const columns = sql`d.project_id as "projectId", d.group_id as "groupId", d.deleted_at as "deletedAt", d.version`

/**
 * Deletes groups with their counters, and the issues with their ids. Their events are unreadable from now on and are
 * erased later. The locks of tags and groups must be held, so that nothing is counted meanwhile.
 */
export async function deleteGroups(tx: Tx, projectId: number, groupIds: readonly string[]): Promise<void> {
  // After the locks were taken, and in whole milliseconds, so that it and the times of events compare exactly.
  const time = await currentTime(tx)
  await execute(
    tx,
    sql`insert into deleted_groups as d (project_id, group_id, deleted_at)
     select ${projectId}, g.id, ${time}::timestamptz from unnest(${groupIds}::uuid[]) as g (id) order by g.id
     on conflict (project_id, group_id) do update
        set deleted_at = excluded.deleted_at, version = excluded.version, done_at = null`,
  )
  for (const table of tablesOfGroups)
    await execute(
      tx,
      sql`delete from ${sql.raw(table)} t where t.project_id = ${projectId} and t.group_id = any(${groupIds}::uuid[])`,
    )
  for (const table of ['issue_stats', 'issue_users', 'issues', 'issue_activity'])
    await execute(
      tx,
      sql`delete from ${sql.raw(table)} t where t.project_id = ${projectId} and t.issue_id = any(${groupIds}::uuid[])`,
    )
}

/** Returns all deleted groups whose events may still arrive. */
export async function findDeletedGroups(db: Queryable): Promise<DeletedGroup[]> {
  const rows = await rowsOf<DeletedGroup>(db, sql`select ${columns} from deleted_groups d`)
  return rows
}

/** Returns the groups deleted after a time, as `project:group`: earlier decisions about them are void. */
export async function findDeletedSince(
  db: Queryable,
  projectIds: readonly number[],
  since: Date,
): Promise<Set<string>> {
  const rows = await rowsOf<{ project_id: number; group_id: string }>(
    db,
    sql`select d.project_id, d.group_id from deleted_groups d
      where d.project_id = any(${projectIds}::int8[]) and d.deleted_at > ${since}`,
  )
  return new Set(rows.map((row) => `${row.project_id}:${row.group_id}`))
}

/** SQL condition: events of a deleted group are still to be erased. */
export const groupsAreDeleted = 'exists (select 1 from deleted_groups d where d.done_at is null)'

/** Returns up to 100 deleted groups whose events are still to be erased, of the projects that follow `after` in turn. */
export async function findGroupsToErase(db: Queryable, after: number): Promise<DeletedGroup[]> {
  const rows = await rowsOf<DeletedGroup>(
    db,
    sql`
      with recursive ${projectsInTurn('deleted_groups', after, sql`q.done_at is null`)}
      select ${columns} from turn t cross join lateral (
        select q.* from deleted_groups q where q.project_id = t.project_id and q.done_at is null
         order by q.version limit 50) as d
      limit 100`,
  )
  return rows.length === 0 && after > 0 ? findGroupsToErase(db, 0) : rows
}

/** Records that the events of groups are erased. A group that was deleted again meanwhile stays due. */
export async function markErased(db: Queryable, groups: readonly DeletedGroup[]): Promise<void> {
  const versions = groups.map(({ version }) => version)
  await execute(db, sql`update deleted_groups d set done_at = now() where d.version = any(${versions}::int8[])`)
}

export async function forgetOldDeletedGroups(db: Queryable): Promise<void> {
  await execute(
    db,
    sql`delete from deleted_groups d where d.done_at < now() - make_interval(days => ${rememberedDays})`,
  )
}
