import { stat } from 'node:fs/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { bucketDatabase, bucketNames, type CheckBucket, mainBucket } from '../db/buckets.ts'
import { checkBucketSchema } from '../db/check-bucket-schema.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase, withRunningDatabase } from '../db/embedded/index.ts'
import { migrate } from '../db/migrate.ts'
import { findBucketNames } from '../domains/projects/index.ts'
import { placesOf } from '../wiring/from-config.ts'
import { namingServers } from './describe-away.ts'
import { OperatorError } from './operator-error.ts'

/** The database that a command works on. */
export interface FoundDatabase {
  db: Database
  /** External by DATABASE_URL, embedded with a running server, or embedded and started for this command. */
  kind: 'external' | 'running' | 'started'
}

/**
 * Runs work on the server's database: that of DATABASE_URL, or the embedded one, which is started temporarily if no
 * server runs. Its schema is migrated first.
 *
 * @param makesTables whether it makes the tables of a bucket: otherwise one whose tables are not those of this code is refused
 * @param isList whether it only lists, and says itself which buckets the settings do not name: otherwise that is refused, as by the
 * server
 * @throws OperatorError in a sentence, if a server that the work needs cannot be used
 */
export function withDatabase<T>(
  config: Config,
  work: (db: Database) => Promise<T>,
  { makesTables = false, isList = false } = {},
): Promise<T> {
  const checkBucket = makesTables ? undefined : checkBucketSchema
  return onFoundDatabase(config, async ({ connection }) =>
    namingServers({ accounts: connection, buckets: placesOf(config) }, () =>
      onDatabase(config, { connection, checkBucket }, async (db) => {
        await migrate(bucketDatabase(db, mainBucket))
        if (!isList) await checkDirectory(db)
        return work(db)
      }),
    ),
  )
}

/** Projects of a bucket that the settings do not name would seem to be beside the accounts. */
async function checkDirectory(db: Database): Promise<void> {
  const named = bucketNames(db)
  const unnamed = (await findBucketNames(bucketDatabase(db, mainBucket))).filter((name) => !named.includes(name))
  if (unnamed.length > 0)
    throw new OperatorError(
      `BUGLE_BUCKETS does not name ${unnamed.join(', ')}: projects are there. Set it to the server’s value.`,
    )
}

/** Runs work on the server's database without migrating the schema, and without a look at those of buckets. */
export function withDatabaseAsItIs<T>(config: Config, work: (found: FoundDatabase) => Promise<T>): Promise<T> {
  return onFoundDatabase(config, ({ connection, kind }) =>
    onDatabase(config, { connection }, (db) => work({ db, kind })),
  )
}

interface FoundConnection {
  connection: pg.PoolConfig
  kind: FoundDatabase['kind']
}

async function onFoundDatabase<T>(config: Config, work: (found: FoundConnection) => Promise<T>): Promise<T> {
  const { DATABASE_URL, dataDirectory } = config
  if (DATABASE_URL !== undefined) return work({ connection: { connectionString: DATABASE_URL }, kind: 'external' })
  const outcome = await withRunningDatabase(dataDirectory, (connection) =>
    work({ connection: { ...connection, ssl: false }, kind: 'running' }),
  )
  if (outcome.kind === 'done') return outcome.value
  // A mistyped directory must not become a new, empty installation.
  if (outcome.kind === 'absent')
    throw new OperatorError(
      `There is no Bugle in ${dataDirectory}. Set BUGLE_DATA or DATABASE_URL to the server’s value.`,
    )
  return withStarted(config, (connection) => work({ connection, kind: 'started' }))
}

/**
 * Runs work on the database of a stopped server; an embedded one is created if there is none.
 *
 * @throws OperatorError if the server runs, or if the directory belongs to another user, whose server could not read
 * new files
 */
export async function withStoppedDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL, dataDirectory } = config
  const workOn = (connection: pg.PoolConfig) => onDatabase(config, { connection }, work)
  if (DATABASE_URL !== undefined) return workOn({ connectionString: DATABASE_URL })
  const owner = await ownerOf(dataDirectory)
  if (owner !== undefined && owner !== process.geteuid?.())
    throw new OperatorError(`${dataDirectory} belongs to another user. Run this as the user who runs the server.`)
  return withStarted(config, workOn)
}

/** Returns whether the data directory has an embedded database, and whether it runs. */
export async function readEmbeddedState(config: Config): Promise<'absent' | 'running' | 'stopped'> {
  const outcome = await withRunningDatabase(config.dataDirectory, async () => undefined)
  if (outcome.kind === 'done') return 'running'
  return outcome.kind === 'absent' ? 'absent' : 'stopped'
}

async function withStarted<T>(config: Config, work: (connection: pg.PoolConfig) => Promise<T>): Promise<T> {
  const { dataDirectory, BUGLE_SHARED_BUFFERS_MB: sharedBuffersMb } = config
  const quiet = { info: () => {}, warn: () => {} }
  const embedded: EmbeddedDatabase = await startEmbeddedDatabase({
    dataDirectory,
    sharedBuffersMb,
    // The server archives what was written meanwhile when it starts.
    isArchived: config.archive !== undefined,
    log: quiet,
  })
  try {
    return await work({ ...embedded.connection, ssl: false })
  } finally {
    await embedded.stop()
  }
}

async function onDatabase<T>(
  config: Config,
  { connection, checkBucket }: { connection: pg.PoolConfig; checkBucket?: CheckBucket | undefined },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase({
    connection,
    connections: 2,
    buckets: placesOf(config),
    ...(checkBucket && { checkBucket }),
  })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

async function ownerOf(directory: string): Promise<number | undefined> {
  try {
    return (await stat(directory)).uid
  } catch {
    return undefined
  }
}
