import type { Queryable } from './database.ts'
import { isPlaced, type MeasuredRow, measurePlaced } from './distributed.ts'

/** Bytes on disk of a table with its partitions. */
export interface TableSize {
  /** Bytes of its rows, without values that are stored apart. */
  mainBytes: number
  indexBytes: number
  /** All of them. */
  totalBytes: number
}

export interface Sizes {
  /** Bytes of the whole database, with its catalogs, or of the schema that the tables have for themselves. */
  databaseBytes: number
  tables: ReadonlyMap<string, TableSize>
}

/**
 * Measures the database and some of its tables. Nothing else asks for sizes by which something is decided: where Citus placed them, the
 * functions of PostgreSQL see empty tables.
 */
export async function measureSizes(db: Queryable, tables: readonly string[]): Promise<Sizes> {
  const rows = (await isPlaced(db)) ? await measurePlaced(db, tables) : await measureServer(db, tables)
  const found = new Map<string, TableSize>()
  let databaseBytes = 0
  for (const { table, ...size } of rows)
    if (table === null) databaseBytes = size.totalBytes
    else found.set(table, size)
  return { databaseBytes, tables: found }
}

async function measureServer(db: Queryable, tables: readonly string[]): Promise<MeasuredRow[]> {
  const { rows } = await db.query<MeasuredRow>({
    name: 'measure-sizes',
    text: `select n.name as "table", sum(pg_relation_size(p.relid))::int8 as "mainBytes",
                  sum(pg_indexes_size(p.relid))::int8 as "indexBytes", sum(pg_total_relation_size(p.relid))::int8 as "totalBytes"
             from unnest($1::text[]) as n (name)
            cross join lateral (
              select n.name::regclass as relid
               union all select x.relid from pg_partition_tree(n.name::regclass) x where x.isleaf) as p
            group by n.name
            union all
           select null, 0, 0,
                  case current_schema() when 'public' then pg_database_size(current_database())
                  else (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::int8 from pg_class c
                         where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'm')) end`,
    values: [tables],
  })
  return rows
}
