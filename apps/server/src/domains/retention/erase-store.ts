import type { Queryable } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'

/** Returns the SQL condition that a deleted project of a bucket still has data. */
export function projectsAreDeletedIn(bucket: string): string {
  return `exists (select 1 from projects p where p.deleted_at < now() - interval '30 seconds' and p.bucket = '${bucket}')`
}

/**
 * Returns projects of a bucket that were deleted and of which nothing can come any more, some at a time: first those that follow
 * `after` in turn.
 */
export async function findDeletedProjects(db: Queryable, bucket: string, after: number): Promise<number[]> {
  const [queue] = await rowsOf<{ oldest: Date | null }>(
    db,
    sql`select min(q.enqueued_at) as oldest from segment_queue q`,
  )
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`select p.id from projects p
      where p.bucket = ${bucket} and p.deleted_at < now() - interval '30 seconds'
        and coalesce(p.deleted_at + interval '30 seconds' <= ${queue!.oldest}::timestamptz, true)
      order by p.id <= ${after}, p.id limit 10`,
  )
  return rows.map(({ id }) => id)
}

/** Columns of a table's primary key after the project. */
export interface RowKey {
  table: string
  columns: { name: string; type: string }[]
}

/** By the primary key, which begins with the project in every table of projects. */
export async function findKey(db: Queryable, table: string): Promise<RowKey> {
  const rows = await rowsOf<{ name: string; type: string }>(
    db,
    sql`select quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_index i
      cross join unnest(i.indkey::int2[]) with ordinality as k (number, ordinal)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indrelid = ${table}::regclass and i.indisprimary and k.ordinal > 1
      order by k.ordinal`,
  )
  return { table, columns: rows }
}

/**
 * A part of a project's rows in the order of their keys: without beginning or end it is all from the first or to the
 * last.
 */
interface Range {
  projectId: number
  after: string[] | undefined
  upTo?: string[] | undefined
}

/** Returns the key of the row `limit` rows after a key, as text; undefined if there are fewer. */
export async function findRangeEnd(
  db: Queryable,
  { table, columns }: RowKey,
  { limit, ...range }: Range & { limit: number },
): Promise<string[] | undefined> {
  if (columns.length === 0) return undefined
  const { condition, values } = within({ table, columns }, range)
  const names = columns.map(({ name }) => `t.${name}`)
  const { rows } = await db.query<{ key: string[] }>(
    `select array[${names.map((name) => `${name}::text`).join()}] as key from ${table} t
      where ${condition} order by ${names.join()} offset ${limit - 1} limit 1`,
    values,
  )
  return rows[0]?.key
}

/** Deletes the rows of a range. */
export async function eraseRange(db: Queryable, key: RowKey, range: Range): Promise<void> {
  const { condition, values } = within(key, range)
  await db.query(`delete from ${key.table} t where ${condition}`, values)
}

function within({ columns }: RowKey, { projectId, after, upTo }: Range): { condition: string; values: unknown[] } {
  const values: unknown[] = [projectId]
  const names = columns.map(({ name }) => `t.${name}`).join()
  const compare = (sign: string, key: string[] | undefined) => {
    if (key === undefined) return ''
    const own = columns.map(({ type }, index) => `$${values.length + index + 1}::${type}`)
    values.push(...key)
    return ` and (${names}) ${sign} (${own.join()})`
  }
  return { condition: `t.project_id = $1${compare('>', after)}${compare('<=', upTo)}`, values }
}
