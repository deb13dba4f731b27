import type { Queryable } from './database.ts'

/** Pages of 8 kB whose rows one statement looks at: some ten thousand rows, well below a second. */
const pagesAtOnce = 1000

/**
 * Deletes the rows of a table that meet a condition, some pages of the table in each transaction. One pass needs no index,
 * and no statement becomes longer with the table.
 *
 * @param condition on the row `t`
 * @example await deleteByPages(client, 'session_users', `t.day < now() - interval '90 days'`)
 */
export async function deleteByPages(client: Queryable, table: string, condition: string): Promise<void> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int8)::int8 as pages`,
    [table],
  )
  for (let page = 0; page < rows[0]!.pages; page += pagesAtOnce)
    await client.query(`delete from ${table} t where t.ctid >= $1::tid and t.ctid < $2::tid and (${condition})`, [
      `(${page},0)`,
      `(${page + pagesAtOnce},0)`,
    ])
}
