import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

export interface FactorRecord {
  sealedSecret: string
  confirmedAt: Date | null
}

export async function findFactor(db: Queryable, userId: string): Promise<FactorRecord | undefined> {
  const rows = await rowsOf(
    db,
    sql<FactorRecord>`
      select totp_factors.sealed_secret as "sealedSecret", totp_factors.confirmed_at as "confirmedAt"
      from totp_factors where totp_factors.user_id = ${userId}`,
  )
  return rows[0]
}

/** Stores an unconfirmed secret, replacing an earlier one. @returns false if one is already confirmed */
export async function putPendingFactor(tx: Tx, userId: string, sealedSecret: string): Promise<boolean> {
  const found = await execute(
    tx,
    sql`
      insert into totp_factors (user_id, sealed_secret) values (${userId}, ${sealedSecret})
      on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
        where totp_factors.confirmed_at is null
      returning 1`,
  )
  return found > 0
}

export async function confirmFactor(tx: Tx, userId: string): Promise<void> {
  await execute(tx, sql`update totp_factors set confirmed_at = now() where totp_factors.user_id = ${userId}`)
}

/** With it go its used steps. */
export async function deleteFactor(tx: Tx, userId: string): Promise<void> {
  await execute(tx, sql`delete from totp_factors where totp_factors.user_id = ${userId}`)
}

/** Deletes what only an account with a second factor has: recovery codes, and logins that wait for it. */
export async function forgetProofs(tx: Tx, userId: string): Promise<void> {
  await execute(tx, sql`delete from recovery_codes where recovery_codes.user_id = ${userId}`)
  await execute(tx, sql`delete from totp_challenges where totp_challenges.user_id = ${userId}`)
}

/** Records that the code of a step was used. @returns false if it was used before: the key decides, whatever races */
export async function useStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  await execute(
    tx,
    sql`
      delete from totp_used_steps
      where totp_used_steps.user_id = ${userId} and totp_used_steps.used_at < now() - interval '1 day'`,
  )
  const used = await rowsOf(
    tx,
    sql<{ step: number }>`
      insert into totp_used_steps (user_id, step) values (${userId}, ${step})
      on conflict do nothing returning step`,
  )
  return used.length > 0
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: Buffer[]): Promise<void> {
  await execute(tx, sql`delete from recovery_codes where recovery_codes.user_id = ${userId}`)
  await execute(
    tx,
    sql`
      insert into recovery_codes (user_id, code_hash)
      select ${userId}, hashes.hash from unnest(${hashes}::bytea[]) as hashes (hash)`,
  )
}

/** @returns false when there is no such code, or no longer */
export async function useRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const found = await execute(
    tx,
    sql`
      delete from recovery_codes
      where recovery_codes.user_id = ${userId} and recovery_codes.code_hash = ${hash} returning 1`,
  )
  return found > 0
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const rows = await rowsOf(
    db,
    sql<{ count: number }>`
      select count(*) as count from recovery_codes where recovery_codes.user_id = ${userId}`,
  )
  return rows[0]!.count
}

/** Seconds until another wrong code is let through, or undefined when one is now. */
export async function findTotpBlock(tx: Tx, userId: string, limit: number): Promise<number | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ seconds: number }>`
      select extract(epoch from totp_failures.failed_at + interval '1 hour' - clock_timestamp())::float8 as seconds
      from totp_failures
      where totp_failures.user_id = ${userId} and totp_failures.failed_at between clock_timestamp() - interval '1 hour' and clock_timestamp()
      order by totp_failures.failed_at desc offset ${limit - 1} limit 1`,
  )
  return rows[0]?.seconds
}

export async function insertTotpFailure(tx: Tx, userId: string): Promise<void> {
  await execute(
    tx,
    sql`
      delete from totp_failures
      where totp_failures.user_id = ${userId}
        and totp_failures.failed_at not between now() - interval '1 hour' and now() + interval '1 minute'`,
  )
  await execute(tx, sql`insert into totp_failures (user_id, failed_at) values (${userId}, clock_timestamp())`)
}
