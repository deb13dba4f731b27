import type { Queryable, Tx } from '../../../db/database.ts'

/** Erasures are remembered for as long as a decision can be undone, and events may wait for digest. */
const rememberedDays = 7

export interface Erasure {
  projectId: number
  /** In canonical form. */
  groupId: string
  erasedBefore: Date
  /** Differs for every deletion, also if the same group is deleted again. */
  version: number
}

const columns = 'e.project_id as "projectId", e.group_id as "groupId", e.erased_before as "erasedBefore", e.version'

/**
 * Deletes groups with their counters, and the issues that they are. Their events are unreadable from here on and wait to
 * be erased. Nobody may be counting: the locks of tags and groups must be held.
 */
export async function deleteGroups(tx: Tx, projectId: number, groupIds: readonly string[]): Promise<void> {
  const values = [projectId, groupIds]
  // Whole milliseconds, as events are stamped: so that a parameter and a column never differ by less than one.
  await tx.query(
    `insert into erasures as e (project_id, group_id, erased_before)
     select $1, g.id, date_trunc('milliseconds', clock_timestamp()) from unnest($2::uuid[]) as g (id) order by g.id
     on conflict (project_id, group_id) do update
        set erased_before = excluded.erased_before, version = excluded.version, done_at = null`,
    values,
  )
  for (const table of ['groups', 'group_stats', 'group_daily', 'group_users', 'group_tags'])
    await tx.query(`delete from ${table} t where t.project_id = $1 and t.group_id = any($2::uuid[])`, values)
  for (const table of ['issue_stats', 'issues', 'issue_activity'])
    await tx.query(`delete from ${table} t where t.project_id = $1 and t.issue_id = any($2::uuid[])`, values)
}

/** All erasures that events may still come for. */
export async function findErasures(db: Queryable): Promise<Erasure[]> {
  const { rows } = await db.query<Erasure>(`select ${columns} from erasures e`)
  return rows
}

/** Groups deleted after a time, as `project:group`: decisions made about them before are void. */
export async function findErasedSince(db: Queryable, projectIds: readonly number[], since: Date): Promise<Set<string>> {
  const { rows } = await db.query<{ project_id: number; group_id: string }>(
    `select e.project_id, e.group_id from erasures e
      where e.project_id = any($1::int8[]) and e.erased_before > $2`,
    [projectIds, since],
  )
  return new Set(rows.map((row) => `${row.project_id}:${row.group_id}`))
}

/** Erasures whose events are not all removed yet, some at a time. */
export async function findErasuresDue(db: Queryable): Promise<Erasure[]> {
  const { rows } = await db.query<Erasure>(
    `select ${columns} from erasures e where e.done_at is null order by e.version limit 100`,
  )
  return rows
}

/** A group that was deleted once more meanwhile stays due. */
export async function markErased(db: Queryable, erasures: readonly Erasure[]): Promise<void> {
  const versions = erasures.map(({ version }) => version)
  await db.query('update erasures e set done_at = now() where e.version = any($1::int8[])', [versions])
}

export async function forgetOldErasures(db: Queryable): Promise<void> {
  await db.query(`delete from erasures e where e.done_at < now() - make_interval(days => $1)`, [rememberedDays])
}
