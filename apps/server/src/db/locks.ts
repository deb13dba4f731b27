import type { Queryable, Tx } from './database.ts'
import { execute, sql } from './sql.ts'

/**
 * Advisory locks of an installation, in one place so that no two uses share a number. Space 7222 belongs to the permits of
 * rate limits, which functions of `0004_pipeline.sql` lock by key.
 */
const numbers = {
  tags: 1,
  partitions: 2,
  maintenance: 3,
  groups: 4,
  liveUpdates: 5,
  partitionDrops: 9,
  sessionProbe: 10,
  health: 11,
} as const
/**
 * Separates them from the locks of other programs in the same database. Installations, or buckets, that have schemas of their own in
 * one database have locks of their own, too.
 */
const space = `(case current_schema() when 'public' then 7221 else hashtext(current_schema()) end)`

export type LockName = keyof typeof numbers

/** Locks on a value, such as an address: one number for each kind of value, beside the hash of the value. */
const keySpaces = {
  loginAddress: 1,
  loginEmail: 2,
  registrationAddress: 3,
  mailAddress: 4,
  mailEmail: 5,
  uploads: 6,
  organizations: 7,
  views: 8,
  releases: 9,
  comments: 10,
  files: 11,
  decisions: 12,
} as const

export type KeyLockName = keyof typeof keySpaces

/** Waits for the lock on one value; it ends with the caller's transaction. Values with equal hashes share a lock. */
export async function takeKeyLock(tx: Tx, name: KeyLockName, key: string): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(${keySpaces[name]}, hashtext(${key}))`)
}

/** Whether this connection keeps its session between statements; a transaction pooler gives each statement another one. */
export async function keepsSession(connection: Queryable): Promise<boolean> {
  const key = [numbers.sessionProbe]
  await connection.query(`select pg_advisory_lock_shared(${space}, $1)`, key)
  const { rows } = await connection.query<{ ok: boolean }>(`select pg_advisory_unlock_shared(${space}, $1) as ok`, key)
  return rows[0]!.ok
}

/** Waits for a lock; it ends with the caller's transaction. */
export async function takeLock(tx: Queryable, name: LockName): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${space}, $1)`, [numbers[name]])
}

/** Waits for a shared lock, which excludes exclusive holders and ends with the transaction. */
export async function shareLock(tx: Queryable, name: LockName): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${space}, $1)`, [numbers[name]])
}

/** Takes a lock unless it is held; it ends with the caller's transaction. */
export async function tryLock(tx: Queryable, name: LockName): Promise<boolean> {
  const { rows } = await tx.query<{ ok: boolean }>(`select pg_try_advisory_xact_lock(${space}, $1) as ok`, [
    numbers[name],
  ])
  return rows[0]!.ok
}

/** Runs work under a lock that outlives transactions; returns undefined without running it if the lock is held. */
export async function withLock<T>(client: Queryable, name: LockName, work: () => Promise<T>): Promise<T | undefined> {
  const lock = [numbers[name]]
  const { rows } = await client.query<{ ok: boolean }>(`select pg_try_advisory_lock(${space}, $1) as ok`, lock)
  if (!rows[0]!.ok) return undefined
  try {
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${space}, $1)`, lock)
  }
}

/** Holds a shared lock as long as the connection lives; meanwhile nobody can hold it exclusively. */
export async function shareSessionLock(client: Queryable, name: LockName): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${space}, $1)`, [numbers[name]])
}
