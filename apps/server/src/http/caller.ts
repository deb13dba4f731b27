import type { ClientKind } from '@bugle/protocol'
import { Refusal } from '../refusal.ts'

/** Who sends a request. Every query of a domain is limited to these organizations. */
export interface Caller {
  userId: string
  tokenId: number
  kind: ClientKind
  organizationIds: string[]
}

/** Finds the caller of a bearer token, or refuses with `unauthenticated` or `session_replaced`. */
export type Authenticate = (token: string) => Promise<Caller>

/** The token of `Authorization: Bearer …`; the scheme's case does not matter. */
export function bearerOf(header: string | undefined): string {
  const match = /^bearer +(\S+) *$/i.exec(header ?? '')
  if (match === null) throw new Refusal('unauthenticated')
  return match[1]!
}
