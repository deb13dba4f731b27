import type { ClientKind } from '@bugle/protocol'
import { type Kysely, sql } from 'kysely'
import { type Database, type Queryable, queryPrepared } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'
import { type TokenRecord, touchMs } from './access-token.ts'

export interface NewToken {
  userId: string
  kind: ClientKind
  secretHash: Buffer
  device: string | null
  address: string
  /** The login by the identity provider; null for one by a password. */
  sso: SsoLogin | null
}

/** A login by the identity provider. */
export interface SsoLogin {
  identityId: number
  /** When the provider vouched for it; now, unless the session inherits it from another. */
  at?: Date
}

/** @returns the token's number */
export async function insertToken(tx: Kysely<Schema>, token: NewToken): Promise<number> {
  const { id } = await tx
    .insertInto('access_tokens')
    .values({
      user_id: token.userId,
      kind: token.kind,
      secret_hash: token.secretHash,
      device: token.device,
      address: token.address,
      identity_id: token.sso?.identityId ?? null,
      sso_at: token.sso === null ? null : (token.sso.at ?? sql<Date>`now()`),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A session as its owner sees it. */
export interface SessionRecord {
  id: number
  kind: ClientKind
  device: string | null
  address: string | null
  createdAt: Date
  lastUsedAt: Date
  idleMs: number
}

/** Returns the token, dead or alive. */
export async function findToken(database: Database, id: number): Promise<TokenRecord | undefined> {
  const statement = sql<TokenRecord>`
    select access_tokens.id, access_tokens.user_id as "userId", access_tokens.kind,
      access_tokens.secret_hash as "secretHash", access_tokens.revoked_because as "revokedBecause",
      ${idleMs} as "idleMs",
       (extract(epoch from clock_timestamp() - access_tokens.sso_at) * 1000)::float8 as "ssoAgeMs"
    from access_tokens
    where access_tokens.id = ${id}`
  const [token] = await queryPrepared(database, 'find-access-token', statement)
  return token
}

/** Returns the owner of a live session. */
export async function findSessionOwner(
  db: Kysely<Schema>,
  id: number,
  secretHash: Buffer,
): Promise<{ id: number; userId: string; owner: string } | undefined> {
  return db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select(['access_tokens.id', 'users.id as userId', 'users.email as owner'])
    .where('access_tokens.id', '=', id)
    .where('access_tokens.secret_hash', '=', secretHash)
    .where('access_tokens.revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Sessions of a user that were not ended, the latest first. */
export async function findSessions(db: Kysely<Schema>, userId: string): Promise<SessionRecord[]> {
  const { rows } = await sql<SessionRecord>`
    select access_tokens.id, access_tokens.kind, access_tokens.device, access_tokens.address,
      access_tokens.created_at as "createdAt", access_tokens.last_used_at as "lastUsedAt", ${idleMs} as "idleMs"
    from access_tokens
    where access_tokens.user_id = ${userId} and access_tokens.revoked_at is null
    order by access_tokens.id desc`.execute(db)
  return rows
}

/**
 * Ends the sessions that no identity provider vouches for, of an organization's members or of one of them, if the
 * organization requires single sign-on. Owners keep theirs.
 */
export async function endPasswordSessions(
  tx: Kysely<Schema>,
  organizationId: string,
  userId: string | null = null,
): Promise<void> {
  await sql`
    update access_tokens set revoked_at = now(), revoked_because = 'revoked'
    from memberships join organizations on organizations.id = memberships.organization_id
    where memberships.organization_id = ${organizationId} and memberships.role <> 'owner' and organizations.require_sso
      and (${userId}::uuid is null or memberships.user_id = ${userId})
      and access_tokens.user_id = memberships.user_id
      and access_tokens.sso_at is null and access_tokens.revoked_at is null`.execute(tx)
}

/** Whether the identity provider vouches for a session. */
export async function isBySso(db: Kysely<Schema>, tokenId: number): Promise<boolean> {
  const { rows } = await sql`
    select from access_tokens where id = ${tokenId} and sso_at is not null and revoked_at is null`.execute(db)
  return rows.length > 0
}

/** Ends the sessions that were opened by an identity of a user. */
export async function endSessionsOf(tx: Kysely<Schema>, userId: string, identityId: number): Promise<void> {
  await sql`
    update access_tokens set revoked_at = now(), revoked_because = 'revoked'
    where user_id = ${userId} and identity_id = ${identityId} and revoked_at is null`.execute(tx)
}

/** Records the use of a token, which restarts its idle time: at most one write a minute. */
export async function touchToken(db: Kysely<Schema>, id: number): Promise<void> {
  await sql`
    update access_tokens set last_used_at = now()
    where access_tokens.id = ${id} and access_tokens.revoked_at is null
      and ${idleMs} >= ${touchMs}::float8`.execute(db)
}

/**
 * Ends live sessions of a kind for a new login, the longest unused first, so that there are as many as may be with it. The
 * caller must have locked the user's row.
 */
export async function revokeReplaced(
  tx: Kysely<Schema>,
  userId: string,
  kind: ClientKind,
  sessionsPerKind: number,
): Promise<void> {
  await sql`
    update access_tokens set revoked_at = now(), revoked_because = 'replaced'
    where access_tokens.id in (
      select o.id from access_tokens o where o.user_id = ${userId} and o.kind = ${kind} and o.revoked_at is null
      order by o.last_used_at desc, o.id desc offset ${sessionsPerKind - 1})`.execute(tx)
}

/** Ends the caller's own session; false if it had already ended. */
export async function endSession(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('access_tokens')
    .set({ revoked_at: sql`now()`, revoked_because: 'logout' })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A session that was ended; it may have been idle for too long before. */
export type EndedSession = Pick<SessionRecord, 'kind' | 'idleMs'>

/** Ends one session of the user; undefined when there is no such session. */
export async function revokeToken(tx: Kysely<Schema>, userId: string, id: number): Promise<EndedSession | undefined> {
  const { rows } = await sql<EndedSession>`
    update access_tokens set revoked_at = now(), revoked_because = 'revoked'
    where access_tokens.id = ${id} and access_tokens.user_id = ${userId} and access_tokens.revoked_at is null
    returning access_tokens.kind, ${idleMs} as "idleMs"`.execute(tx)
  return rows[0]
}

/** Ends every session of the user, but the one with this number; numbers begin with 1. */
export async function revokeTokens(tx: Kysely<Schema>, userId: string, except = 0): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    update access_tokens set revoked_at = now(), revoked_because = 'revoked'
    where access_tokens.user_id = ${userId} and access_tokens.revoked_at is null and access_tokens.id <> ${except}
    returning access_tokens.kind, ${idleMs} as "idleMs"`.execute(tx)
  return rows
}

/** Ended sessions are kept for a month, to distinguish a replaced one from an unknown one. */
export async function forgetEndedTokens(tx: Kysely<Schema>, userId: string): Promise<void> {
  await tx
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('revoked_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

/** Milliseconds since the last use, as a column. */
export const idleMs = sql`(extract(epoch from clock_timestamp() - access_tokens.last_used_at) * 1000)::float8`

/** Ends every session of the installation. @returns how many there were */
export async function endAllSessions(tx: Queryable): Promise<number> {
  const { rowCount } = await tx.query(
    `update access_tokens set revoked_at = now(), revoked_because = 'revoked' where revoked_at is null`,
  )
  return rowCount ?? 0
}
