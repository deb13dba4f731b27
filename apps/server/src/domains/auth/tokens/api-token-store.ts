import { type ApiTokenScope, limits } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

/** An API token as its owner sees it. */
export interface ApiTokenRecord {
  id: number
  name: string
  scopes: ApiTokenScope[]
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
}

export interface LiveApiToken {
  id: number
  /** Null for a token of an organization. */
  userId: string | null
  organizationId: string | null
  scopes: ApiTokenScope[]
  /** True when its last use was written down a minute ago or more. */
  isStale: boolean
}

/**
 * Finds a token by the hash of 256 random bits: comparing it in the index reveals nothing about how close a guess was.
 */
export async function findApiToken(db: Queryable, secretHash: Buffer): Promise<LiveApiToken | undefined> {
  const statement = sql<LiveApiToken>`
    select api_tokens.id, api_tokens.user_id as "userId", api_tokens.organization_id as "organizationId",
      api_tokens.scopes, coalesce(api_tokens.last_used_at < now() - interval '1 minute', true) as "isStale"
    from api_tokens left join users on users.id = api_tokens.user_id
    where users.disabled_at is null and api_tokens.secret_hash = ${secretHash}
      and (api_tokens.expires_at is null or api_tokens.expires_at > now())`
  const [token] = await rowsOf(db, statement, 'find-api-token')
  return token
}

/** Returns the owner of an API token: the user by e-mail, or the organization by name. */
export async function findApiTokenOwner(
  db: Queryable,
  secretHash: Buffer,
): Promise<{ id: number; userId: string | null; owner: string } | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ id: number; userId: string | null; owner: string }>`
      select t.id, t.user_id as "userId", coalesce(u.email, o.name) as owner
      from api_tokens t left join users u on u.id = t.user_id left join organizations o on o.id = t.organization_id
      where t.secret_hash = ${secretHash}`,
  )
  return rows[0]
}

/** Deletes an API token by its number, whoever owns it. */
export async function deleteToken(tx: Tx, id: number): Promise<void> {
  await execute(tx, sql`delete from api_tokens where api_tokens.id = ${id}`)
}

export async function touchApiToken(db: Queryable, id: number): Promise<void> {
  await execute(db, sql`update api_tokens set last_used_at = now() where api_tokens.id = ${id}`)
}

/** Returns a page of the user's API tokens, the latest first, before the one with that number. */
export async function findApiTokens(
  db: Queryable,
  userId: string,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before: number | undefined; limit: number },
): Promise<ApiTokenRecord[]> {
  return rowsOf(
    db,
    sql<ApiTokenRecord>`
      select api_tokens.id, api_tokens.name, api_tokens.scopes, api_tokens.created_at as "createdAt",
        api_tokens.last_used_at as "lastUsedAt", api_tokens.expires_at as "expiresAt"
      from api_tokens
      where api_tokens.user_id = ${userId} and api_tokens.id < ${before}
      order by api_tokens.id desc limit ${limit}`,
  )
}

/** The user's row must be locked. @returns undefined when the user has as many as one may have */
export async function insertApiToken(
  tx: Tx,
  token: { userId: string; name: string; scopes: ApiTokenScope[]; secretHash: Buffer; expiresAt: Date | null },
): Promise<ApiTokenRecord | undefined> {
  const rows = await rowsOf(
    tx,
    sql<ApiTokenRecord>`
      insert into api_tokens (user_id, name, scopes, secret_hash, expires_at)
      select ${token.userId}, ${token.name}, ${token.scopes}::text[], ${token.secretHash}, ${token.expiresAt}::timestamptz
      where (select count(*) from api_tokens where api_tokens.user_id = ${token.userId}) < ${limits.apiTokens}
      returning id, name, scopes, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"`,
  )
  return rows[0]
}

/** Deletes every API token of a user, whose row must be locked. @returns their names */
export async function deleteApiTokensOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await rowsOf(
    tx,
    sql<{ name: string }>`delete from api_tokens where api_tokens.user_id = ${userId} returning api_tokens.name`,
  )
  return rows.map(({ name }) => name)
}

/** @returns its name, or undefined when the user has no such token */
export async function deleteApiToken(tx: Tx, userId: string, id: number): Promise<string | undefined> {
  const [deleted] = await rowsOf(
    tx,
    sql<{ name: string }>`
      delete from api_tokens where api_tokens.id = ${id} and api_tokens.user_id = ${userId} returning api_tokens.name`,
  )
  return deleted?.name
}
