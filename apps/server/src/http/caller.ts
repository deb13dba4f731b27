import type { ClientKind, Scope } from '@bugle/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { isSameOrigin } from './same-origin.ts'

/** Who sends a request. Every query of a domain is limited to these organizations. */
export interface Caller {
  userId: string
  /** The number of the session or, when the kind is api, of the API token. */
  tokenId: number
  kind: ClientKind | 'api'
  /** What an API token may do; a session may do everything. */
  scopes?: readonly Scope[]
  organizationIds: string[]
}

/** Finds the caller of a bearer token, or refuses with `unauthenticated` or `session_replaced`. */
export type Authenticate = (token: string) => Promise<Caller>

/** Refuses with `not_found` what is not the caller's project. */
export type Authorize = (caller: Caller, projectId: number) => Promise<void>

/**
 * The caller of a request: by its Authorization header, which wins, or by the cookie of the dashboard, and then a write
 * must come from the dashboard's own origin.
 *
 * @param scope what an API token needs; without one it is not let in at all
 */
export async function identify(
  app: FastifyInstance,
  request: FastifyRequest,
  scope: Scope | undefined,
): Promise<Caller> {
  const { authorization, cookie, origin } = request.headers
  if (authorization !== undefined) return allowed(await app.authenticate(bearerOf(authorization)), scope)
  const token = app.sessionCookie.read(cookie)
  if (token === undefined) throw new Refusal('unauthenticated')
  const caller = await app.authenticate(token)
  if (caller.kind !== 'web') throw new Refusal('unauthenticated')
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  if (isWrite && !isSameOrigin(origin, app.publicUrl)) throw new Refusal('origin_mismatch')
  return caller
}

function allowed(caller: Caller, scope: Scope | undefined): Caller {
  if (caller.kind !== 'api') return caller
  if (scope === undefined || caller.scopes?.includes(scope) !== true) throw new Refusal('insufficient_scope')
  return caller
}

/** The token of `Authorization: Bearer …`; the scheme's case does not matter. */
function bearerOf(header: string | undefined): string {
  const match = /^bearer +(\S+) *$/i.exec(header ?? '')
  if (match === null) throw new Refusal('unauthenticated')
  return match[1]!
}
