import { readdir, readFile } from 'node:fs/promises'
import { type Migration, type MigrationResult, Migrator, sql } from 'kysely'
import type { Database } from './database.ts'
import { keepsSession } from './locks.ts'

const directory = new URL('./migrations/', import.meta.url)

/** The database cannot be used in its current state; the message is for people. */
export class MigrationError extends Error {}

/**
 * Migrates the schema: plain SQL files in order of their names, each once, all under an advisory lock, so that any
 * number of processes may start at once. A database that a newer release has migrated is accepted if it supports this
 * code: every release runs on the next one's schema.
 *
 * @returns the names of the applied migrations
 */
export async function migrate({ kysely }: Database): Promise<string[]> {
  await checkServer(kysely)
  const migrations = await readMigrations()
  if (await isAhead(kysely, Object.keys(migrations))) {
    await checkSupportsThisCode(kysely, Object.keys(migrations))
    return []
  }
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => migrations },
    // Otherwise tables of the same name in another schema of the database would be taken for ours.
    migrationTableSchema: await currentSchema(kysely),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw new MigrationError(whyNot(error, results), { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

function whyNot(error: unknown, results: readonly MigrationResult[] = []): string {
  const failed = results.find((result) => result.status === 'Error')
  if (failed !== undefined) return `Migration ${failed.migrationName} failed and was rolled back: ${text(error)}`
  if (!text(error).startsWith('corrupted migrations'))
    return `The tables could not be migrated; nothing was changed: ${text(error)}`
  return (
    'These tables were created by a development version of Bugle with another order of migrations, and cannot be ' +
    'migrated. Nothing was changed, and no data is lost. Start the version that created them, or start over: move ' +
    `BUGLE_DATA away, or give DATABASE_URL an empty database. (${text(error)})`
  )
}

/** @throws MigrationError if a newer release has changed the tables in a way that this one does not support */
async function checkSupportsThisCode(kysely: Database['kysely'], known: string[]): Promise<void> {
  const { rows: found } = await sql<{ found: boolean }>`
    select to_regproc('oldest_code') is not null as found`.execute(kysely)
  if (!found[0]?.found) return
  const { rows } = await sql<{ oldest: [migration: string, release: string] }>`
    select oldest_code() as oldest`.execute(kysely)
  const [migration, release] = rows[0]!.oldest
  if (known.includes(migration)) return
  throw new MigrationError(
    `These tables are those of a newer Bugle and need ${release} or later. Nothing was changed. ` +
      'Start that release again, or restore the backup from before the upgrade.',
  )
}

async function currentSchema(kysely: Database['kysely']): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema()::text as name`.execute(kysely)
  const name = rows[0]?.name
  if (name == null) throw new MigrationError('The search_path of this database role names no existing schema.')
  return name
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const entries = [...(await readMigrationFiles())].map(([name, statements]): [string, Migration] => [
    name,
    { up: async (db) => void (await sql.raw(statements).execute(db)) },
  ])
  return Object.fromEntries(entries)
}

/** Reads the statements of all migrations of this release, by name and in order. */
export async function readMigrationFiles(): Promise<Map<string, string>> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const entries = files.map(
    async (file): Promise<[string, string]> => [
      file.slice(0, -'.sql'.length),
      await readFile(new URL(file, directory), 'utf8'),
    ],
  )
  return new Map(await Promise.all(entries))
}

async function isAhead(kysely: Database['kysely'], known: string[]): Promise<boolean> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(kysely)
  if (!table.rows[0]?.found) return false
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely)
  return applied.rows.some(({ name }) => !known.includes(name))
}

/**
 * Checks the server. Advisory locks and LISTEN need a session; a transaction pooler gives each statement another one.
 */
export async function checkServer(kysely: Database['kysely']): Promise<void> {
  const { rows } = await sql<{ version: number; fsync: string }>`
    select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync`.execute(kysely)
  const server = rows[0]
  if (server === undefined || server.version < 150_000) throw new MigrationError('PostgreSQL 15 or later is needed.')
  if (server.fsync !== 'on')
    throw new MigrationError('This PostgreSQL runs with fsync off: an acknowledged event could be lost. Turn it on.')
  await kysely.connection().execute(async (connection) => {
    if (!(await keepsSession(connection)))
      throw new MigrationError('DATABASE_URL must be a session connection (not a transaction pooler).')
  })
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
