import type { Queryable } from './database.ts'

/** Rows of one statement: few, so that no more goes than has to. */
const atOnce = 1000
/** Rows that are put in order at once. More are deleted by the next round of the disk budget. */
const maxOrdered = 200_000

/** Rows of an owner that may be deleted, the oldest by `order` first. */
export interface Oldest {
  table: string
  /** Or the projects of an owner. */
  owner: number | string | readonly number[]
  /** SQL condition of the rows `t` of the owner `$1`; by default those of a project. */
  condition?: string
  /** SQL of the time of a row `t`. */
  order: string
}

/**
 * Deletes the oldest rows of an owner until about `bytes` are free, some in each transaction. They are put in order once:
 * to look for the oldest again each time would sort all of them each time.
 *
 * @returns the bytes of the rows and their index entries, estimated as they are measured for the disk budget
 */
export async function deleteOldest(client: Queryable, oldest: Oldest, bytes: number): Promise<number> {
  if (bytes <= 0) return 0
  const { table, owner, condition = 't.project_id = $1', order } = oldest
  await client.query(
    `declare oldest cursor with hold for select t.ctid from ${table} t where ${condition} order by ${order} limit ${maxOrdered}`,
    [owner],
  )
  try {
    let freed = 0
    while (freed < bytes) {
      const { rows } = await client.query<{ ctid: string }>(`fetch ${atOnce} from oldest`)
      if (rows.length === 0) break
      const places = rows.map(({ ctid }) => ctid)
      freed += await deleteRows(client, { table, owner, condition }, places)
    }
    return freed
  } finally {
    await client.query('close oldest').catch(() => {})
  }
}

/** A row that was changed since has another place, where another row of somebody else may be by now. */
async function deleteRows(
  client: Queryable,
  { table, owner, condition }: Required<Omit<Oldest, 'order'>>,
  places: readonly string[],
): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `with gone as (
       delete from ${table} t where t.ctid = any($2::tid[]) and ${condition} returning pg_column_size(t.*) + 28 as bytes)
     select (coalesce(sum(g.bytes), 0) * (1 + least(3, pg_indexes_size('${table}')::float8
              / greatest(1, pg_relation_size('${table}')))))::int8 as bytes from gone g`,
    [owner, places],
  )
  return rows[0]!.bytes
}
