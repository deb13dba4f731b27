import { type ChangePasswordBody, type ForgotPasswordBody, limits, type ResetPasswordBody } from '@bugle/protocol'
import { type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import {
  type AuditOrigin,
  changePasswordHash,
  lockUser,
  markConfirmed,
  recordAudit,
  setPendingEmail,
} from '../../accounts/index.ts'
import { attemptOf, countMailRequest, type MailLimits } from '../limits/index.ts'
import type { Actor, LoginDeps } from '../login/index.ts'
import { confirmPassword, forgetBrowsers, wrongPassword } from '../login/index.ts'
import { type ApiTokenRecord, deleteApiTokensOf, findApiTokens, revokeTokens } from '../tokens/index.ts'
import { linkHashOf } from './account-link.ts'
import { findLink, removeLinks } from './account-link-store.ts'
import { consumeLink } from './consume-link.ts'
import { queueMail } from './mail-jobs.ts'

export interface AccountMailDeps extends LoginDeps {
  mailLimits: MailLimits
}

/** Somebody without a session. */
export interface AnonymousRequester extends AuditOrigin {
  address: string
}

/**
 * Changes the password of a user who knows it. All other sessions end and mailed links stop working, because somebody
 * else with the old password may have requested them.
 */
export async function changePassword(deps: AccountMailDeps, actor: Actor, body: ChangePasswordBody): Promise<void> {
  const { db, passwords, now } = deps
  const { userId, tokenId, address } = actor
  const user = await confirmPassword(deps, userId, {
    field: 'current_password',
    password: body.current_password,
    address,
  })
  const to = await passwords.hash(body.password, address)
  await transaction(db, async (tx) => {
    await lockUser(tx, userId)
    if (!(await changePasswordHash(tx, userId, { from: user.passwordHash, to })))
      throw wrongPassword('current_password')
    await revokeTokens(tx, userId, tokenId)
    await giveUpLinks(tx, userId)
    await recordAudit(tx, { userId, action: 'password.changed', origin: actor })
    await queueMail(tx, 'password_changed_mail', { to: user.email, how: 'changed', at: now().toISOString(), address })
  })
}

/**
 * Mails a link if an account with this e-mail exists. The work here is the same for any e-mail: the worker looks up the
 * account after the response. Requests for one e-mail beyond the limit are silently ignored, since a stranger could use
 * up its owner's; an address that asks too often gets a refusal.
 */
export async function forgotPassword(
  { db, mailLimits }: AccountMailDeps,
  { email }: ForgotPasswordBody,
  { address, device }: AnonymousRequester,
): Promise<void> {
  await transaction(db, async (tx) => {
    const verdict = await countMailRequest(tx, attemptOf(email, address), mailLimits)
    if (verdict.kind === 'send') return queueMail(tx, 'reset_password_mail', { email, address, device })
    if (verdict.because === 'address') throw new Refusal('rate_limited', { retryAfterSeconds: verdict.seconds })
  })
}

/**
 * Sets a new password with a mailed link, which proves the e-mail as well. Every session ends, so that somebody with
 * the old password is locked out.
 */
export async function resetPassword(
  { db, passwords, now }: AccountMailDeps,
  { token, password, end_api_tokens }: ResetPasswordBody,
  origin: AnonymousRequester,
): Promise<void> {
  const tokenHash = linkHashOf(token)
  // Checked before the expensive hashing, and used up in the transaction of its purpose.
  if ((await findLink(db, 'reset_password', tokenHash)) === undefined) throw new Refusal('link_expired')
  const to = await passwords.hash(password, origin.address)
  await transaction(db, async (tx) => {
    const { user } = await consumeLink(tx, 'reset_password', tokenHash)
    await changePasswordHash(tx, user.id, { to })
    await markConfirmed(tx, user.id)
    await revokeTokens(tx, user.id)
    await forgetBrowsers(tx, user.id)
    if (end_api_tokens === true)
      for (const name of await deleteApiTokensOf(tx, user.id))
        await recordAudit(tx, { userId: user.id, action: 'api_token.revoked', origin, details: { name } })
    await giveUpLinks(tx, user.id)
    await recordAudit(tx, { userId: user.id, action: 'password.reset', origin })
    await queueMail(tx, 'password_changed_mail', {
      to: user.email,
      how: end_api_tokens === true ? 'reset_with_tokens' : 'reset',
      at: now().toISOString(),
      address: origin.address,
    })
  })
}

/** Lists the API tokens of the account whose mailed link this is, which stays good. */
export async function listTokensOfLink({ db }: Pick<AccountMailDeps, 'db'>, token: string): Promise<ApiTokenRecord[]> {
  const link = await findLink(db, 'reset_password', linkHashOf(token))
  if (link === undefined) throw new Refusal('link_expired')
  return findApiTokens(db, link.userId, { before: undefined, limit: limits.apiTokens })
}

/** Somebody who is being locked out may have requested the new address too. */
async function giveUpLinks(tx: Tx, userId: string): Promise<void> {
  await removeLinks(tx, userId)
  await setPendingEmail(tx, userId, null)
}
