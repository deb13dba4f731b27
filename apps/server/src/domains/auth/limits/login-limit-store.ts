import type { Queryable, Tx } from '../../../db/database.ts'
import { takeKeyLock } from '../../../db/locks.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { forgetOldAttempts } from './attempt-store.ts'
import type { Attempt, LoginLimits } from './login-limit.ts'

/** Returns the seconds until an attempt is allowed; undefined if it is allowed now. */
export async function findBlock(
  db: Queryable,
  { emailHash, address, isKnown = false }: Attempt,
  limits: LoginLimits,
): Promise<number | undefined> {
  // The failure that fills each window: until it is too old, nothing more is let through. A failure in the future was
  // recorded by a clock that has been set back since; it would lock out for as long as that clock was ahead.
  const rows = await rowsOf(
    db,
    sql<{ seconds: number | null }>`
      select extract(epoch from max(blocks.until) - clock_timestamp())::float8 as seconds
      from (
        (select login_failures.failed_at + interval '1 minute' as until from login_failures
          where login_failures.email_hash = ${emailHash} and login_failures.address = ${address}
            and login_failures.failed_at <= clock_timestamp()
          order by login_failures.failed_at desc offset ${limits.failures - 1} limit 1)
        union all
        (select login_failures.failed_at + interval '1 minute' from login_failures
          where login_failures.address = ${address} and login_failures.failed_at <= clock_timestamp()
          order by login_failures.failed_at desc offset ${limits.failuresAddress - 1} limit 1)
        union all
        (select login_failures.failed_at + interval '2 minutes' from login_failures
          where not ${isKnown}::boolean and login_failures.email_hash = ${emailHash} and login_failures.failed_at <= clock_timestamp()
          order by login_failures.failed_at desc offset ${limits.failuresEmail - 1} limit 1)
      ) as blocks
      where blocks.until > clock_timestamp()`,
  )
  return rows[0]?.seconds ?? undefined
}

/**
 * Serializes attempts from one address and on one e-mail until the end of the transaction, in all processes. The address
 * is always locked first, so that two attempts never wait for each other.
 */
export async function lockAttempts(tx: Tx, { emailHash, address }: Attempt): Promise<void> {
  await takeKeyLock(tx, 'loginAddress', address)
  await takeKeyLock(tx, 'loginEmail', emailHash.toString('hex'))
}

export async function insertFailure(tx: Tx, { emailHash, address }: Attempt): Promise<void> {
  await execute(
    tx,
    sql`
      insert into login_failures (email_hash, address, failed_at)
      values (${emailHash}, ${address}, clock_timestamp())`,
  )
  await forgetOldAttempts(tx, 'login_failures')
}

/** Counts a registration. If there were too many, counts nothing and returns the seconds to wait. */
export async function countRegistration(tx: Tx, address: string, limit: number): Promise<number | undefined> {
  await takeKeyLock(tx, 'registrationAddress', address)
  const rows = await rowsOf(
    tx,
    sql<{ seconds: number }>`
      select extract(epoch from attempted_at + interval '1 hour' - clock_timestamp())::float8 as seconds
      from registration_attempts
      where address = ${address} and attempted_at between clock_timestamp() - interval '1 hour' and clock_timestamp()
      order by attempted_at desc offset ${limit - 1} limit 1`,
  )
  if (rows[0] !== undefined) return rows[0].seconds
  await execute(
    tx,
    sql`insert into registration_attempts (address, attempted_at) values (${address}, clock_timestamp())`,
  )
  await forgetOldAttempts(tx, 'registration_attempts')
  return undefined
}
