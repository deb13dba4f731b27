import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ClientKind } from '@bugle/protocol'

/** Days of rest after which a session ends, by kind; each use begins them anew. */
export const idleDays: Record<ClientKind, number> = { web: 30, mobile: 180, cli: 180 }

/** What the tables know of a token. */
export interface TokenRecord {
  id: number
  userId: string
  kind: ClientKind
  secretHash: Buffer
  isExpired: boolean
  revokedBecause: 'replaced' | 'logout' | 'revoked' | null
  /** True when its last use was written down a minute ago or more. */
  isStale: boolean
  organizationIds: string[]
}

/** Who a live token speaks for. */
export interface LiveSession {
  userId: string
  tokenId: number
  kind: ClientKind
  organizationIds: string[]
}

/** A secret of 256 bits and what is kept of it. */
export function newSecret(): { secret: string; secretHash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: hashOf(secret) }
}

/** `<id>|<secret>`, as clients hold it. */
export function writeToken(id: number, secret: string): string {
  return `${id}|${secret}`
}

/** The parts of a token, or undefined when the text has another form. */
export function parseToken(text: string): { id: number; secret: string } | undefined {
  const match = /^([1-9]\d{0,14})\|([\w-]{1,100})$/.exec(text)
  return match === null ? undefined : { id: Number(match[1]), secret: match[2]! }
}

/** A random secret needs no slow hash: it cannot be guessed, and this runs on every request. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether the secret is the token's, compared in constant time. */
export function isSecretOf(token: TokenRecord, secret: string): boolean {
  return timingSafeEqual(token.secretHash, hashOf(secret))
}
