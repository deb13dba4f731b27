import { Kysely, PostgresDialect, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

/** bigint columns hold counts and ids of ours, all below 2^53: read them as numbers. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Database {
  /** For the hot path: raw statements with binary array parameters. */
  pool: pg.Pool
  /** For everything else. */
  kysely: Kysely<Schema>
  close(): Promise<void>
}

/** A transaction of the hot path: one connection between BEGIN and COMMIT. */
export type Tx = pg.PoolClient

/** Anything that runs raw statements: a pool, a connection or a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

export interface DatabaseOptions {
  connection: pg.PoolConfig
  connections: number
  /** Called when an idle connection breaks (the server was killed or restarted); the pool opens another. */
  onLost?: (error: Error) => void
}

/** Opens a pool. Nothing connects before the first query. Sessions carry time-outs so that none can hold a lock for ever. */
export function openDatabase({ connection, connections, onLost }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'bugle',
  })
  pool.on('error', (error) => onLost?.(error))
  // A connection that breaks while it is lent out fails its query, and says so by an event as well: nobody listening
  // to that would end the process. (The pool listens to idle ones alone.)
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  // Kysely.destroy ends the pool only when Kysely was used before.
  return { pool, kysely, close: () => pool.end() }
}

/**
 * The rows of a statement that nearly every request asks. Each connection plans it once, under a name: to plan it anew
 * costs more than to answer it.
 */
export async function askPrepared<Row extends pg.QueryResultRow>(
  { pool, kysely }: Pick<Database, 'pool' | 'kysely'>,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql, parameters } = statement.compile(kysely)
  const { rows } = await pool.query<Row>({ name, text: sql, values: [...parameters] })
  return rows
}

/** Runs `work` between BEGIN and COMMIT on one connection of the pool; any error rolls back and flies on. */
export async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | boolean = false
  try {
    return await transactionOn(client, work)
  } catch (error) {
    broken = error instanceof RollbackFailed
    throw error
  } finally {
    // A connection that could not roll back is gone; the pool must not hand it out again.
    client.release(broken)
  }
}

/** The same on a connection in hand. */
export async function transactionOn<T>(client: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    // Within the try: when its answer is lost the transaction may be open all the same, and must not go back to the pool.
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

/** Works on a connection that is closed afterwards, with all that was set on it. */
export async function onOwnConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release(true)
  }
}

/** Works with a time-out fit for what may take longer than a request: a vacuum, the erasure of a large project. */
export async function withTimeout<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query(`set statement_timeout = '15min'`)
  try {
    return await work()
  } finally {
    await client.query('reset statement_timeout')
  }
}

/** Works within a transaction such that an error undoes this part alone, and flies on. */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint part')
  try {
    const result = await work()
    await tx.query('release savepoint part')
    return result
  } catch (error) {
    // When that fails the whole transaction is lost, and its next statement says so; the first error is the cause.
    await tx.query('rollback to savepoint part').catch(() => {})
    throw error
  }
}
