import { type CreateApiTokenBody, limits } from '@bugle/protocol'
import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { type AuditOrigin, lockUser, recordAudit } from '../../accounts/index.ts'
import { hashOf, type IdleLimits, isIdleTooLong, parseToken } from './access-token.ts'
import { endSession, findSessionOwner, revokeToken, revokeTokens } from './access-token-store.ts'
import { isApiToken, newApiToken } from './api-token.ts'
import {
  type ApiTokenRecord,
  deleteApiToken,
  deleteToken,
  findApiTokenOwner,
  insertApiToken,
} from './api-token-store.ts'
import { endOf, planExpiryWarning } from './token-expiry.ts'

/** The acting user, with session and address. */
export interface Owner extends AuditOrigin {
  userId: string
  tokenId: number
}

/** Ends the calling session. */
export function logOut(db: Database, owner: Owner): Promise<void> {
  return asOwner(db, owner, async (tx) => {
    if (await endSession(tx, owner.tokenId)) await record(tx, owner, 'session.ended')
  })
}

/** Ends another session of its owner. An idle session past its limit counts as ended, as in the list. */
export async function revokeSession(db: Database, idle: IdleLimits, owner: Owner, id: number): Promise<void> {
  if (id === owner.tokenId) throw new Refusal('cannot_revoke_current')
  await asOwner(db, owner, async (tx) => {
    const session = await revokeToken(tx, owner.userId, id)
    if (session === undefined || isIdleTooLong(session, idle)) throw new Refusal('not_found')
    await record(tx, owner, 'session.revoked', { kind: session.kind, revoked_token_id: id })
  })
}

/** Ends every session of the owner but the calling one. @returns how many were alive */
export function revokeOthers(db: Database, idle: IdleLimits, owner: Owner): Promise<number> {
  return asOwner(db, owner, async (tx) => {
    const ended = await revokeTokens(tx, owner.userId, owner.tokenId)
    const count = ended.filter((session) => !isIdleTooLong(session, idle)).length
    if (count > 0) await record(tx, owner, 'session.revoked', { count })
    return count
  })
}

/** Ends every session of an account on behalf of an operator, within a transaction. */
export async function revokeSessionsByOperator(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId)
  await revokeTokens(tx, userId)
}

/**
 * Revokes the session or API token with this text on behalf of an operator, within a transaction.
 *
 * @returns whose it was, or undefined when no live token has the text
 */
export async function revokeTokenByOperator(
  tx: Tx,
  text: string,
): Promise<{ kind: 'session' | 'api'; owner: string } | undefined> {
  const parts = parseToken(text)
  const secretHash = hashOf(parts?.secret ?? text)
  const found = isApiToken(text)
    ? await findApiTokenOwner(tx, secretHash)
    : parts && (await findSessionOwner(tx, parts.id, secretHash))
  if (found === undefined) return undefined
  const { id, userId, owner } = found
  const details = { by: 'operator', revoked_token_id: id }
  if (isApiToken(text)) {
    await deleteToken(tx, id)
    if (userId !== null) await recordAudit(tx, { userId, action: 'api_token.revoked', details })
    return { kind: 'api', owner }
  }
  if (userId === null) return undefined
  await revokeToken(tx, userId, id)
  await recordAudit(tx, { userId, action: 'session.revoked', details })
  return { kind: 'session', owner }
}

/** Creates an API token. Its text is returned this once. */
export function createApiToken(
  db: Database,
  owner: Owner,
  { name, scopes, expires_in_days }: CreateApiTokenBody,
  now: Date,
): Promise<{ apiToken: ApiTokenRecord; text: string }> {
  const { text, secretHash } = newApiToken()
  const expiresAt = endOf(expires_in_days, now)
  return asOwner(db, owner, async (tx) => {
    const given = { userId: owner.userId, name, scopes: [...new Set(scopes)], secretHash, expiresAt }
    const apiToken = await insertApiToken(tx, given)
    if (apiToken === undefined)
      throw new Refusal('validation_failed', {
        message: `An account may have at most ${limits.apiTokens} API tokens. Delete one first.`,
        errors: { name: [`there are ${limits.apiTokens} already`] },
      })
    const token = { table: 'api_tokens', id: apiToken.id } as const
    await planExpiryWarning(tx, token, { owner: owner.userId, expiresAt, now })
    await record(tx, owner, 'api_token.created', { name, scopes: given.scopes.join(' ') })
    return { apiToken, text }
  })
}

export function revokeApiToken(db: Database, owner: Owner, id: number): Promise<void> {
  return asOwner(db, owner, async (tx) => {
    const name = await deleteApiToken(tx, owner.userId, id)
    if (name === undefined) throw new Refusal('not_found')
    await record(tx, owner, 'api_token.revoked', { name })
  })
}

/**
 * Changes of one account come one after the other: bounds on numbers hold, and none waits in a circle with the end of
 * the account.
 */
function asOwner<T>(db: Database, { userId }: Owner, change: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    if ((await lockUser(tx, userId)) === undefined) throw new Refusal('unauthenticated')
    return change(tx)
  })
}

function record(
  tx: Tx,
  { userId, ...origin }: Owner,
  action: Parameters<typeof recordAudit>[1]['action'],
  details: Record<string, string | number> = {},
): Promise<void> {
  return recordAudit(tx, { userId, action, origin, details })
}
