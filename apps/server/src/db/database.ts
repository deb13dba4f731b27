import pg from 'pg'
import { type Buckets, type CheckBucket, openBuckets } from './buckets.ts'
import { StorableClient } from './storable-parameters.ts'

/** bigint columns hold our own counts and ids, all below 2^53, and are read as numbers, in arrays, too. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const arrays = { int4: 1007, int8: 1016 }
pg.types.setTypeParser(arrays.int8, pg.types.getTypeParser(arrays.int4))

/** The database: opens transactions, and runs a single statement on any of its connections. */
export type Database = pg.Pool

/** One connection of the database, for work of several transactions under a session's lock or cursor. */
export type Connection = pg.PoolClient

/** A transaction: a connection between BEGIN and COMMIT. */
export type Tx = Connection

/** Anything that runs statements: the database, one of its connections, or a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

export interface DatabaseOptions {
  connection: pg.PoolConfig
  connections: number
  /** Connections of the buckets beside the main one; each gets as many connections, besides those to the accounts. */
  buckets?: Buckets
  /** Refuses a bucket by an error, before its first use; asked again until it does not. */
  checkBucket?: CheckBucket
  /** Called when an idle connection breaks (the server was killed or restarted); the pool opens another one. */
  onLost?: (error: Error) => void
}

/**
 * Opens a pool; it connects with the first query. Sessions have timeouts, so that none can hold a lock indefinitely.
 */
export function openDatabase({
  connection,
  connections,
  buckets = {},
  checkBucket,
  onLost,
}: DatabaseOptions): Database {
  const options: pg.PoolConfig = {
    ...connection,
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'bugle',
  }
  const watch = (pool: pg.Pool) => {
    pool.on('error', (error) => onLost?.(error))
    // A connection that breaks while in use fails its query and emits an error event as well, which would end the process
    // without a listener. (The pool only listens to idle connections.)
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  if (Object.keys(buckets).length > 0) return openBuckets(options, buckets, { checkBucket, onOpen: watch })
  return watch(new pg.Pool({ ...options, Client: StorableClient }))
}

/** Runs `work` between BEGIN and COMMIT on a connection of the database. An error rolls back and is rethrown. */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.connect()
  let broken: Error | boolean = false
  try {
    return await transactionOn(client, work)
  } catch (error) {
    broken = error instanceof RollbackFailed
    throw error
  } finally {
    // A connection that could not roll back is broken; the pool must not hand it out again.
    client.release(broken)
  }
}

/** Runs a transaction on the given connection. */
export async function transactionOn<T>(client: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    // Inside the try: if only its response is lost, the transaction may be open, and the connection must not return to
    // the pool.
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      throw new RollbackFailed(String(error), { cause: error })
    })
    throw error
  }
}

/** The connection broke in the middle of a transaction; the cause says why the work failed. */
export class RollbackFailed extends Error {}

/** Runs work on a connection that is closed afterwards, along with all its session state. */
export async function onOwnConnection<T>(db: Database, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = await db.connect()
  try {
    return await work(client)
  } finally {
    client.release(true)
  }
}

/** Runs work on a connection of the database, which is closed if the work fails: its session may hold a lock or a list. */
export async function onConnection<T>(db: Database, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = await db.connect()
  let broken = true
  try {
    const result = await work(client)
    broken = false
    return result
  } finally {
    client.release(broken)
  }
}

/** Runs work with a longer timeout, for operations that exceed a request: a vacuum, the removal of a large project. */
export async function withLongTimeout<T>(client: Connection, work: () => Promise<T>): Promise<T> {
  await client.query(`set statement_timeout = '15min'`)
  try {
    return await work()
  } finally {
    await client.query('reset statement_timeout')
  }
}

/** Runs a part of a transaction in a savepoint: an error undoes this part alone, and is rethrown. */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint part')
  try {
    const result = await work()
    await tx.query('release savepoint part')
    return result
  } catch (error) {
    // If this fails, the whole transaction is lost, and its next statement fails; the first error is the cause.
    await tx.query('rollback to savepoint part').catch(() => {})
    throw error
  }
}
