import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

type Db = Kysely<Schema>

export interface FactorRecord {
  sealedSecret: string
  confirmedAt: Date | null
}

export async function findFactor(db: Db, userId: string): Promise<FactorRecord | undefined> {
  const { rows } = await sql<FactorRecord>`
    select totp_factors.sealed_secret as "sealedSecret", totp_factors.confirmed_at as "confirmedAt"
    from totp_factors where totp_factors.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Stores an unconfirmed secret, replacing an earlier one. @returns false if one is already confirmed */
export async function putPendingFactor(tx: Db, userId: string, sealedSecret: string): Promise<boolean> {
  const { rows } = await sql`
    insert into totp_factors (user_id, sealed_secret) values (${userId}, ${sealedSecret})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
      where totp_factors.confirmed_at is null
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function confirmFactor(tx: Db, userId: string): Promise<void> {
  await sql`update totp_factors set confirmed_at = now() where totp_factors.user_id = ${userId}`.execute(tx)
}

/** With it go its used steps. */
export async function deleteFactor(tx: Db, userId: string): Promise<void> {
  await sql`delete from totp_factors where totp_factors.user_id = ${userId}`.execute(tx)
}

/** Deletes what only an account with a second factor has: recovery codes, and logins that wait for it. */
export async function forgetProofs(tx: Db, userId: string): Promise<void> {
  await sql`delete from recovery_codes where recovery_codes.user_id = ${userId}`.execute(tx)
  await sql`delete from totp_challenges where totp_challenges.user_id = ${userId}`.execute(tx)
}

/** Records that the code of a step was used. @returns false if it was used before: the key decides, whatever races */
export async function useStep(tx: Db, userId: string, step: number): Promise<boolean> {
  await sql`
    delete from totp_used_steps
    where totp_used_steps.user_id = ${userId} and totp_used_steps.used_at < now() - interval '1 day'`.execute(tx)
  const { rows } = await sql`
    insert into totp_used_steps (user_id, step) values (${userId}, ${step})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: Buffer[]): Promise<void> {
  await sql`delete from recovery_codes where recovery_codes.user_id = ${userId}`.execute(tx)
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, hashes.hash from unnest(${hashes}::bytea[]) as hashes (hash)`.execute(tx)
}

/** @returns false when there is no such code, or no longer */
export async function useRecoveryCode(tx: Db, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_codes
    where recovery_codes.user_id = ${userId} and recovery_codes.code_hash = ${hash} returning 1`.execute(tx)
  return rows.length > 0
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from recovery_codes where recovery_codes.user_id = ${userId}`.execute(db)
  return rows[0]!.count
}

/** Seconds until another wrong code is let through, or undefined when one is now. */
export async function findTotpBlock(tx: Db, userId: string, limit: number): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from totp_failures.failed_at + interval '1 hour' - clock_timestamp())::float8 as seconds
    from totp_failures
    where totp_failures.user_id = ${userId} and totp_failures.failed_at between clock_timestamp() - interval '1 hour' and clock_timestamp()
    order by totp_failures.failed_at desc offset ${limit - 1} limit 1`.execute(tx)
  return rows[0]?.seconds
}

export async function insertTotpFailure(tx: Db, userId: string): Promise<void> {
  await sql`
    delete from totp_failures
    where totp_failures.user_id = ${userId}
      and totp_failures.failed_at not between now() - interval '1 hour' and now() + interval '1 minute'`.execute(tx)
  await sql`insert into totp_failures (user_id, failed_at) values (${userId}, clock_timestamp())`.execute(tx)
}
