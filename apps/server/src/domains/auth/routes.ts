import { type ClientKind, clientKinds, LoginAnswer, LoginBody, RegisterAnswer, RegisterBody } from '@bugle/protocol'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Database } from '../../db/database.ts'
import { type App, addressOf, endpoint } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { toRegisteredUser, toUser } from '../accounts/index.ts'
import { revokeToken } from './access-token-store.ts'
import { logIn } from './log-in.ts'
import type { LoginLimits } from './login-limit.ts'
import type { Passwords } from './passwords.ts'
import { register } from './register.ts'
import type { Client } from './sessions.ts'

export interface AuthDeps {
  database: Database
  passwords: Passwords
  limits: LoginLimits
  now: () => Date
}

const clientHeader = Type.Object({
  'x-service-client': Type.Optional(
    Type.String({ description: 'Kind of the session: `cli`, `mobile` (the default) or `web`.' }),
  ),
})

export function mountAuthRoutes(app: App, { database, ...rest }: AuthDeps): void {
  const deps = { db: database.kysely, ...rest }

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/register',
    summary: 'Create an account and start its trial',
    tag: 'Accounts',
    access: 'public',
    headers: clientHeader,
    body: RegisterBody,
    status: 201,
    answer: RegisterAnswer,
    refusals: ['email_taken', 'unknown_client', 'rate_limited'],
    handler: async ({ body, request }) => {
      const { user, token } = await register(deps, body, clientOf(request))
      return { user: toRegisteredUser(user), token }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/login',
    summary: 'Log in, ending the older session of the same kind',
    tag: 'Accounts',
    access: 'public',
    headers: clientHeader,
    body: LoginBody,
    answer: LoginAnswer,
    refusals: ['invalid_credentials', 'unknown_client', 'rate_limited'],
    handler: async ({ body, request }) => {
      const { user, token } = await logIn(deps, body, clientOf(request))
      return { user: toUser(user), token }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/logout',
    summary: 'End this session',
    tag: 'Accounts',
    access: 'caller',
    handler: ({ caller }) => revokeToken(database.kysely, caller.tokenId, 'logout').then(() => undefined),
  })
}

function clientOf(request: FastifyRequest): Client {
  return {
    kind: clientKindOf(request.headers['x-service-client']),
    device: request.headers['user-agent']?.slice(0, 200) ?? null,
    address: addressOf(request.ip),
  }
}

function clientKindOf(header: string | string[] | undefined): ClientKind {
  if (header === undefined) return 'mobile'
  const kind = clientKinds.find((known) => known === header)
  if (kind === undefined)
    throw new Refusal('unknown_client', {
      errors: { 'x-service-client': [`must be one of ${clientKinds.join(', ')}`] },
    })
  return kind
}
