import type { Queryable } from '../../db/database.ts'
import type { MigrationFile } from '../../db/migration-files.ts'
import { applyMigration } from '../../db/recorded-schema-store.ts'
import { bucketTables, referenceTables } from '../../db/table-classes.ts'
import { setInstallationId } from '../../domains/objects/index.ts'
import type { ArchivedTable } from './archive.ts'
import { quoted } from './backup-store.ts'

const ours = [...bucketTables, ...referenceTables, 'kysely_migration', 'kysely_migration_lock']

/** State of the database to restore into: tables that must not be touched, and data that would be lost. */
export interface TargetState {
  /** Tables in the schema that Bugle did not create. */
  foreignTables: string[]
  users: number
  projects: number
  /** Projects of which events were stored here: on the server of a bucket, accounts do not say. */
  projectsWithEvents: number
  /** Other sessions of Bugle, of a running server. */
  sessions: number
}

/** Tells this command's connections from those of a server: several may be to one database. */
export async function nameConnection(client: Queryable): Promise<void> {
  await client.query(`set application_name = 'bugle restore ${process.pid}'`)
}

export async function readTargetState(client: Queryable): Promise<TargetState> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by 1`,
  )
  const names = new Set(tables.map(({ name }) => name))
  const count = async (table: string) => {
    if (!names.has(table)) return 0
    const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${quoted(table)}`)
    return rows[0]!.count
  }
  const { rows: sessions } = await client.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity a
      where a.datname = current_database() and a.application_name ~ '^bugle( restore|$)'
        and a.application_name <> current_setting('application_name')`,
  )
  return {
    foreignTables: [...names].filter((name) => !(ours as readonly string[]).includes(name)),
    users: await count('users'),
    projects: await count('projects'),
    projectsWithEvents: await count('project_stats'),
    sessions: sessions[0]!.count,
  }
}

/** Returns the id of the installation that is replaced; undefined if there is none, or none with an id. */
export async function findInstallation(tx: Queryable): Promise<string | undefined> {
  const { rows: tables } = await tx.query(`select 1 from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relname = 'installation'`)
  if (tables.length === 0) return undefined
  const { rows } = await tx.query<{ id: string }>('select i.id from installation i')
  return rows[0]?.id
}

/** Gives the installation an id, instead of the one that the migrations drew, if they did. */
export async function keepInstallation(tx: Queryable, id: string): Promise<void> {
  if ((await findInstallation(tx)) !== undefined) await setInstallationId(tx, id)
}

/** Drops everything that migrations create. */
export async function dropEverything(tx: Queryable, migrations: Iterable<MigrationFile>): Promise<void> {
  await tx.query(`drop table if exists ${quoted(...ours)} cascade`)
  for (const { statements } of migrations) {
    for (const [, kind, name] of statements
      .join('\n')
      .matchAll(/^create (?:or replace )?(function|sequence|type) (\w+)/gim)) {
      await tx.query(`drop ${kind} if exists ${quoted(name!)} cascade`)
    }
  }
}

/** Creates the tables of the given migrations, as the release of the backup did, within the caller's transaction. */
export async function applyMigrations(
  tx: Queryable,
  migrations: readonly [name: string, file: MigrationFile][],
): Promise<void> {
  await tx.query(
    'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  )
  for (const [name, file] of migrations) {
    await applyMigration((text, values) => tx.query(text, values), name, file)
    await tx.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, new Date().toISOString()])
  }
}

/** Matches the output of `pg_get_expr` for a range of ids or uuids, and nothing else. */
const bounds = /^FOR VALUES FROM \((MINVALUE|'[\w-]+')\) TO \((MAXVALUE|'[\w-]+')\)$/

/** Creates the partition for the rows that follow. */
export async function makePartition(tx: Queryable, { name, partition }: ArchivedTable): Promise<void> {
  if (partition === undefined) return
  if (!bounds.test(partition.bounds)) throw new Error(`unknown bounds of a partition: ${partition.bounds}`)
  await tx.query(`create table ${quoted(partition.name)} partition of ${quoted(name)} ${partition.bounds}`)
}

/** Deletes the rows that migrations wrote into a table: the backup has its own. Nothing refers to them yet. */
export async function emptyTable(tx: Queryable, { name, partition }: ArchivedTable): Promise<void> {
  if (partition === undefined) await tx.query(`delete from ${quoted(name)}`)
}

export async function setSequences(tx: Queryable, sequences: Record<string, number | null>): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    if (last !== null) await tx.query('select setval($1::regclass, $2)', [quoted(name), last])
}
