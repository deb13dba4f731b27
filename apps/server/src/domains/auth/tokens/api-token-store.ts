import { type ApiTokenScope, limits } from '@bugle/protocol'
import { type Kysely, sql } from 'kysely'
import { type Database, queryPrepared } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'

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
export async function findApiToken(database: Database, secretHash: Buffer): Promise<LiveApiToken | undefined> {
  const statement = sql<LiveApiToken>`
    select api_tokens.id, api_tokens.user_id as "userId", api_tokens.organization_id as "organizationId",
      api_tokens.scopes, coalesce(api_tokens.last_used_at < now() - interval '1 minute', true) as "isStale"
    from api_tokens left join users on users.id = api_tokens.user_id
    where users.disabled_at is null and api_tokens.secret_hash = ${secretHash}
      and (api_tokens.expires_at is null or api_tokens.expires_at > now())`
  const [token] = await queryPrepared(database, 'find-api-token', statement)
  return token
}

/** Returns the owner of an API token: the user by e-mail, or the organization by name. */
export async function findApiTokenOwner(
  db: Kysely<Schema>,
  secretHash: Buffer,
): Promise<{ id: number; userId: string | null; owner: string } | undefined> {
  const { rows } = await sql<{ id: number; userId: string | null; owner: string }>`
    select t.id, t.user_id as "userId", coalesce(u.email, o.name) as owner
    from api_tokens t left join users u on u.id = t.user_id left join organizations o on o.id = t.organization_id
    where t.secret_hash = ${secretHash}`.execute(db)
  return rows[0]
}

/** Deletes an API token by its number, whoever owns it. */
export async function deleteToken(tx: Kysely<Schema>, id: number): Promise<void> {
  await tx.deleteFrom('api_tokens').where('id', '=', id).execute()
}

export async function touchApiToken(db: Kysely<Schema>, id: number): Promise<void> {
  await sql`update api_tokens set last_used_at = now() where api_tokens.id = ${id}`.execute(db)
}

/** Returns a page of the user's API tokens, the latest first, before the one with that number. */
export async function findApiTokens(
  db: Kysely<Schema>,
  userId: string,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before: number | undefined; limit: number },
): Promise<ApiTokenRecord[]> {
  const { rows } = await sql<ApiTokenRecord>`
    select api_tokens.id, api_tokens.name, api_tokens.scopes, api_tokens.created_at as "createdAt",
      api_tokens.last_used_at as "lastUsedAt", api_tokens.expires_at as "expiresAt"
    from api_tokens
    where api_tokens.user_id = ${userId} and api_tokens.id < ${before}
    order by api_tokens.id desc limit ${limit}`.execute(db)
  return rows
}

/** The user's row must be locked. @returns undefined when the user has as many as one may have */
export async function insertApiToken(
  tx: Kysely<Schema>,
  token: { userId: string; name: string; scopes: ApiTokenScope[]; secretHash: Buffer; expiresAt: Date | null },
): Promise<ApiTokenRecord | undefined> {
  const { rows } = await sql<ApiTokenRecord>`
    insert into api_tokens (user_id, name, scopes, secret_hash, expires_at)
    select ${token.userId}, ${token.name}, ${token.scopes}::text[], ${token.secretHash}, ${token.expiresAt}::timestamptz
    where (select count(*) from api_tokens where api_tokens.user_id = ${token.userId}) < ${limits.apiTokens}
    returning id, name, scopes, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"`.execute(
    tx,
  )
  return rows[0]
}

/** Deletes every API token of a user, whose row must be locked. @returns their names */
export async function deleteApiTokensOf(tx: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('api_tokens').where('user_id', '=', userId).returning('name').execute()
  return rows.map(({ name }) => name)
}

/** @returns its name, or undefined when the user has no such token */
export async function deleteApiToken(tx: Kysely<Schema>, userId: string, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}
