import {
  AddPasskeyBody,
  AddPasskeyResponse,
  type ErrorCode,
  LoginPasskeyBody,
  LoginResponse,
  Passkey,
  PasskeyCreation,
  PasskeyList,
  PasskeyLoginBody,
  PasskeyOptionsBody,
  PasskeyRequest,
  RemovePasskeyBody,
  RenamePasskeyBody,
  SecondFactorOptionsBody,
} from '@bugle/protocol'
import { type App, endpoint, numberOf, originOf } from '../../../http/index.ts'
import { addPasskey, beginPasskey, listPasskeys, namePasskey, removePasskey } from '../account/index.ts'
import {
  completeLoginByPasskey,
  type LoginDeps,
  logInByPasskey,
  requestLogin,
  requestSecondFactor,
} from '../login/index.ts'
import { actorOf } from './account-routes.ts'
import { clientHeader, clientOf, keepInBrowser } from './client-routes.ts'

/** Mounts the routes of the caller's passkeys. */
export function mountPasskeyRoutes(app: App, deps: LoginDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/me/passkeys',
    summary: 'List your passkeys, oldest first',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: PasskeyList,
    handler: ({ caller }) => listPasskeys(deps, caller.userId),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/passkeys/options',
    summary: 'Get what a browser needs to create a passkey',
    description: 'For `navigator.credentials.create`. A session older than an hour needs the password.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: PasskeyOptionsBody,
    response: PasskeyCreation,
    refusals: ['password_needed', 'wrong_password', 'passkeys_off', 'rate_limited'],
    handler: ({ caller, body, request }) => beginPasskey(deps, actorOf(caller, request), body.password),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/passkeys',
    summary: 'Add a passkey',
    description: 'With what `navigator.credentials.create` returned. From then on a login asks for a second factor.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: AddPasskeyBody,
    status: 201,
    response: AddPasskeyResponse,
    refusals: ['passkey_not_accepted', 'passkeys_off'],
    handler: ({ caller, body, request }) => addPasskey(deps, actorOf(caller, request), body),
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/me/passkeys/:id',
    summary: 'Rename a passkey',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: RenamePasskeyBody,
    response: Passkey,
    handler: ({ caller, params, body }) =>
      namePasskey(deps.db, { userId: caller.userId, id: numberOf(params.id), name: body.name }),
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me/passkeys/:id',
    summary: 'Remove a passkey',
    description: 'The recovery codes go with the last second factor.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: RemovePasskeyBody,
    refusals: ['wrong_password', 'rate_limited'],
    handler: ({ caller, params, body, request }) =>
      removePasskey(deps, actorOf(caller, request), { id: numberOf(params.id), password: body.password }).then(
        () => undefined,
      ),
  })
}

const loginRefusals = [
  'invalid_passkey',
  'challenge_expired',
  'account_disabled',
  'unknown_client',
  'passkeys_off',
  'rate_limited',
] satisfies ErrorCode[]

/** Mounts logins by a passkey: as the second factor, and instead of the password. */
export function mountPasskeyLogin(app: App, deps: LoginDeps): void {
  endpoint(app, {
    method: 'POST',
    url: '/api/auth/passkey/options',
    summary: 'Get what a browser needs to log in by a passkey',
    description: 'For `navigator.credentials.get`. The response is the same whoever asks.',
    tag: 'Accounts',
    access: 'public',
    response: PasskeyRequest,
    refusals: ['passkeys_off'],
    handler: ({ request }) => requestLogin(deps, originOf(request).address),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/passkey',
    summary: 'Log in by a passkey alone',
    description:
      'With what `navigator.credentials.get` returned, from an authenticator that has verified its user. No second factor is asked for.',
    tag: 'Accounts',
    access: 'public',
    headers: clientHeader,
    body: PasskeyLoginBody,
    response: LoginResponse,
    refusals: loginRefusals,
    handler: async ({ body, request, reply }) => {
      const client = clientOf(request, reply)
      const response = await logInByPasskey(deps, body.credential, client)
      keepInBrowser(app, { request, reply, client, token: response.token })
      return response
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/login/passkey/options',
    summary: 'Get what a browser needs to complete a login with a passkey',
    description: 'For `navigator.credentials.get`. It takes none of the tries of the login.',
    tag: 'Accounts',
    access: 'public',
    body: SecondFactorOptionsBody,
    response: PasskeyRequest,
    refusals: ['challenge_expired', 'passkeys_off'],
    handler: ({ body }) => requestSecondFactor(deps, body.totp_token),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/login/passkey',
    summary: 'Complete a login with a passkey as the second factor',
    tag: 'Accounts',
    access: 'public',
    headers: clientHeader,
    body: LoginPasskeyBody,
    response: LoginResponse,
    refusals: loginRefusals,
    handler: async ({ body, request, reply }) => {
      const client = clientOf(request, reply)
      const proof = { totpToken: body.totp_token, credential: body.credential }
      const response = await completeLoginByPasskey(deps, proof, client)
      keepInBrowser(app, { request, reply, client, token: response.token })
      return response
    },
  })
}
