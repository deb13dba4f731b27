import type { Queryable } from './database.ts'

/** Rows of one statement: few, so that no more goes than has to. */
const atOnce = 1000

/** Rows of a project that may be deleted, the oldest by `order` first. */
export interface Oldest {
  table: string
  projectId: number
  /** SQL of the time of a row `t`. */
  order: string
}

/**
 * Deletes the oldest rows of a project until about `bytes` are free, some thousand in each transaction.
 *
 * @returns the bytes of the rows and their index entries, estimated as they are measured for the disk budget
 */
export async function deleteOldest(client: Queryable, oldest: Oldest, bytes: number): Promise<number> {
  let freed = 0
  while (freed < bytes) {
    const gone = await deleteSome(client, oldest)
    if (gone === 0) break
    freed += gone
  }
  return freed
}

async function deleteSome(client: Queryable, { table, order, projectId }: Oldest): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `with gone as (
       delete from ${table} d where d.ctid = any(array(
         select t.ctid from ${table} t where t.project_id = $1 order by ${order} limit ${atOnce}))
       returning pg_column_size(d.*) + 28 as bytes)
     select (coalesce(sum(g.bytes), 0) * (1 + least(3, pg_indexes_size('${table}')::float8
              / greatest(1, pg_relation_size('${table}')))))::int8 as bytes from gone g`,
    [projectId],
  )
  return rows[0]!.bytes
}
