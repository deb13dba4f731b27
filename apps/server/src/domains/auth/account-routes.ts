import {
  ChangeEmailBody,
  ChangePasswordBody,
  ConfirmEmailBody,
  DeleteMeBody,
  ForgotPasswordBody,
  MailResponse,
  ResetPasswordBody,
} from '@bugle/protocol'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { type App, type Caller, endpoint, originOf } from '../../http/index.ts'
import { confirmEmail, requestConfirmation, requestEmailChange } from './change-email.ts'
import { type AccountMailDeps, type Actor, changePassword, forgotPassword, resetPassword } from './change-password.ts'
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts'

export interface AccountRouteDeps extends Omit<AccountMailDeps, 'db'>, Pick<DeleteAccountDeps, 'deleteProjects'> {
  database: Database
}

/** Mounts the routes of one's own account: password, e-mail, deletion. */
export function mountOwnAccountRoutes(app: App, { database, ...rest }: AccountRouteDeps): void {
  const deps = { db: database.kysely, ...rest }

  endpoint(app, {
    method: 'POST',
    url: '/api/me/password',
    summary: 'Change your password, ending all other sessions',
    tag: 'Accounts',
    access: 'caller',
    body: ChangePasswordBody,
    refusals: ['wrong_password', 'rate_limited'],
    handler: ({ caller, body, request }) => changePassword(deps, actorOf(caller, request), body).then(nothing),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/email',
    summary: 'Ask for another e-mail address; the old one stays until the new one is confirmed',
    tag: 'Accounts',
    access: 'caller',
    body: ChangeEmailBody,
    status: 202,
    response: MailResponse,
    refusals: ['wrong_password', 'email_taken', 'rate_limited'],
    handler: async ({ caller, body, request }) => {
      await requestEmailChange(deps, actorOf(caller, request), body)
      return { message: `A link to confirm it is on its way to ${body.email}. Until it is used nothing changes.` }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/email/confirmation',
    summary: 'Ask once more for the mail that confirms your e-mail address',
    tag: 'Accounts',
    access: 'caller',
    status: 202,
    response: MailResponse,
    refusals: ['email_confirmed', 'rate_limited'],
    handler: async ({ caller, request }) => {
      const email = await requestConfirmation(deps, actorOf(caller, request))
      return { message: `A link to confirm it is on its way to ${email}.` }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/email/confirm',
    summary: 'Confirm an e-mail address with the token of the mailed link',
    tag: 'Accounts',
    access: 'public',
    body: ConfirmEmailBody,
    refusals: ['link_expired', 'email_taken'],
    handler: ({ body, request }) => confirmEmail(deps, body, originOf(request)).then(nothing),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/password/forgot',
    summary: 'Ask for a link to choose a new password',
    description: 'The answer is the same for every e-mail, whether or not there is an account.',
    tag: 'Accounts',
    access: 'public',
    body: ForgotPasswordBody,
    status: 202,
    response: MailResponse,
    refusals: ['rate_limited'],
    handler: async ({ body, request }) => {
      await forgotPassword(deps, body, originOf(request))
      return { message: 'If there is an account with this e-mail address, a link is on its way to it.' }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/auth/password/reset',
    summary: 'Choose a new password with the token of the mailed link, ending every session',
    tag: 'Accounts',
    access: 'public',
    body: ResetPasswordBody,
    refusals: ['link_expired', 'rate_limited'],
    handler: ({ body, request }) => resetPassword(deps, body, originOf(request)).then(nothing),
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me',
    summary: 'Delete your account with its projects and everything in them',
    tag: 'Accounts',
    access: 'caller',
    body: DeleteMeBody,
    refusals: ['wrong_password', 'rate_limited'],
    handler: ({ caller, body, request }) => deleteAccount(deps, actorOf(caller, request), body.password).then(nothing),
  })
}

function actorOf({ userId, tokenId }: Caller, request: FastifyRequest): Actor {
  return { ...originOf(request), userId, tokenId }
}

/** An answer without a body. */
function nothing(): undefined {
  return undefined
}
