import type { Queryable, Tx } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import type { SsoLogin } from '../tokens/index.ts'

interface TakenCode {
  userId: string
  /** The login by the identity provider that opened the session which made the code. */
  sso: SsoLogin | null
}

/** Keeps a code of a session; the older one is dead from here on. */
export async function putLoginCode(
  db: Queryable,
  { tokenId, userId, codeHash, seconds }: { tokenId: number; userId: string; codeHash: Buffer; seconds: number },
): Promise<Date> {
  const rows = await rowsOf(
    db,
    sql<{ expiresAt: Date }>`
      insert into login_codes as c (token_id, user_id, code_hash, expires_at)
      values (${tokenId}, ${userId}, ${codeHash}, now() + make_interval(secs => ${seconds}))
      on conflict (token_id) do update
        set code_hash = excluded.code_hash, created_at = now(), expires_at = excluded.expires_at
      returning c.expires_at as "expiresAt"`,
  )
  return rows[0]!.expiresAt
}

/** Uses up a code whose session is alive: of concurrent requests one gets it. */
export async function takeLoginCode(tx: Tx, codeHash: Buffer): Promise<TakenCode | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ userId: string; identityId: number | null; at: Date | null; isGood: boolean }>`
      delete from login_codes c using access_tokens t
       where c.code_hash = ${codeHash} and t.id = c.token_id
      returning c.user_id as "userId", t.identity_id as "identityId", t.sso_at as at,
        c.expires_at > now() and t.revoked_at is null as "isGood"`,
  )
  const found = rows.find(({ isGood }) => isGood)
  if (found === undefined) return undefined
  const { userId, identityId, at } = found
  return { userId, sso: identityId === null || at === null ? null : { identityId, at } }
}

/** Returns how long ago the session was opened. */
export async function sessionAgeMs(db: Queryable, tokenId: number): Promise<number> {
  const rows = await rowsOf(
    db,
    sql<{ ageMs: number }>`
      select (extract(epoch from now() - t.created_at) * 1000)::float8 as "ageMs" from access_tokens t
      where t.id = ${tokenId}`,
  )
  return rows[0]?.ageMs ?? Number.POSITIVE_INFINITY
}
