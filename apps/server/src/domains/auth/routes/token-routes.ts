import {
  type AccessToken,
  AccessTokenList,
  type ApiToken,
  ApiTokenPage,
  CreateApiTokenBody,
  CreateApiTokenResponse,
  RevokedCount,
} from '@bugle/protocol'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { type App, type Caller, endpoint, listEndpoint, numberOf, originOf } from '../../../http/index.ts'
import {
  type ApiTokenRecord,
  createApiToken,
  expiryOf,
  findApiTokens,
  findSessions,
  type IdleLimits,
  isIdleTooLong,
  type Owner,
  revokeApiToken,
  revokeOthers,
  revokeSession,
  type SessionRecord,
} from '../tokens/index.ts'

export interface TokenRouteDeps {
  db: Database
  idle: IdleLimits
  now: () => Date
}

/** The list of sessions and of API tokens, and how each ends. */
export function mountTokenRoutes(app: App, { db, idle, now }: TokenRouteDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/me/tokens',
    summary: 'List your sessions, newest first',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: AccessTokenList,
    handler: async ({ caller }) => {
      const sessions = await findSessions(db, caller.userId)
      const live = sessions.filter((session) => !isIdleTooLong(session, idle))
      return { tokens: live.map((session) => toAccessToken(session, idle, caller)) }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me/tokens/:id',
    summary: 'End another of your sessions',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    refusals: ['cannot_revoke_current'],
    handler: ({ caller, params, request }) =>
      revokeSession(db, idle, ownerOf(caller, request), numberOf(params.id)).then(() => undefined),
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me/tokens/others',
    summary: 'End all your other sessions',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: RevokedCount,
    handler: async ({ caller, request }) => ({ revoked_count: await revokeOthers(db, idle, ownerOf(caller, request)) }),
  })

  listEndpoint(app, {
    url: '/api/me/api-tokens',
    summary: 'List your API tokens, newest first',
    tag: 'Accounts',
    scope: 'own_account',
    response: ApiTokenPage,
    find: ({ caller }, { after, limit }) => findApiTokens(db, caller.userId, { before: after?.id, limit }),
    positionOf: ({ id }) => ({ id }),
    show: (tokens) => ({ api_tokens: tokens.map(toApiToken) }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/api-tokens',
    summary: 'Create an API token for a program',
    description:
      'Apart from sessions: no login ends it. It acts for you within its scopes, and never on your account or sessions. The only answer that shows it.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: CreateApiTokenBody,
    status: 201,
    response: CreateApiTokenResponse,
    handler: async ({ caller, body, request }) => {
      const { apiToken, text } = await createApiToken(db, ownerOf(caller, request), body, now())
      return { api_token: toApiToken(apiToken), token: text }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me/api-tokens/:id',
    summary: 'Delete an API token',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    handler: ({ caller, params, request }) =>
      revokeApiToken(db, ownerOf(caller, request), numberOf(params.id)).then(() => undefined),
  })
}

/** The caller's own account, for changes to it. */
export function ownerOf({ userId, tokenId }: Caller, request: FastifyRequest): Owner {
  return { ...originOf(request), userId, tokenId }
}

function toAccessToken(session: SessionRecord, idle: IdleLimits, caller: Caller): AccessToken {
  return {
    id: session.id,
    name: session.kind,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: expiryOf(session, idle)?.toISOString() ?? null,
    device: session.device,
    address: session.address,
    is_current: session.id === caller.tokenId,
  }
}

export function toApiToken({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: ApiTokenRecord): ApiToken {
  return {
    id,
    name,
    scopes,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
  }
}
