import type { ClientKind, Scope } from '@bugle/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { isSameOrigin } from './same-origin.ts'

/** Sender of a request. Every query of a domain is limited to these organizations. */
export interface Caller {
  userId: string
  /** Number of the session or, if the kind is api, of the API token. */
  tokenId: number
  kind: ClientKind | 'api'
  /** Rights of an API token; a session has all of them. */
  scopes?: readonly Scope[]
  organizationIds: string[]
}

/** Finds the caller of a bearer token, or refuses with `unauthenticated` or `session_replaced`. */
export type Authenticate = (token: string) => Promise<Caller>

/** Refuses a project that is not the caller's with `not_found`. */
export type Authorize = (caller: Caller, projectId: number) => Promise<void>

/**
 * Identifies the caller of a request by its Authorization header or, without one, by the dashboard's cookie. A write
 * with the cookie must come from the dashboard's own origin.
 *
 * @param scope what an API token needs; without one, API tokens are refused
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

/** Extracts the token of `Authorization: Bearer …`; the scheme is case-insensitive. */
function bearerOf(header: string | undefined): string {
  const match = /^bearer +(\S+) *$/i.exec(header ?? '')
  if (match === null) throw new Refusal('unauthenticated')
  return match[1]!
}
