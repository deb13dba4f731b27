import { randomBytes } from 'node:crypto'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { hashOf } from '../tokens/index.ts'

/** A question to an authenticator, and who was asked. */
export type PasskeyChallenge =
  | { purpose: 'add'; userId: string }
  | { purpose: 'second_factor'; userId: string; totpTokenHash: Buffer }
  | { purpose: 'login'; address: string }

const minutes = 5
/** Open ones of one account, and of one address without an account; the oldest give way. */
const most = { account: 10, address: 100 }

/** @returns the challenge, of which only the hash is kept */
export async function insertPasskeyChallenge(tx: Tx, given: PasskeyChallenge): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const userId = given.purpose === 'login' ? null : given.userId
  const totpTokenHash = given.purpose === 'second_factor' ? given.totpTokenHash : null
  const asker = given.purpose === 'login' ? `address ${given.address}` : `account ${given.userId}`
  await execute(
    tx,
    sql`
      insert into passkey_challenges (challenge_hash, purpose, user_id, totp_token_hash, asker, expires_at)
      values (${hashOf(challenge)}, ${given.purpose}, ${userId}, ${totpTokenHash}, ${asker},
        clock_timestamp() + make_interval(mins => ${minutes}))`,
  )
  const kept = userId === null ? most.address : most.account
  // Two of these may meet: each skips what the other holds.
  await execute(
    tx,
    sql`
      delete from passkey_challenges where ctid = any(array(
        select c.ctid from passkey_challenges c where c.asker = ${asker}
        order by c.expires_at desc offset ${kept}
        for update skip locked))`,
  )
  await execute(
    tx,
    sql`
      delete from passkey_challenges where ctid = any(array(
        select c.ctid from passkey_challenges c where c.expires_at < now()
        order by c.expires_at limit 100
        for update skip locked))`,
  )
  return challenge
}

/** Uses up a challenge of the purpose: of concurrent requests one gets it. Undefined when it is unknown, spent or too old. */
export async function takePasskeyChallenge(
  db: Queryable,
  purpose: PasskeyChallenge['purpose'],
  challenge: string,
): Promise<{ userId: string | null; totpTokenHash: Buffer | null } | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ userId: string | null; totpTokenHash: Buffer | null; isFresh: boolean }>`
      delete from passkey_challenges c where c.challenge_hash = ${hashOf(challenge)} and c.purpose = ${purpose}
      returning c.user_id as "userId", c.totp_token_hash as "totpTokenHash",
        c.expires_at > clock_timestamp() as "isFresh"`,
  )
  return rows.find(({ isFresh }) => isFresh)
}
