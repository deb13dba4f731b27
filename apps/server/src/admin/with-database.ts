import type pg from 'pg'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { startEmbeddedDatabase, withRunningDatabase } from '../db/embedded/index.ts'
import { migrate } from '../db/migrate.ts'
import { OperatorError } from './operator-error.ts'

/**
 * Works on the server's database: that of DATABASE_URL, or the embedded one, beside a running server or, when none
 * runs, started for the while.
 */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL, dataDirectory, BUGLE_SHARED_BUFFERS_MB } = config
  if (DATABASE_URL !== undefined) return onDatabase({ connectionString: DATABASE_URL }, work)
  const onSocket = (connection: pg.PoolConfig) => onDatabase({ ...connection, ssl: false }, work)
  const outcome = await withRunningDatabase(dataDirectory, onSocket)
  if (outcome.kind === 'done') return outcome.value
  // A mistyped directory must not become a new, empty installation.
  if (outcome.kind === 'absent')
    throw new OperatorError(
      `There is no Bugle in ${dataDirectory}. Set BUGLE_DATA, or DATABASE_URL, as the server has it.`,
    )
  const quiet = { info: () => {}, warn: () => {} }
  const embedded = await startEmbeddedDatabase({ dataDirectory, sharedBuffersMb: BUGLE_SHARED_BUFFERS_MB, log: quiet })
  try {
    return await onSocket(embedded.connection)
  } finally {
    await embedded.stop()
  }
}

async function onDatabase<T>(connection: pg.PoolConfig, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ connection, connections: 2 })
  try {
    await migrate(database)
    return await work(database)
  } finally {
    await database.close()
  }
}
