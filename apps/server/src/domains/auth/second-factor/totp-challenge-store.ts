import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

type Db = Kysely<Schema>

export interface Challenge {
  tokenHash: Buffer
  userId: string
  /** Digest of the hash of the password that was right. */
  passwordDigest: Buffer
  /** The identity, for a login by the provider. */
  identityId: number | null
}

const minutes = 5
const maxTries = 5

export async function insertChallenge(
  tx: Db,
  { tokenHash, userId, passwordDigest, identityId }: Challenge,
): Promise<void> {
  await sql`
    insert into totp_challenges (token_hash, user_id, password_digest, identity_id, expires_at)
    values (${tokenHash}, ${userId}, ${passwordDigest}, ${identityId}, now() + make_interval(mins => ${minutes}))`.execute(
    tx,
  )
  // Two of these may meet: each skips what the other holds.
  await sql`
    delete from totp_challenges where ctid = any(array(
      select totp_challenges.ctid from totp_challenges
      where totp_challenges.expires_at < now()
      order by totp_challenges.expires_at limit 100
      for update skip locked))`.execute(tx)
}

/** Takes one of its tries, before anything is checked. Undefined when it is unknown, spent, too old or out of tries. */
export async function takeTry(db: Db, tokenHash: Buffer): Promise<Challenge | undefined> {
  const { rows } = await sql<Challenge>`
    update totp_challenges set tries = totp_challenges.tries + 1
    where totp_challenges.token_hash = ${tokenHash} and totp_challenges.tries < ${maxTries}
      and totp_challenges.expires_at > clock_timestamp()
    returning token_hash as "tokenHash", user_id as "userId", password_digest as "passwordDigest",
      identity_id as "identityId"`.execute(db)
  return rows[0]
}

/** Returns one that could be completed now, and takes no try. */
export async function findChallenge(db: Db, tokenHash: Buffer): Promise<Challenge | undefined> {
  const { rows } = await sql<Challenge>`
    select token_hash as "tokenHash", user_id as "userId", password_digest as "passwordDigest",
      identity_id as "identityId"
    from totp_challenges
    where totp_challenges.token_hash = ${tokenHash} and totp_challenges.tries < ${maxTries}
      and totp_challenges.expires_at > clock_timestamp()`.execute(db)
  return rows[0]
}

/** Whether it is there still. The user's row must be locked: then it stays as it is. */
export async function hasChallenge(tx: Db, { tokenHash }: Challenge): Promise<boolean> {
  const { rows } = await sql`
    select 1 from totp_challenges where totp_challenges.token_hash = ${tokenHash}`.execute(tx)
  return rows.length > 0
}

export async function deleteChallenge(tx: Db, { tokenHash }: Challenge): Promise<void> {
  await sql`delete from totp_challenges where totp_challenges.token_hash = ${tokenHash}`.execute(tx)
}
