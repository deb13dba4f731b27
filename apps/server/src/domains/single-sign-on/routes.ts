import {
  type ClientKind,
  FinishSsoBody,
  IdentityList,
  LinkSsoBody,
  LinkSsoResponse,
  LoginOutcome,
  StartIdentityBody,
  StartIdentityResponse,
  StartSsoQuery,
  type TotpChallenge,
} from '@bugle/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { transaction } from '../../db/database.ts'
import {
  type App,
  endpoint,
  isSameOrigin,
  numberOf,
  originOf,
  type PageKind,
  recognizeBrowser,
} from '../../http/index.ts'
import { ProviderUnreachable } from '../../ports/identity-provider.ts'
import { Refusal } from '../../refusal.ts'
import { recordAudit } from '../accounts/index.ts'
import { confirmPassword, endSessionsOf, proofOf } from '../auth/index.ts'
import { deleteIdentity, findIdentitiesOf } from './identity-store.ts'
import { isInternalPath, isProgramAddress, PendingCookie, type PendingLogin } from './pending-login.ts'
import {
  finishAtProvider,
  finishInProgram,
  proveAccount,
  type SignedIn,
  type SingleSignOnDeps,
  withQuery,
} from './sign-in.ts'

export interface SingleSignOnRouteDeps extends SingleSignOnDeps {
  /** Public origin: the provider returns to it, whatever the Host header says. */
  url: string
  /** How people call the provider. */
  name: string
}

const callback = '/api/auth/oidc/callback'
const redirected = Type.Null({ description: 'A redirect.' })

/** Mounts logins by an identity provider, in browsers, command lines and apps, and the identities of an account. */
export function mountSingleSignOn(app: App, deps: SingleSignOnRouteDeps): void {
  const cookie = new PendingCookie(deps.sealer, { url: deps.url, now: deps.now })
  mountStart(app, deps, cookie)
  mountCallback(app, deps, cookie)
  mountPrograms(app, deps)
  mountLink(app, deps, cookie)
  mountIdentities(app, deps, cookie)
}

/** Sends the browser to the provider. */
async function begin(
  { provider, url }: SingleSignOnRouteDeps,
  cookie: PendingCookie,
  reply: FastifyReply,
  login: Omit<PendingLogin, 'step' | 'state' | 'nonce' | 'verifier'>,
): Promise<string> {
  if (provider === undefined) throw new Refusal('sso_off')
  try {
    const { url: address, ...secrets } = await provider.begin(`${url}${callback}`)
    reply.header('set-cookie', cookie.write({ step: 'provider', ...login, ...secrets }))
    return address
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw new Refusal('sso_unreachable', { retryAfterSeconds: 10 })
    throw error
  }
}

function mountStart(app: App, deps: SingleSignOnRouteDeps, cookie: PendingCookie): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/auth/oidc/start',
    summary: 'Begin a login by the identity provider',
    description: [
      'For browsers. With `client` cli or mobile, the browser returns to `redirect` (a loopback address, or the app’s',
      'own link) with a `code` for POST /api/auth/oidc/finish; `challenge` is the base64url sha256 of its verifier.',
    ].join(' '),
    tag: 'Accounts',
    access: 'public',
    query: StartSsoQuery,
    status: 302,
    response: redirected,
    refusals: ['sso_off', 'sso_unreachable'],
    handler: async ({ query, reply }) => {
      const login = { ...loginOf(query), linkTo: undefined }
      return reply.redirect(await begin(deps, cookie, reply, login))
    },
  })
}

function loginOf({ client: kind = 'web', redirect, challenge, next }: StartSsoQuery) {
  const isProgram = kind !== 'web'
  if (isProgram && (redirect === undefined || !isProgramAddress(redirect)))
    throw new Refusal('invalid_parameter', {
      errors: { redirect: ['must be http://127.0.0.1:PORT/…, or the link of the app'] },
    })
  if (isProgram && challenge === undefined)
    throw new Refusal('invalid_parameter', { errors: { challenge: ['is required with client cli or mobile'] } })
  const page = next !== undefined && isInternalPath(next) ? next : '/'
  return {
    kind: isProgram ? (kind as ClientKind) : pageOf(page),
    next: page,
    program: isProgram ? { redirect: redirect!, challenge: challenge! } : undefined,
  }
}

/** The kind of session of the page where a login ends: the mobile app's, or the dashboard. */
function pageOf(next: string | undefined): PageKind {
  return next?.startsWith('/m/') === true ? 'mobile' : 'web'
}

function mountCallback(app: App, deps: SingleSignOnRouteDeps, cookie: PendingCookie): void {
  endpoint(app, {
    method: 'GET',
    url: callback,
    summary: 'Return from the identity provider',
    description: 'The provider sends browsers here. Ends at the dashboard, or at the program that began the login.',
    tag: 'Accounts',
    access: 'public',
    status: 302,
    response: redirected,
    handler: async ({ request, reply }) => {
      const pending = cookie.read(request.headers.cookie, 'provider')
      reply.header('set-cookie', cookie.clear())
      if (pending === undefined) return reply.redirect(failure(deps, undefined, 'sso_expired'))
      try {
        const response = new URL(`${deps.url}${callback}${request.raw.url!.slice(callback.length)}`)
        const signedIn = await finishAtProvider(deps, pending, response, browserOf(request, reply))
        return reply.redirect(addressAfter(app, deps, { cookie, reply, signedIn, next: pending.next }))
      } catch (error) {
        if (!(error instanceof Refusal) && !(error instanceof ProviderUnreachable)) throw error
        const code = error instanceof Refusal ? error.code : 'sso_unreachable'
        return reply.redirect(failure(deps, pending, code))
      }
    },
  })
}

interface After {
  cookie: PendingCookie
  reply: FastifyReply
  signedIn: SignedIn
  next: string
}

/** Keeps what the browser needs, and returns where it goes. */
function addressAfter(app: App, { url }: SingleSignOnRouteDeps, { cookie, reply, signedIn, next }: After): string {
  switch (signedIn.kind) {
    case 'program':
      // The person is asked first: any program can begin a login, and the provider need not ask.
      return `${url}/continue#${new URLSearchParams({ to: signedIn.redirect })}`
    case 'linked':
      return `${url}/account/security`
    case 'link':
      reply.header('set-cookie', cookie.write(signedIn.pending))
      return `${url}/connect#${new URLSearchParams({ email: signedIn.pending.email })}`
    case 'session': {
      const { outcome } = signedIn
      if ('totp_token' in outcome)
        return `${url}${signInPage(next)}?${new URLSearchParams({ next })}#${secondStepOf(outcome)}`
      reply.header('set-cookie', app.sessionCookie.write(outcome.token, pageOf(next)))
      return `${url}${next}`
    }
  }
}

/** The rest of a login, for the fragment, which reaches no log. */
function secondStepOf({ totp_token, factors }: TotpChallenge): URLSearchParams {
  return new URLSearchParams({ totp: totp_token, ...(factors && { factors: factors.join(' ') }) })
}

function failure({ url }: SingleSignOnRouteDeps, pending: PendingLogin | undefined, code: string): string {
  if (pending?.program !== undefined) return withQuery(pending.program.redirect, { error: code })
  return `${url}${signInPage(pending?.next)}#${new URLSearchParams({ sso: code })}`
}

/** Whether a login began in the mobile app or in the dashboard says where it ends. */
function signInPage(next: string | undefined): string {
  return pageOf(next) === 'mobile' ? '/m/sign-in' : '/sign-in'
}

function mountPrograms(app: App, deps: SingleSignOnRouteDeps): void {
  endpoint(app, {
    method: 'POST',
    url: '/api/auth/oidc/finish',
    summary: 'Finish a login of a command line or an app',
    description: 'The response is that of a login. A code is good once and for two minutes.',
    tag: 'Accounts',
    access: 'public',
    body: FinishSsoBody,
    response: LoginOutcome,
    refusals: ['sso_failed', 'account_disabled'],
    handler: ({ body, request }) => finishInProgram(deps, body, placeOf(request)),
  })
}

function mountLink(app: App, deps: SingleSignOnRouteDeps, cookie: PendingCookie): void {
  endpoint(app, {
    method: 'POST',
    url: '/api/auth/oidc/link',
    summary: 'Link an identity to the account that has its e-mail address',
    description:
      'Once, with the password of the account and, where it is on, its second factor. The browser has the identity in a cookie.',
    tag: 'Accounts',
    access: 'public',
    body: LinkSsoBody,
    response: LinkSsoResponse,
    refusals: ['sso_expired', 'sso_taken', 'invalid_credentials', 'invalid_totp', 'rate_limited', 'origin_mismatch'],
    handler: async ({ body, request, reply }) => {
      if (!isSameOrigin(request.headers.origin, app.publicUrl)) throw new Refusal('origin_mismatch')
      const pending = cookie.read(request.headers.cookie, 'account')
      if (pending === undefined) throw new Refusal('sso_expired')
      const isProven = body.code != null || body.recovery_code != null
      const given = { password: body.password, proof: isProven ? proofOf(body) : undefined }
      const signedIn = await proveAccount(deps, pending, given, browserOf(request, reply))
      if (signedIn === 'needs_totp') return { requires_totp: true, redirect: null }
      reply.header('set-cookie', cookie.clear())
      const redirect = addressAfter(app, deps, { cookie, reply, signedIn, next: pending.next })
      return { requires_totp: false, redirect }
    },
  })
}

function mountIdentities(app: App, deps: SingleSignOnRouteDeps, cookie: PendingCookie): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/me/identities',
    summary: 'List the identities that are linked to your account',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: IdentityList,
    handler: async ({ caller }) => ({
      provider: deps.provider === undefined ? null : { name: deps.name },
      identities: (await findIdentitiesOf(deps.db, caller.userId)).map((row) => ({
        id: row.id,
        issuer: row.issuer,
        email: row.emailAtLink,
        linked_at: row.linkedAt.toISOString(),
        last_login_at: row.lastLoginAt?.toISOString() ?? null,
      })),
    }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/identities',
    summary: 'Start linking an identity to your account',
    description: 'Open the address in the same browser.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: StartIdentityBody,
    response: StartIdentityResponse,
    refusals: ['wrong_password', 'rate_limited', 'sso_off', 'sso_unreachable'],
    handler: async ({ caller, body, request, reply }) => {
      const { address } = originOf(request)
      await confirmPassword(deps, caller.userId, { field: 'password', password: body.password, address })
      const login = { kind: 'web' as const, next: '/', program: undefined, linkTo: caller.userId }
      return { url: await begin(deps, cookie, reply, login) }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me/identities/:id',
    summary: 'Unlink an identity',
    description: [
      'Sessions that were opened by it end, this one included. Without a password, a mailed link sets one:',
      'POST /api/auth/password/forgot.',
    ].join(' '),
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    handler: ({ caller: { userId }, params, request }) =>
      transaction(deps.db, async (tx) => {
        await endSessionsOf(tx, userId, numberOf(params.id))
        if (!(await deleteIdentity(tx, userId, numberOf(params.id)))) throw new Refusal('not_found')
        await recordAudit(tx, { userId, action: 'identity.unlinked', origin: originOf(request) })
        return undefined
      }),
  })
}

function browserOf(request: FastifyRequest, reply: FastifyReply) {
  return { ...placeOf(request), browser: recognizeBrowser(request, reply) }
}

function placeOf(request: FastifyRequest): { address: string; device: string | null } {
  const { address, device } = originOf(request)
  return { address, device }
}
