import type { ClientKind } from '@bugle/protocol'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { idleDays, type TokenRecord } from './access-token.ts'

export interface NewToken {
  userId: string
  kind: ClientKind
  secretHash: Buffer
  device: string | null
  address: string
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
      expires_at: expiryOf(token.kind),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The token, dead or alive, with the organizations that its user may act in. */
export async function findToken(db: Kysely<Schema>, id: number): Promise<TokenRecord | undefined> {
  const { rows } = await sql<TokenRecord>`
    select access_tokens.id, access_tokens.user_id as "userId", access_tokens.kind,
      access_tokens.secret_hash as "secretHash", access_tokens.revoked_because as "revokedBecause",
      coalesce(access_tokens.expires_at <= now(), false) as "isExpired",
      access_tokens.last_used_at < now() - interval '1 minute' as "isStale",
      array(
        select memberships.organization_id::text from memberships
        where memberships.user_id = access_tokens.user_id
        order by memberships.created_at, memberships.organization_id
      ) as "organizationIds"
    from access_tokens
    where access_tokens.id = ${id}`.execute(db)
  return rows[0]
}

/** Notes that a token was used, and lets its idle time begin anew: at most one write a minute. */
export async function touchToken(db: Kysely<Schema>, { id, kind }: TokenRecord): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: sql`now()`, expires_at: expiryOf(kind) })
    .where('id', '=', id)
    .where('last_used_at', '<', sql<Date>`now() - interval '1 minute'`)
    .where('revoked_at', 'is', null)
    .execute()
}

/** A new login ends the live session of its kind. The user's row must be locked. */
export async function revokeReplaced(tx: Kysely<Schema>, userId: string, kind: ClientKind): Promise<void> {
  await tx
    .updateTable('access_tokens')
    .set({ revoked_at: sql`now()`, revoked_because: 'replaced' })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeToken(db: Kysely<Schema>, id: number, because: 'logout' | 'revoked'): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ revoked_at: sql`now()`, revoked_because: because })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends every session of the user, but the one with this number. @returns how many */
export async function revokeTokens(tx: Kysely<Schema>, userId: string, except?: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('access_tokens')
    .set({ revoked_at: sql`now()`, revoked_because: 'revoked' })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ended sessions are kept a month, to tell a replaced one from an unknown one; then nobody asks any more. */
export async function forgetEndedTokens(tx: Kysely<Schema>, userId: string): Promise<void> {
  await tx
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('revoked_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

function expiryOf(kind: ClientKind) {
  return sql<Date>`now() + make_interval(days => ${idleDays[kind]})`
}
