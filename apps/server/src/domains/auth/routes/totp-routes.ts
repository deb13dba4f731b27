import {
  ConfirmTotpBody,
  EnrolTotpBody,
  RecoveryCodes,
  RemoveTotpBody,
  ReplaceRecoveryCodesBody,
  TotpEnrolment,
  TotpState,
} from '@bugle/protocol'
import { type App, endpoint } from '../../../http/index.ts'
import { confirmTotp, enrolTotp, readTotpState, removeTotp, renewRecoveryCodes } from '../account/index.ts'
import type { LoginDeps } from '../login/index.ts'
import { proofOf } from '../second-factor/index.ts'
import { ownerOf } from './token-routes.ts'

/** Mounts the routes of the caller's second factor. Every change requires the password again. */
export function mountTotpRoutes(app: App, deps: LoginDeps): void {
  endpoint(app, {
    method: 'POST',
    url: '/api/me/totp',
    summary: 'Start setting up a second factor',
    description:
      'Nothing is asked for at login before POST /api/me/totp/confirm. The only answer that shows the secret.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: EnrolTotpBody,
    response: TotpEnrolment,
    refusals: ['wrong_password', 'totp_enabled', 'rate_limited'],
    handler: ({ caller, body, request }) => enrolTotp(deps, ownerOf(caller, request), body.password),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/totp/confirm',
    summary: 'Confirm the second factor with a first code',
    description: 'The recovery codes are shown in this response only.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: ConfirmTotpBody,
    response: RecoveryCodes,
    refusals: ['totp_enabled', 'totp_not_enabled'],
    handler: ({ caller, body, request }) => confirmTotp(deps, ownerOf(caller, request), body.code),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/me/totp',
    summary: 'Get the state of the second factor',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: TotpState,
    handler: ({ caller }) => readTotpState(deps.db, caller.userId),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/totp/recovery-codes',
    summary: 'Replace the recovery codes',
    description: 'An account that has passkeys and no authenticator app sends the password alone.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: ReplaceRecoveryCodesBody,
    response: RecoveryCodes,
    refusals: ['wrong_password', 'totp_not_enabled', 'rate_limited'],
    handler: ({ caller, body, request }) =>
      renewRecoveryCodes(deps, ownerOf(caller, request), body.password, body.code),
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me/totp',
    summary: 'Remove the second factor and its recovery codes',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: RemoveTotpBody,
    refusals: ['wrong_password', 'totp_not_enabled', 'rate_limited'],
    handler: ({ caller, body, request }) =>
      removeTotp(deps, ownerOf(caller, request), body.password, proofOf(body)).then(() => undefined),
  })
}
