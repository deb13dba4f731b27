import {
  CreateLoginCodeBody,
  LoginBody,
  LoginCode,
  LoginOutcome,
  LoginResponse,
  LoginTotpBody,
  RegisterBody,
  RegisterResponse,
  Registration,
  UseLoginCodeBody,
} from '@bugle/protocol'
import { type App, endpoint, originOf } from '../../../http/index.ts'
import { toRegisteredUser } from '../../accounts/index.ts'
import { isFirst, isOpen, type RegisterDeps, register } from '../account/index.ts'
import { completeLogin, createLoginCode, logIn, useLoginCode } from '../login/index.ts'
import { proofOf } from '../second-factor/index.ts'
import type { IdleLimits } from '../tokens/index.ts'
import { logOut } from '../tokens/index.ts'
import { type AccountRouteDeps, actorOf, mountOwnAccountRoutes } from './account-routes.ts'
import { clientHeader, clientOf, isOfPage, keepInBrowser } from './client-routes.ts'
import { mountPasskeyLogin, mountPasskeyRoutes } from './passkey-routes.ts'
import { mountTokenRoutes } from './token-routes.ts'
import { mountTotpRoutes } from './totp-routes.ts'

export interface AuthDeps extends RegisterDeps, AccountRouteDeps {
  idle: IdleLimits
}

/** Mounts registration, login, sessions, tokens, the second factor and the routes of one's own account. */
export function mountAuth(app: App, deps: AuthDeps): void {
  mountOwnAccountRoutes(app, deps)
  mountTokenRoutes(app, deps)
  mountTotpRoutes(app, deps)
  mountPasskeyRoutes(app, deps)
  mountRegistration(app, deps)
  mountLogin(app, deps)
  mountPasskeyLogin(app, deps)
}

function mountRegistration(app: App, deps: RegisterDeps): void {
  endpoint(app, {
    method: 'POST',
    url: '/api/auth/register',
    summary: 'Create an account and start its trial',
    tag: 'Accounts',
    access: 'public',
    headers: clientHeader,
    body: RegisterBody,
    status: 201,
    response: RegisterResponse,
    refusals: [
      'email_taken',
      'registration_closed',
      'link_expired',
      'invitation_for_other',
      'sso_required',
      'unknown_client',
      'rate_limited',
    ],
    handler: async ({ body, request, reply }) => {
      const client = clientOf(request, reply)
      const { user, token } = await register(deps, body, client)
      keepInBrowser(app, { request, reply, client, token })
      return { user: toRegisteredUser(user), token }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/auth/registration',
    summary: 'Check whether accounts can be created',
    description: 'Set by BUGLE_REGISTRATION. The first account of a server can always be created.',
    tag: 'Accounts',
    access: 'public',
    response: Registration,
    handler: async () => ({
      open: await isOpen(deps),
      first: await isFirst(deps),
      sso: deps.ssoName === undefined ? null : { name: deps.ssoName },
      passkeys: deps.relyingParty !== undefined,
      sessions_per_kind: deps.sessionsPerKind,
    }),
  })
}

function mountLogin(app: App, deps: RegisterDeps): void {
  endpoint(app, {
    method: 'POST',
    url: '/api/auth/login',
    summary: 'Log in, ending the previous session of the same kind',
    description:
      'With a second factor the response holds no token yet: complete the login with POST /api/auth/login/totp, or POST /api/auth/login/passkey where `factors` names one.',
    tag: 'Accounts',
    access: 'public',
    headers: clientHeader,
    body: LoginBody,
    response: LoginOutcome,
    refusals: ['invalid_credentials', 'account_disabled', 'unknown_client', 'rate_limited'],
    handler: async ({ body, request, reply }) => {
      const client = clientOf(request, reply)
      const outcome = await logIn(deps, body, client)
      if ('token' in outcome) keepInBrowser(app, { request, reply, client, token: outcome.token })
      return outcome
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/login/totp',
    summary: 'Complete a login with the second factor',
    description: 'Send `code` or `recovery_code`. A used code or an expired challenge is refused with 401.',
    tag: 'Accounts',
    access: 'public',
    headers: clientHeader,
    body: LoginTotpBody,
    response: LoginResponse,
    refusals: ['invalid_totp', 'challenge_expired', 'account_disabled', 'unknown_client', 'rate_limited'],
    handler: async ({ body, request, reply }) => {
      const client = clientOf(request, reply)
      const outcome = await completeLogin(deps, body.totp_token, proofOf(body), client)
      keepInBrowser(app, { request, reply, client, token: outcome.token })
      return outcome
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/links',
    summary: 'Create a code that signs in another client',
    description:
      'For a phone that reads it from the screen, as a QR code. Valid once and for two minutes; ends with this session or by a newer code. A session older than an hour needs the password.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: CreateLoginCodeBody,
    status: 201,
    response: LoginCode,
    refusals: ['password_needed', 'wrong_password', 'rate_limited'],
    handler: ({ caller, body, request }) => createLoginCode(deps, actorOf(caller, request), body),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/link',
    summary: 'Log in with a code that another session created',
    description: 'Like a login: it ends the previous session of the same kind. A second factor is not asked for again.',
    tag: 'Accounts',
    access: 'public',
    headers: clientHeader,
    body: UseLoginCodeBody,
    response: LoginResponse,
    refusals: ['login_code_expired', 'account_disabled', 'unknown_client', 'rate_limited'],
    handler: async ({ body, request, reply }) => {
      const client = clientOf(request, reply)
      const outcome = await useLoginCode(deps, body.code, client)
      keepInBrowser(app, { request, reply, client, token: outcome.token })
      return outcome
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/logout',
    summary: 'Log out',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    handler: async ({ caller, request, reply }) => {
      await logOut(deps.db, { ...originOf(request), userId: caller.userId, tokenId: caller.tokenId })
      if (isOfPage(request, caller.kind)) reply.header('set-cookie', app.sessionCookie.clear(caller.kind))
      return undefined
    },
  })
}
