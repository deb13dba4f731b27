import type { Queryable } from './database.ts'

/** The locks of an installation, in one place so that no two jobs take the same number. */
const numbers = { tags: 1, partitions: 2, maintenance: 3, groups: 4, liveUpdates: 5, partitionDrops: 9 } as const
/** Tells them from the locks of others in the same database. */
const space = 7221

export type LockName = keyof typeof numbers

/** Waits for a lock; it ends with the caller's transaction. */
export async function takeLock(tx: Queryable, name: LockName): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, $2)', [space, numbers[name]])
}

/** Waits for a lock that many may have at once, and nobody while one has it alone; it ends with the transaction. */
export async function shareLock(tx: Queryable, name: LockName): Promise<void> {
  await tx.query('select pg_advisory_xact_lock_shared($1, $2)', [space, numbers[name]])
}

/** Takes a lock unless somebody has it; it ends with the caller's transaction. */
export async function tryLock(tx: Queryable, name: LockName): Promise<boolean> {
  const { rows } = await tx.query<{ ok: boolean }>('select pg_try_advisory_xact_lock($1, $2) as ok', [
    space,
    numbers[name],
  ])
  return rows[0]!.ok
}

/** Works under a lock that outlives transactions, unless somebody has it: then the answer is undefined. */
export async function underLock<T>(client: Queryable, name: LockName, work: () => Promise<T>): Promise<T | undefined> {
  const lock = [space, numbers[name]]
  const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1, $2) as ok', lock)
  if (!rows[0]!.ok) return undefined
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1, $2)', lock)
  }
}

/** Shares a lock for as long as the connection lives: while somebody does, nobody gets it alone. */
export async function shareSessionLock(client: Queryable, name: LockName): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [space, numbers[name]])
}
