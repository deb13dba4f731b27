import { readdir, readFile } from 'node:fs/promises'
import { type Migration, Migrator, sql } from 'kysely'
import type { Database } from './database.ts'

const directory = new URL('./migrations/', import.meta.url)

/** The database cannot be used as it is; the message is for people. */
export class MigrationError extends Error {}

/**
 * Brings the schema up to date: plain SQL files in order of their names, each once, all under an advisory
 * lock, so that any number of processes may start at once. A database that is already further on (a newer
 * release migrated it) is left alone: every release runs on the next one's schema.
 *
 * @returns the names of the migrations that were applied
 */
export async function migrate({ kysely }: Database): Promise<string[]> {
  await checkServer(kysely)
  const migrations = await readMigrations()
  if (await isAhead(kysely, Object.keys(migrations))) return []
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')
    throw new MigrationError(`Migration ${failed?.migrationName ?? ''} failed and was rolled back: ${text(error)}`, {
      cause: error,
    })
  }
  return (results ?? []).map((result) => result.migrationName)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const entries = [...(await readMigrationFiles())].map(([name, statements]): [string, Migration] => [
    name,
    { up: async (db) => void (await sql.raw(statements).execute(db)) },
  ])
  return Object.fromEntries(entries)
}

/** The statements of every migration of this release by its name, in their order. */
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

/** Advisory locks and LISTEN need a session of our own; a transaction pooler gives each statement another one. */
export async function checkServer(kysely: Database['kysely']): Promise<void> {
  const { rows } = await sql<{ version: number; fsync: string }>`
    select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync`.execute(kysely)
  const server = rows[0]
  if (server === undefined || server.version < 150_000) throw new MigrationError('PostgreSQL 15 or later is needed.')
  if (server.fsync !== 'on')
    throw new MigrationError('This PostgreSQL runs with fsync off: an acknowledged event could be lost. Turn it on.')
  await kysely.connection().execute(async (connection) => {
    const key = 4_281_773
    await sql`select pg_advisory_lock_shared(${key})`.execute(connection)
    const unlocked = await sql<{ ok: boolean }>`select pg_advisory_unlock_shared(${key}) as ok`.execute(connection)
    if (!unlocked.rows[0]?.ok)
      throw new MigrationError('DATABASE_URL must be a session connection (not a transaction pooler).')
  })
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
