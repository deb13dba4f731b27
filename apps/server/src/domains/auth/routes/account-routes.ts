import {
  ApiTokenList,
  ChangeEmailBody,
  ChangePasswordBody,
  ConfirmEmailBody,
  DeleteMeBody,
  ForgotPasswordBody,
  ListResetTokensBody,
  MailResponse,
  ResetPasswordBody,
} from '@bugle/protocol'
import type { FastifyRequest } from 'fastify'
import { type App, type Caller, endpoint, originOf } from '../../../http/index.ts'
import {
  type AccountMailDeps,
  changePassword,
  confirmEmail,
  type DeleteAccountDeps,
  deleteAccount,
  forgotPassword,
  listTokensOfLink,
  requestConfirmation,
  requestEmailChange,
  resetPassword,
} from '../account/index.ts'
import type { Actor } from '../login/index.ts'
import { toApiToken } from './token-routes.ts'

export interface AccountRouteDeps extends AccountMailDeps, Pick<DeleteAccountDeps, 'deleteProjects'> {}

/** Mounts the routes of one's own account: password, e-mail, deletion. */
export function mountOwnAccountRoutes(app: App, deps: AccountRouteDeps): void {
  endpoint(app, {
    method: 'POST',
    url: '/api/me/password',
    summary: 'Change your password, ending all other sessions',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: ChangePasswordBody,
    refusals: ['wrong_password', 'rate_limited'],
    handler: ({ caller, body, request }) => changePassword(deps, actorOf(caller, request), body).then(nothing),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/email',
    summary: 'Request a new e-mail address; the old one stays until the new one is confirmed',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: ChangeEmailBody,
    status: 202,
    response: MailResponse,
    refusals: ['wrong_password', 'email_taken', 'rate_limited'],
    handler: async ({ caller, body, request }) => {
      await requestEmailChange(deps, actorOf(caller, request), body)
      return { message: `A confirmation link was sent to ${body.email}. Your address changes once you open it.` }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/email/confirmation',
    summary: 'Resend the mail that confirms your e-mail address',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    status: 202,
    response: MailResponse,
    refusals: ['email_confirmed', 'rate_limited'],
    handler: async ({ caller, request }) => {
      const email = await requestConfirmation(deps, actorOf(caller, request))
      return { message: `A confirmation link was sent to ${email}.` }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/email/confirm',
    summary: 'Confirm an e-mail address with the token from the mailed link',
    tag: 'Accounts',
    access: 'public',
    body: ConfirmEmailBody,
    refusals: ['link_expired', 'email_taken'],
    handler: ({ body, request }) => confirmEmail(deps, body, originOf(request)).then(nothing),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/password/forgot',
    summary: 'Request a link to reset the password',
    description: 'The response is the same whether or not the account exists.',
    tag: 'Accounts',
    access: 'public',
    body: ForgotPasswordBody,
    status: 202,
    response: MailResponse,
    refusals: ['rate_limited'],
    handler: async ({ body, request }) => {
      await forgotPassword(deps, body, originOf(request))
      return { message: 'If an account with this e-mail address exists, a link was sent to it.' }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/password/reset',
    summary: 'Reset the password with the token from the mailed link, ending every session',
    tag: 'Accounts',
    access: 'public',
    body: ResetPasswordBody,
    refusals: ['link_expired', 'rate_limited'],
    handler: ({ body, request }) => resetPassword(deps, body, originOf(request)).then(nothing),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/password/reset/tokens',
    summary: 'List the API tokens of the account that a mailed link resets',
    description: 'They outlive a new password unless the reset ends them. The link stays good.',
    tag: 'Accounts',
    access: 'public',
    body: ListResetTokensBody,
    response: ApiTokenList,
    refusals: ['link_expired'],
    handler: async ({ body }) => ({ api_tokens: (await listTokensOfLink(deps, body.token)).map(toApiToken) }),
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me',
    summary: 'Delete your account, its projects and all their data',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: DeleteMeBody,
    refusals: ['sole_owner', 'wrong_password', 'rate_limited'],
    handler: ({ caller, body, request }) => deleteAccount(deps, actorOf(caller, request), body.password).then(nothing),
  })
}

export function actorOf({ userId, tokenId }: Caller, request: FastifyRequest): Actor {
  return { ...originOf(request), userId, tokenId }
}

/** Returns a response without a body. */
function nothing(): undefined {
  return undefined
}
