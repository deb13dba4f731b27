import type { ClientKind, Role, Scope } from '@bugle/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { isSameOrigin } from './same-origin.ts'
import type { PageKind } from './session-cookie.ts'

/** Sender of a request. Every query of a domain is limited to the projects that `visible_projects` has for it. */
export interface Caller {
  /** The user or, for a token of an organization, the organization: a viewer of `visible_projects` in either case. */
  userId: string
  /** Number of the session or, if the kind is api, of the API token. */
  tokenId: number
  kind: ClientKind | 'api'
  /** Scopes of an API token; a session has those of its user's role. */
  scopes?: readonly Scope[]
  /** Set for a token that belongs to an organization rather than to a user. */
  organizationId?: string
  /** The scope that the endpoint names. A role without it is refused, and its projects are left out of lists. */
  needs?: Scope
}

/** Requirement that an endpoint for callers names: a scope, or that it is about the caller's own account, which no token may touch. */
export type Needs = Scope | 'own_account'

/**
 * Finds the caller of a token, or refuses with `unauthenticated`, `session_replaced` or `sso_expired`.
 *
 * @param isPage whether a browser sent it, as a cookie
 */
export type Authenticate = (token: string, isPage?: boolean) => Promise<Caller>

/**
 * Refuses a project that the caller cannot see with `not_found`, and one where the caller's role lacks the scope with
 * `insufficient_role`.
 */
export type Authorize = (caller: Caller, projectId: number, scope?: Scope) => Promise<void>

/** The same for an organization. Returns the caller's role. */
export type AuthorizeOrganization = (caller: Caller, organizationId: string) => Promise<Role>

/**
 * Identifies the caller of a request by its Authorization header or, without one, by the cookie of the dashboard or, if
 * the request names itself so, of the mobile app's page. A write with a cookie must come from our own origin.
 *
 * @param needs what the endpoint names
 */
export async function identify(app: FastifyInstance, request: FastifyRequest, needs: Needs): Promise<Caller> {
  const caller = await findCaller(app, request, needs)
  return needs === 'own_account' ? caller : { ...caller, needs }
}

async function findCaller(app: FastifyInstance, request: FastifyRequest, needs: Needs): Promise<Caller> {
  const { authorization, cookie, origin } = request.headers
  const lookUp = (token: string, isPage = false) =>
    app.callerShares.lookUp(request.ip, token, () => app.authenticate(token, isPage))
  if (authorization !== undefined) return allowed(await lookUp(bearerOf(authorization)), needs)
  const kind: PageKind = request.headers['x-service-client'] === 'mobile' ? 'mobile' : 'web'
  const token = app.sessionCookie.read(cookie, kind)
  if (token === undefined) throw new Refusal('unauthenticated')
  const caller = await lookUp(token, true)
  if (caller.kind !== kind) throw new Refusal('unauthenticated')
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  if (isWrite && !isSameOrigin(origin, app.publicUrl)) throw new Refusal('origin_mismatch')
  return caller
}

function allowed(caller: Caller, needs: Needs): Caller {
  if (caller.kind !== 'api') return caller
  if (needs === 'own_account' || caller.scopes?.includes(needs) !== true) throw new Refusal('insufficient_scope')
  return caller
}

/** Extracts the token of `Authorization: Bearer …`; the scheme is case-insensitive. */
function bearerOf(header: string | undefined): string {
  const match = /^bearer +(\S+) *$/i.exec(header ?? '')
  if (match === null) throw new Refusal('unauthenticated')
  return match[1]!
}
