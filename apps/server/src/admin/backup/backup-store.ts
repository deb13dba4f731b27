import { mainBucket } from '../../db/buckets.ts'
import type { Queryable } from '../../db/database.ts'
import { findRecordedSchema } from '../../db/recorded-schema-store.ts'
import type { ArchivedTable } from './archive.ts'

/**
 * Tables that are not backed up: their rows are written or measured again, need not survive a crash, or are about objects, which a
 * backup holds as payloads in rows. Unlogged tables are
 * recognized by themselves.
 */
const passing = [
  'migration_hashes',
  'disk_state',
  'rate_grants',
  'live_updates',
  'live_update_state',
  'installation',
  'object_deletions',
]

/** Begins a snapshot of the database that lasts as long as the copying takes. */
export async function beginSnapshot(client: Queryable): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  // Prints dates and numbers in partition bounds in a format that every server reads.
  await client.query(`set local datestyle = 'iso, ymd'`)
}

/** Where a project is and where it is going, as text; a change means that rows of it may be in neither snapshot. */
export type Directory = ReadonlyMap<number, string>

/** Returns the buckets beside the main one; none if the tables are those of a version without buckets. */
export async function findOtherBuckets(db: Queryable): Promise<string[]> {
  const { rows: found } = await db.query<{ hasBuckets: boolean }>(
    `select to_regclass('buckets') is not null as "hasBuckets"`,
  )
  if (!found[0]!.hasBuckets) return []
  const { rows } = await db.query<{ name: string }>('select b.name from buckets b where b.name <> $1 order by b.name', [
    mainBucket,
  ])
  return rows.map(({ name }) => name)
}

/** Returns where each project is; only for a database with buckets. */
export async function readDirectory(db: Queryable): Promise<Directory> {
  const { rows } = await db.query<{ id: number; place: string }>(
    `select p.id, concat_ws(' ', p.bucket, p.moving_to) as place from projects p`,
  )
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/** Returns the moment of the snapshot of the transaction, and takes it. */
export async function readMoment(client: Queryable): Promise<Date> {
  const { rows } = await client.query<{ moment: Date }>('select transaction_timestamp() as moment')
  return rows[0]!.moment
}

export interface ServerFacts {
  postgres: string
  migrations: string[]
  migration_hashes: Record<string, string>
  oldest_code?: { migration: string; release: string }
  sequences: Record<string, number | null>
}

export async function readServerFacts(client: Queryable): Promise<ServerFacts> {
  const { migrations = [], oldestCode } = (await findRecordedSchema(client)) ?? {}
  const { rows: sequences } = await client.query<{ name: string; last: number | null }>(
    `select s.sequencename::text as name, s.last_value as last from pg_sequences s
      where s.schemaname = current_schema() order by s.sequencename`,
  )
  const { rows: server } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  return {
    postgres: server[0]!.version,
    migrations: migrations.map(({ name }) => name),
    migration_hashes: Object.fromEntries(migrations.flatMap(({ name, sha256 }) => (sha256 ? [[name, sha256]] : []))),
    ...(oldestCode === undefined ? {} : { oldest_code: oldestCode }),
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  }
}

/**
 * Returns every table with rows to keep, referenced tables first. Partitions are listed individually: the partitioned
 * table is never locked, so partitions can be created during a long backup.
 */
export async function findTables(client: Queryable): Promise<ArchivedTable[]> {
  const { rows } = await client.query<{
    name: string
    columns: string[]
    partition: string | null
    bounds: string | null
  }>(
    `select coalesce(parent.relname, c.relname)::text as name,
            case when parent.oid is null then null else c.relname::text end as partition,
            pg_get_expr(c.relpartbound, c.oid) as bounds,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns
       from pg_class c
       left join pg_inherits i on i.inhrelid = c.oid
       left join pg_class parent on parent.oid = i.inhparent
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
        and c.relname not like 'kysely%' and not c.relname = any($1)
      order by 1, 2`,
    [passing],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select f.conrelid::regclass::text as from, f.confrelid::regclass::text as to
       from pg_constraint f where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`,
  )
  const tables = rows.map(({ name, columns, partition, bounds }) => ({
    name,
    columns,
    ...(partition === null ? {} : { partition: { name: partition, bounds: bounds! } }),
  }))
  return inOrder(tables, references)
}

function inOrder(tables: ArchivedTable[], references: { from: string; to: string }[]): ArchivedTable[] {
  const ordered: ArchivedTable[] = []
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const { from, to } of references) if (from === name) visit(to)
    ordered.push(...tables.filter((table) => table.name === name))
  }
  for (const { name } of tables) visit(name)
  return ordered
}

/** Returns the size of the tables on disk, as an upper estimate for the progress display. */
export async function measureTables(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_table_size(c.oid)), 0)::int8 as bytes from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  )
  return rows[0]!.bytes
}

/** Quotes identifiers and joins them with commas. */
export function quoted(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
}

export function copyOutStatement({ name, partition, columns }: ArchivedTable): string {
  return `copy ${quoted(partition?.name ?? name)} (${quoted(...columns)}) to stdout (format binary)`
}

export function copyInStatement({ name, partition, columns }: ArchivedTable): string {
  return `copy ${quoted(partition?.name ?? name)} (${quoted(...columns)}) from stdin (format binary)`
}
