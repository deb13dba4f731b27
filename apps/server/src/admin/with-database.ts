import { stat } from 'node:fs/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase, withRunningDatabase } from '../db/embedded/index.ts'
import { migrate } from '../db/migrate.ts'
import { OperatorError } from './operator-error.ts'

/** How a command finds the database. */
export interface Found {
  database: Database
  /** Where it is: of DATABASE_URL, beside a running server, or started for the while. */
  kind: 'external' | 'running' | 'started'
}

/**
 * Works on the server's database: that of DATABASE_URL, or the embedded one, beside a running server or, when none
 * runs, started for the while. Its schema is brought up to date first.
 */
export function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabaseAsItIs(config, async ({ database }) => {
    await migrate(database)
    return work(database)
  })
}

/** The same on the schema that is there. */
export async function withDatabaseAsItIs<T>(config: Config, work: (found: Found) => Promise<T>): Promise<T> {
  const { DATABASE_URL, dataDirectory } = config
  if (DATABASE_URL !== undefined)
    return onDatabase({ connectionString: DATABASE_URL }, (database) => work({ database, kind: 'external' }))
  const outcome = await withRunningDatabase(dataDirectory, (connection) =>
    onDatabase({ ...connection, ssl: false }, (database) => work({ database, kind: 'running' })),
  )
  if (outcome.kind === 'done') return outcome.value
  // A mistyped directory must not become a new, empty installation.
  if (outcome.kind === 'absent')
    throw new OperatorError(
      `There is no Bugle in ${dataDirectory}. Set BUGLE_DATA, or DATABASE_URL, as the server has it.`,
    )
  return withStarted(config, (database) => work({ database, kind: 'started' }))
}

/**
 * Works on the database of a server that is not running; the embedded one is made when there is none.
 *
 * @throws OperatorError when it runs, or when the directory is another user's, whose server could not read what we make
 */
export async function withStoppedDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL, dataDirectory } = config
  if (DATABASE_URL !== undefined) return onDatabase({ connectionString: DATABASE_URL }, work)
  const owner = await ownerOf(dataDirectory)
  if (owner !== undefined && owner !== process.geteuid?.())
    throw new OperatorError(`${dataDirectory} belongs to another user. Run this as the one who runs the server.`)
  return withStarted(config, work)
}

/** Whether there is an embedded database in the data directory, and whether it runs. */
export async function embeddedState(config: Config): Promise<'absent' | 'running' | 'stopped'> {
  const outcome = await withRunningDatabase(config.dataDirectory, async () => undefined)
  if (outcome.kind === 'done') return 'running'
  return outcome.kind === 'absent' ? 'absent' : 'stopped'
}

async function withStarted<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { dataDirectory, BUGLE_SHARED_BUFFERS_MB: sharedBuffersMb } = config
  const quiet = { info: () => {}, warn: () => {} }
  const embedded: EmbeddedDatabase = await startEmbeddedDatabase({ dataDirectory, sharedBuffersMb, log: quiet })
  try {
    return await onDatabase({ ...embedded.connection, ssl: false }, work)
  } finally {
    await embedded.stop()
  }
}

async function onDatabase<T>(connection: pg.PoolConfig, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ connection, connections: 2 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function ownerOf(directory: string): Promise<number | undefined> {
  try {
    return (await stat(directory)).uid
  } catch {
    return undefined
  }
}
