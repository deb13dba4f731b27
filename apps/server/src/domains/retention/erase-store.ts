import type pg from 'pg'

type Queryable = Pick<pg.ClientBase, 'query'>

/** Projects that were deleted and of which nothing can come any more, some at a time. */
export async function findDeletedProjects(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    // Not while an event from before the deletion may still be digested: its rows would come after the erasure.
    `select p.id from projects p
      where p.deleted_at < now() - interval '30 seconds'
        and not exists (select from segment_queue q where q.enqueued_at < p.deleted_at + interval '30 seconds')
      order by p.id limit 10`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Deletes some rows of a project from one of the project tables.
 *
 * @returns how many; 0 when none are left
 */
export async function eraseRows(db: Queryable, table: string, projectId: number, limit: number): Promise<number> {
  // In a partitioned table other rows may share a ctid; being the project's, they go as well.
  const { rowCount } = await db.query(
    `delete from ${table} t
      where t.project_id = $1 and t.ctid = any(array(select s.ctid from ${table} s where s.project_id = $1 limit $2))`,
    [projectId, limit],
  )
  return rowCount ?? 0
}

/** Removes the project itself; nothing of it may be left. */
export async function removeProject(db: Queryable, projectId: number): Promise<void> {
  await db.query('delete from ingest_tokens t where t.project_id = $1', [projectId])
  await db.query('delete from projects p where p.id = $1', [projectId])
}

/**
 * An organization that nobody is a member of any more goes, after its projects. One of them may have been made at the
 * very moment of its end.
 */
export async function endOrganizations(db: Queryable): Promise<void> {
  await db.query(
    `update projects p set deleted_at = now()
      where p.deleted_at is null
        and not exists (select from memberships m where m.organization_id = p.organization_id)`,
  )
  await db.query(
    `delete from organizations o
      where not exists (select from memberships m where m.organization_id = o.id)
        and not exists (select from projects p where p.organization_id = o.id)`,
  )
}
