import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

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
  tx: Tx,
  { tokenHash, userId, passwordDigest, identityId }: Challenge,
): Promise<void> {
  await execute(
    tx,
    sql`
      insert into totp_challenges (token_hash, user_id, password_digest, identity_id, expires_at)
      values (${tokenHash}, ${userId}, ${passwordDigest}, ${identityId}, now() + make_interval(mins => ${minutes}))`,
  )
  // Two of these may meet: each skips what the other holds.
  await execute(
    tx,
    sql`
      delete from totp_challenges where ctid = any(array(
        select totp_challenges.ctid from totp_challenges
        where totp_challenges.expires_at < now()
        order by totp_challenges.expires_at limit 100
        for update skip locked))`,
  )
}

/** Takes one of its tries, before anything is checked. Undefined when it is unknown, spent, too old or out of tries. */
export async function takeTry(db: Queryable, tokenHash: Buffer): Promise<Challenge | undefined> {
  const rows = await rowsOf(
    db,
    sql<Challenge>`
      update totp_challenges set tries = totp_challenges.tries + 1
      where totp_challenges.token_hash = ${tokenHash} and totp_challenges.tries < ${maxTries}
        and totp_challenges.expires_at > clock_timestamp()
      returning token_hash as "tokenHash", user_id as "userId", password_digest as "passwordDigest",
        identity_id as "identityId"`,
  )
  return rows[0]
}

/** Returns one that could be completed now, and takes no try. */
export async function findChallenge(db: Queryable, tokenHash: Buffer): Promise<Challenge | undefined> {
  const rows = await rowsOf(
    db,
    sql<Challenge>`
      select token_hash as "tokenHash", user_id as "userId", password_digest as "passwordDigest",
        identity_id as "identityId"
      from totp_challenges
      where totp_challenges.token_hash = ${tokenHash} and totp_challenges.tries < ${maxTries}
        and totp_challenges.expires_at > clock_timestamp()`,
  )
  return rows[0]
}

/** Whether it is there still. The user's row must be locked: then it stays as it is. */
export async function hasChallenge(tx: Tx, { tokenHash }: Challenge): Promise<boolean> {
  const found = await execute(
    tx,
    sql`
      select 1 from totp_challenges where totp_challenges.token_hash = ${tokenHash}`,
  )
  return found > 0
}

export async function deleteChallenge(tx: Tx, { tokenHash }: Challenge): Promise<void> {
  await execute(tx, sql`delete from totp_challenges where totp_challenges.token_hash = ${tokenHash}`)
}
