import type { ClientKind } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { type IdleLimits, isIdleTooLong, type TokenRecord, touchMs } from './access-token.ts'

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
export async function insertToken(tx: Tx, token: NewToken): Promise<number> {
  const { userId, kind, secretHash, device, address, sso } = token
  const ssoAt = sso === null ? null : (sso.at ?? sql`now()`)
  const [inserted] = await rowsOf(
    tx,
    sql<{ id: number }>`
      insert into access_tokens (user_id, kind, secret_hash, device, address, identity_id, sso_at)
      values (${userId}, ${kind}, ${secretHash}, ${device}, ${address}, ${sso?.identityId ?? null}, ${ssoAt})
      returning access_tokens.id`,
  )
  return inserted!.id
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
export async function findToken(db: Queryable, id: number): Promise<TokenRecord | undefined> {
  const statement = sql<TokenRecord>`
    select access_tokens.id, access_tokens.user_id as "userId", access_tokens.kind,
      access_tokens.secret_hash as "secretHash", access_tokens.revoked_because as "revokedBecause",
      ${idleMs} as "idleMs",
       (extract(epoch from clock_timestamp() - access_tokens.sso_at) * 1000)::float8 as "ssoAgeMs"
    from access_tokens
    where access_tokens.id = ${id}`
  const [token] = await rowsOf(db, statement, 'find-access-token')
  return token
}

/** Returns the owner of a live session. */
export async function findSessionOwner(
  db: Queryable,
  id: number,
  secretHash: Buffer,
): Promise<{ id: number; userId: string; owner: string } | undefined> {
  const [found] = await rowsOf(
    db,
    sql<{ id: number; userId: string; owner: string }>`
      select t.id, u.id as "userId", u.email as owner from access_tokens t join users u on u.id = t.user_id
      where t.id = ${id} and t.secret_hash = ${secretHash} and t.revoked_at is null`,
  )
  return found
}

/** Returns what became of a session: a forgotten one was ended long ago. */
export async function findSessionState(
  db: Queryable,
  idle: IdleLimits,
  id: number,
): Promise<'live' | 'replaced' | 'idle' | 'ended'> {
  const token = await findToken(db, id)
  if (token === undefined || (token.revokedBecause !== null && token.revokedBecause !== 'replaced')) return 'ended'
  if (isIdleTooLong(token, idle)) return 'idle'
  return token.revokedBecause ?? 'live'
}

/** Sessions of a user that were not ended, the latest first. */
export async function findSessions(db: Queryable, userId: string): Promise<SessionRecord[]> {
  return rowsOf(
    db,
    sql<SessionRecord>`
      select access_tokens.id, access_tokens.kind, access_tokens.device, access_tokens.address,
        access_tokens.created_at as "createdAt", access_tokens.last_used_at as "lastUsedAt", ${idleMs} as "idleMs"
      from access_tokens
      where access_tokens.user_id = ${userId} and access_tokens.revoked_at is null
      order by access_tokens.id desc`,
  )
}

/**
 * Ends the sessions that no identity provider vouches for, of an organization's members or of one of them, if the
 * organization requires single sign-on. Owners keep theirs.
 */
export async function endPasswordSessions(tx: Tx, organizationId: string, userId: string | null = null): Promise<void> {
  await execute(
    tx,
    sql`
      update access_tokens set revoked_at = now(), revoked_because = 'revoked'
      from memberships join organizations on organizations.id = memberships.organization_id
      where memberships.organization_id = ${organizationId} and memberships.role <> 'owner' and organizations.require_sso
        and (${userId}::uuid is null or memberships.user_id = ${userId})
        and access_tokens.user_id = memberships.user_id
        and access_tokens.sso_at is null and access_tokens.revoked_at is null`,
  )
}

/** Whether the identity provider vouches for a session. */
export async function isBySso(db: Queryable, tokenId: number): Promise<boolean> {
  const found = await execute(
    db,
    sql`
      select 1 from access_tokens where id = ${tokenId} and sso_at is not null and revoked_at is null`,
  )
  return found > 0
}

/** Ends the sessions that were opened by an identity of a user. */
export async function endSessionsOf(tx: Tx, userId: string, identityId: number): Promise<void> {
  await execute(
    tx,
    sql`
      update access_tokens set revoked_at = now(), revoked_because = 'revoked'
      where user_id = ${userId} and identity_id = ${identityId} and revoked_at is null`,
  )
}

/** Records the use of a token, which restarts its idle time: at most one write a minute. */
export async function touchToken(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    sql`
      update access_tokens set last_used_at = now()
      where access_tokens.id = ${id} and access_tokens.revoked_at is null
        and ${idleMs} >= ${touchMs}::float8`,
  )
}

/**
 * Ends live sessions of a kind for a new login, the longest unused first, so that there are as many as may be with it. The
 * caller must have locked the user's row.
 */
export async function revokeReplaced(tx: Tx, userId: string, kind: ClientKind, sessionsPerKind: number): Promise<void> {
  await execute(
    tx,
    sql`
      update access_tokens set revoked_at = now(), revoked_because = 'replaced'
      where access_tokens.id in (
        select o.id from access_tokens o where o.user_id = ${userId} and o.kind = ${kind} and o.revoked_at is null
        order by o.last_used_at desc, o.id desc offset ${sessionsPerKind - 1})`,
  )
}

/** Ends the caller's own session; false if it had already ended. */
export async function endSession(db: Queryable, id: number): Promise<boolean> {
  const ended = await execute(
    db,
    sql`
      update access_tokens set revoked_at = now(), revoked_because = 'logout'
      where access_tokens.id = ${id} and access_tokens.revoked_at is null`,
  )
  return ended > 0
}

/** A session that was ended; it may have been idle for too long before. */
export type EndedSession = Pick<SessionRecord, 'kind' | 'idleMs'>

/** Ends one session of the user; undefined when there is no such session. */
export async function revokeToken(tx: Tx, userId: string, id: number): Promise<EndedSession | undefined> {
  const rows = await rowsOf(
    tx,
    sql<EndedSession>`
      update access_tokens set revoked_at = now(), revoked_because = 'revoked'
      where access_tokens.id = ${id} and access_tokens.user_id = ${userId} and access_tokens.revoked_at is null
      returning access_tokens.kind, ${idleMs} as "idleMs"`,
  )
  return rows[0]
}

/** Ends every session of the user, but the one with this number; numbers begin with 1. */
export async function revokeTokens(tx: Tx, userId: string, except = 0): Promise<EndedSession[]> {
  return rowsOf(
    tx,
    sql<EndedSession>`
      update access_tokens set revoked_at = now(), revoked_because = 'revoked'
      where access_tokens.user_id = ${userId} and access_tokens.revoked_at is null and access_tokens.id <> ${except}
      returning access_tokens.kind, ${idleMs} as "idleMs"`,
  )
}

/** Ended sessions are kept for a month, to distinguish a replaced one from an unknown one. */
export async function forgetEndedTokens(tx: Tx, userId: string): Promise<void> {
  await execute(
    tx,
    sql`
      delete from access_tokens
      where access_tokens.user_id = ${userId} and access_tokens.revoked_at < now() - interval '30 days'`,
  )
}

/** Milliseconds since the last use, as a column. */
export const idleMs = sql`(extract(epoch from clock_timestamp() - access_tokens.last_used_at) * 1000)::float8`

/** Ends every session of the installation. @returns how many there were */
export async function endAllSessions(tx: Queryable): Promise<number> {
  const rowCount = await execute(
    tx,
    sql`update access_tokens set revoked_at = now(), revoked_because = 'revoked' where revoked_at is null`,
  )
  return rowCount
}
