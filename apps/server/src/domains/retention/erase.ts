import type pg from 'pg'
import { transactionOn } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import { projectTables } from '../../db/table-classes.ts'

/** Rows of one statement. */
const rowsAtOnce = 5000

/**
 * Erases deleted projects: they are unreadable from the moment of deletion, and gone from the tables when this has
 * run. Bodies that are still in segments are left behind when those are packed.
 *
 * @returns projects erased
 */
export async function eraseDeletedProjects(client: pg.PoolClient): Promise<number> {
  await endOrganizations(client)
  const { rows } = await client.query<{ id: number }>(
    // Not while an event from before the deletion may still be digested: its rows would come after the erasure.
    `select p.id from projects p
      where p.deleted_at < now() - interval '30 seconds'
        and not exists (select from segment_queue q where q.enqueued_at < p.deleted_at + interval '30 seconds')
      order by p.id limit 10`,
  )
  for (const { id } of rows) await eraseProject(client, id)
  return rows.length
}

/**
 * An organization that nobody is a member of any more goes, after its projects. One of them may have been made at the
 * very moment of its end.
 */
async function endOrganizations(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update projects p set deleted_at = now()
      where p.deleted_at is null
        and not exists (select from memberships m where m.organization_id = p.organization_id)`,
  )
  await client.query(
    `delete from organizations o
      where not exists (select from memberships m where m.organization_id = o.id)
        and not exists (select from projects p where p.organization_id = o.id)`,
  )
}

async function eraseProject(client: pg.PoolClient, projectId: number): Promise<void> {
  for (const table of projectTables) {
    const rows = table === 'packs' || table === 'screenshots' ? 100 : rowsAtOnce
    while ((await eraseSome(client, table, projectId, rows)) > 0);
    if (table === 'groups') await awaitTagMerge(client)
  }
  await client.query('delete from ingest_tokens t where t.project_id = $1', [projectId])
  await client.query('delete from projects p where p.id = $1', [projectId])
}

/** A merge of tags that still saw the groups is waited for: what it counts must be there when its turn to go comes. */
async function awaitTagMerge(client: pg.PoolClient): Promise<void> {
  await transactionOn(client, (tx) => takeLock(tx, 'tags'))
}

async function eraseSome(client: pg.PoolClient, table: string, projectId: number, rows: number): Promise<number> {
  // In a partitioned table other rows may share a ctid; being the project's, they go as well.
  const { rowCount } = await client.query(
    `delete from ${table} t
      where t.project_id = $1 and t.ctid = any(array(select s.ctid from ${table} s where s.project_id = $1 limit $2))`,
    [projectId, rows],
  )
  return rowCount ?? 0
}
