import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ClientKind, Scope } from '@bugle/protocol'

/** Idle milliseconds after which a session of each kind ends; each use starts over. 0 is never. */
export type IdleLimits = Record<ClientKind, number>

/** A token as stored. */
export interface TokenRecord {
  id: number
  userId: string
  kind: ClientKind
  secretHash: Buffer
  revokedBecause: 'replaced' | 'logout' | 'revoked' | null
  /** Milliseconds since its last use, by the database's clock. */
  idleMs: number
  /** Milliseconds since the login by the identity provider; null for other logins. */
  ssoAgeMs: number | null
}

/** The owner of a live token. */
export interface LiveToken {
  /** The user or, for a token of an organization, the organization: whoever `visible_projects` has as a viewer. */
  userId: string
  /** Set for a token of an organization. */
  organizationId?: string
  /** The number of a session or, when the kind is api, of an API token. */
  tokenId: number
  kind: ClientKind | 'api'
  /** The scopes of an API token. */
  scopes?: Scope[]
}

/** Uses are written down this often at most. */
export const touchMs = 60_000

export function isIdleTooLong({ kind, idleMs }: { kind: ClientKind; idleMs: number }, idle: IdleLimits): boolean {
  return idle[kind] !== 0 && idleMs >= idle[kind]
}

/** When the session ends unless it is used before; null when it never does. */
export function expiryOf({ kind, lastUsedAt }: { kind: ClientKind; lastUsedAt: Date }, idle: IdleLimits): Date | null {
  return idle[kind] === 0 ? null : new Date(lastUsedAt.getTime() + idle[kind])
}

/** Returns a secret of 256 bits, and its stored hash. */
export function newSecret(): { secret: string; secretHash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: hashOf(secret) }
}

/** `<id>|<secret>`, as clients hold it. */
export function writeToken(id: number, secret: string): string {
  return `${id}|${secret}`
}

/** Returns the parts of a token, or undefined when the text has another form. */
export function parseToken(text: string): { id: number; secret: string } | undefined {
  const match = /^([1-9]\d{0,14})\|([\w-]{1,100})$/.exec(text)
  return match === null ? undefined : { id: Number(match[1]), secret: match[2]! }
}

/** Hashes a secret. A fast hash suffices: a random secret cannot be guessed, and this runs on every request. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether the secret is the token's, compared in constant time. */
export function isSecretOf(token: TokenRecord, secret: string): boolean {
  return timingSafeEqual(token.secretHash, hashOf(secret))
}
