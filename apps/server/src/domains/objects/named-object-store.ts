import { int8Array } from '../../db/binary-array.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import type { ObjectTable } from './object-tables.ts'

/** Returns the id that the keys of this installation's objects begin with. */
export async function findInstallationId(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select i.id from installation i')
  return rows[0]!.id
}

/** Gives the installation another id. */
export async function setInstallationId(db: Queryable, id: string): Promise<void> {
  await db.query('update installation set id = $1', [id])
}

/** An object, its project, and the table whose row names it. */
export interface NamedObject {
  table: ObjectTable
  projectId: number
  object: string
}

/** Notes the objects of rows that are gone, or name them no more; they are deleted after the commit. */
export async function queueDeletions(
  tx: Tx,
  table: ObjectTable,
  rows: readonly { projectId: number; object: string | null }[],
): Promise<void> {
  const named = rows.filter(({ object }) => object !== null)
  if (named.length === 0) return
  await tx.query(
    `insert into object_deletions (object, project_id, kind)
     select c.object, c.project_id, $3 from unnest($1::uuid[], $2::int8[]) as c (object, project_id)
      order by 1 on conflict do nothing`,
    [named.map(({ object }) => object), int8Array(named.map(({ projectId }) => projectId)), table],
  )
}

/** Returns some of the objects that are to be deleted. */
export async function findDeletions(tx: Tx, limit: number): Promise<NamedObject[]> {
  const { rows } = await tx.query<NamedObject>(
    `select d.object, d.project_id as "projectId", d.kind as "table"
       from object_deletions d order by d.object limit $1 for update skip locked`,
    [limit],
  )
  return rows
}

/** Forgets objects that were deleted. */
export async function forgetDeletions(tx: Tx, objects: readonly NamedObject[]): Promise<void> {
  await tx.query('delete from object_deletions d where d.object = any($1::uuid[])', [
    objects.map(({ object }) => object),
  ])
}

/** Returns the bytes of objects that count against budgets of the disk, although they are not on it. */
export async function measureObjectsWithin(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select (select coalesce(sum(o.object_bytes), 0) from artifact_originals o where o.object is not null)::int8
          + (select coalesce(sum(x.object_bytes), 0) from person_exports x where x.object is not null)::int8 as bytes`,
  )
  return rows[0]!.bytes
}

/** Counts the objects that are to be deleted. */
export async function countDeletions(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::int8 as count from object_deletions')
  return rows[0]!.count
}

/** Lets a transaction wait for an object store between its statements. */
export async function allowPauses(tx: Tx): Promise<void> {
  await tx.query(`set local idle_in_transaction_session_timeout = '10min'`)
}
