import type { Database } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import {
  hashOf,
  type IdleLimits,
  isIdleTooLong,
  isSecretOf,
  type LiveToken,
  parseToken,
  touchMs,
} from './access-token.ts'
import { findToken, touchToken } from './access-token-store.ts'
import { isApiToken } from './api-token.ts'
import { findApiToken, touchApiToken } from './api-token-store.ts'

export interface AuthenticateDeps {
  db: Database
  idle: IdleLimits
  /** Milliseconds after which a web session of an identity provider is renewed there; 0 is never. */
  ssoMaxAgeMs: number
}

/**
 * Asks the database each time, so that a revoked token is dead at the very next request in every process. A session of a page
 * is renewed at the identity provider from time to time, one of a program is not.
 */
export function createAuthenticate(deps: AuthenticateDeps): (token: string, isPage?: boolean) => Promise<LiveToken> {
  return (text, isPage = false) =>
    isApiToken(text) ? authenticateApiToken(deps.db, text) : authenticateSession(deps, text, isPage)
}

async function authenticateSession(
  { db, idle, ssoMaxAgeMs }: AuthenticateDeps,
  text: string,
  isPage: boolean,
): Promise<LiveToken> {
  const parts = parseToken(text)
  const token = parts && (await findToken(db, parts.id))
  if (parts === undefined || token === undefined || !isSecretOf(token, parts.secret))
    throw new Refusal('unauthenticated')
  if (token.revokedBecause === 'replaced') throw new Refusal('session_replaced')
  if (token.revokedBecause !== null || isIdleTooLong(token, idle)) throw new Refusal('unauthenticated')
  const isOfBrowser = isPage || token.kind === 'web'
  const isDue = ssoMaxAgeMs > 0 && isOfBrowser && (token.ssoAgeMs ?? 0) >= ssoMaxAgeMs
  if (isDue) throw new Refusal('sso_expired')
  if (token.idleMs >= touchMs) await touchToken(db, token.id)
  const { userId, kind } = token
  return { userId, tokenId: token.id, kind }
}

async function authenticateApiToken(db: Database, text: string): Promise<LiveToken> {
  const token = await findApiToken(db, hashOf(text))
  if (token === undefined) throw new Refusal('unauthenticated')
  if (token.isStale) await touchApiToken(db, token.id)
  const { userId, organizationId, scopes } = token
  const isOfOrganization = organizationId !== null
  return {
    userId: isOfOrganization ? organizationId : userId!,
    tokenId: token.id,
    kind: 'api',
    scopes,
    ...(isOfOrganization && { organizationId }),
  }
}
