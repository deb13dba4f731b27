import { CompiledQuery, Kysely, type Migration, type MigrationResult, Migrator, PostgresDialect } from 'kysely'
import { compareSchema, unreleasedRemedy } from './compare-schema.ts'
import { type Database, onOwnConnection, openDatabase, type Queryable } from './database.ts'
import { findCoordinator } from './distributed.ts'
import { keepsSession } from './locks.ts'
import { type MigrationFile, readMigrationFiles } from './migration-files.ts'
import type { Place } from './place.ts'
import { applyMigration, findRecordedSchema } from './recorded-schema-store.ts'

/** The database cannot be used in its current state; the message is for people. */
export class MigrationError extends Error {}

/**
 * Migrates the schema: plain SQL files in order of their names, each once, all under an advisory lock, so that any
 * number of processes may start at once. A database that a newer release has migrated is accepted if it supports this
 * code: every release runs on the next one's schema.
 *
 * @returns the names of the applied migrations
 * @throws MigrationError if the tables are those of a version from which no migration leads here; nothing is changed then
 */
export async function migrate(db: Database): Promise<string[]> {
  await checkServer(db)
  await prepareSchema(db)
  const known = await readMigrationFiles()
  const recorded = await findRecordedSchema(db)
  const state = recorded && compareSchema(recorded, known)
  if (state?.kind === 'unreleased')
    throw new MigrationError(`These tables ${state.why}. Nothing was changed. ${unreleasedRemedy}`)
  if (state?.kind === 'tooNew')
    throw new MigrationError(
      `These tables ${state.why}. Nothing was changed. Start that release again, or restore the backup from before the upgrade.`,
    )
  if (state !== undefined && (state.newer.length > 0 || state.pending.length === 0)) return []
  const coordinator = await findCoordinator(db)
  if (coordinator !== undefined) return migrateBy(coordinator)
  const migrator = new Migrator({
    db: new Kysely<never>({ dialect: new PostgresDialect({ pool: withoutTimeouts(db) }) }),
    provider: { getMigrations: async () => Object.fromEntries([...known].map(toMigration)) },
    // Otherwise tables of the same name in another schema of the database would be taken for ours.
    migrationTableSchema: await currentSchema(db),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw new MigrationError(whyNot(error, results), { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

/** How to go on where Citus refuses a statement on tables that it has placed. */
const placedRemedy =
  'If Citus refuses this for tables that it has placed: back up, name its coordinator in BUGLE_BUCKETS, restore with --replace, and place the bucket again by «bucket distribute».'

/** Migrates the tables of a node by its coordinator, which alone may change them. */
async function migrateBy(coordinator: Place): Promise<string[]> {
  const db = openDatabase({ connection: coordinator, connections: 2 })
  try {
    return await migrate(db)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new MigrationError(`${error.message}. ${placedRemedy}`, { cause: error })
  } finally {
    await db.end()
  }
}

/**
 * Returns connections whose statements take as long as they take: an index over millions of events, and the wait for another process
 * that migrates.
 */
function withoutTimeouts(db: Database) {
  return {
    connect: async () => {
      const client = await db.connect()
      const { release } = client
      // Closed afterwards, with its setting.
      client.release = () => release.call(client, true)
      await client.query('set statement_timeout = 0')
      return client
    },
    end: async () => {},
  }
}

function toMigration([name, file]: [string, MigrationFile]): [string, Migration] {
  return [
    name,
    { up: (tx) => applyMigration((text, values) => tx.executeQuery(CompiledQuery.raw(text, values)), name, file) },
  ]
}

function whyNot(error: unknown, results: readonly MigrationResult[] = []): string {
  const failed = results.find((result) => result.status === 'Error')
  if (failed !== undefined) return `Migration ${failed.migrationName} failed and was rolled back: ${text(error)}`
  return `The tables could not be migrated; nothing was changed: ${text(error)}`
}

/**
 * Makes the schema of a bucket, unless it is there. Extensions are in `public`, where every bucket of the database finds them, and
 * nothing of Bugle is: a table that is missing in the schema would be found there.
 */
export async function prepareSchema(db: Database): Promise<void> {
  const { schema } = db.options as Place
  if (schema === undefined) return
  const find = async () => {
    const { rows } = await db.query<{ isTaken: boolean; hasSchema: boolean; searchIn: string | null }>(
      `select to_regclass('public.kysely_migration') is not null as "isTaken",
              to_regnamespace($1) is not null as "hasSchema",
              (select e.extnamespace::regnamespace::text from pg_extension e where e.extname = 'pg_trgm') as "searchIn"`,
      [schema],
    )
    return rows[0]!
  }
  const { isTaken, hasSchema, searchIn } = await find()
  if (isTaken)
    throw new MigrationError(
      'The schema public of this database has tables of Bugle. Give the buckets that are schemas a database of their own.',
    )
  if (!hasSchema) await db.query(`create schema if not exists ${schema}`)
  // Otherwise the first migration would put it into the schema.
  if (searchIn === null) await db.query('create extension if not exists pg_trgm schema public').catch(() => {})
  if ((await find()).searchIn !== 'public')
    throw new MigrationError(
      'Search needs the extension pg_trgm in the schema public. Let an administrator of the database run once: create extension pg_trgm schema public;',
    )
}

async function currentSchema(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ name: string | null }>('select current_schema()::text as name')
  const name = rows[0]?.name
  if (name == null) throw new MigrationError('The search_path of this database role names no existing schema.')
  return name
}

/**
 * Checks the server. Advisory locks and LISTEN need a session; a transaction pooler gives each statement another one.
 */
export async function checkServer(db: Database): Promise<void> {
  const { rows } = await db.query<{ version: number; fsync: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync`,
  )
  const server = rows[0]
  if (server === undefined || server.version < 150_000) throw new MigrationError('PostgreSQL 15 or later is needed.')
  if (server.fsync !== 'on')
    throw new MigrationError('This PostgreSQL runs with fsync off: an acknowledged event could be lost. Turn it on.')
  if (!(await onOwnConnection(db, keepsSession)))
    throw new MigrationError('DATABASE_URL must be a session connection (not a transaction pooler).')
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
