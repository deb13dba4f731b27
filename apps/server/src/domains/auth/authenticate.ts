import type { Database } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { isSecretOf, type LiveSession, parseToken } from './access-token.ts'
import { findToken, touchToken } from './access-token-store.ts'

export interface AuthenticateDeps {
  database: Database
}

/** Asks the database each time, so that a revoked token is dead at the very next request in every process. */
export function createAuthenticate({
  database: { kysely },
}: AuthenticateDeps): (token: string) => Promise<LiveSession> {
  return async (text) => {
    const parts = parseToken(text)
    const token = parts && (await findToken(kysely, parts.id))
    if (parts === undefined || token === undefined || !isSecretOf(token, parts.secret))
      throw new Refusal('unauthenticated')
    if (token.revokedBecause === 'replaced') throw new Refusal('session_replaced')
    if (token.revokedBecause !== null || token.isExpired) throw new Refusal('unauthenticated')
    if (token.isStale) await touchToken(kysely, token)
    const { userId, kind, organizationIds } = token
    return { userId, tokenId: token.id, kind, organizationIds }
  }
}
