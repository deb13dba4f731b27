import type { ChangeEmailBody, ConfirmEmailBody } from '@bugle/protocol'
import { transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import {
  changeEmail,
  findUser,
  findUserByEmail,
  lockUser,
  markConfirmed,
  recordAudit,
  setPendingEmail,
} from '../../accounts/index.ts'
import { attemptOf, countMailRequest, countRegistration } from '../limits/index.ts'
import type { Actor } from '../login/index.ts'
import { confirmPassword } from '../login/index.ts'
import { linkHashOf } from './account-link.ts'
import { removeLinks } from './account-link-store.ts'
import type { AccountMailDeps, AnonymousRequester } from './change-password.ts'
import { consumeLink } from './consume-link.ts'
import { queueMail } from './mail-jobs.ts'

/** Mails a link to the new address. Until it is used the old one stays; a later request ends the link of this one. */
export async function requestEmailChange(deps: AccountMailDeps, actor: Actor, body: ChangeEmailBody): Promise<void> {
  const { userId, address } = actor
  await confirmPassword(deps, userId, { field: 'current_password', password: body.current_password, address })
  const other = await findUserByEmail(deps.db, body.email)
  if (other !== undefined && other.id !== userId) throw await refusalOfTaken(deps, address)
  await transaction(deps.db, async (tx) => {
    const verdict = await countMailRequest(tx, attemptOf(body.email, address), deps.mailLimits)
    if (verdict.kind === 'wait') throw new Refusal('rate_limited', { retryAfterSeconds: verdict.seconds })
    if (!(await lockUser(tx, userId))) throw new Refusal('unauthenticated')
    await setPendingEmail(tx, userId, body.email)
    await removeLinks(tx, userId, 'confirm_email')
    const details = { email: body.email }
    await recordAudit(tx, { userId, action: 'email.change_requested', origin: actor, details })
    await queueMail(tx, 'confirm_email_mail', { userId, email: body.email })
  })
}

/** Mails the link again that confirms the address of the account. */
export async function requestConfirmation({ db, mailLimits }: AccountMailDeps, actor: Actor): Promise<string> {
  const { userId, address } = actor
  return transaction(db, async (tx) => {
    const user = await findUser(tx, userId)
    if (user === undefined) throw new Refusal('unauthenticated')
    if (user.emailConfirmedAt !== null) throw new Refusal('email_confirmed')
    const verdict = await countMailRequest(tx, attemptOf(user.email, address), mailLimits)
    if (verdict.kind === 'wait') throw new Refusal('rate_limited', { retryAfterSeconds: verdict.seconds })
    await queueMail(tx, 'confirm_email_mail', { userId, email: user.email })
    return user.email
  })
}

/** Returns the refusal of an e-mail that is taken. It reveals that, as registration does, and so it counts towards the same limit. */
async function refusalOfTaken({ db, limits }: AccountMailDeps, address: string): Promise<Refusal> {
  const seconds = await transaction(db, (tx) => countRegistration(tx, address, limits.registrationsAddress))
  if (seconds !== undefined) return new Refusal('rate_limited', { retryAfterSeconds: seconds })
  return new Refusal('email_taken', { errors: { email: ['is taken already'] } })
}

/**
 * Confirms the address of the account, or replaces it by a new one and notifies the old one. Links mailed to the old
 * address stop working.
 */
export async function confirmEmail(
  { db, now }: AccountMailDeps,
  { token }: ConfirmEmailBody,
  origin: AnonymousRequester,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { user, email } = await consumeLink(tx, 'confirm_email', linkHashOf(token))
    if (email === null) throw new Error('A link to confirm an e-mail without one.')
    if (email === user.email) {
      if (await markConfirmed(tx, user.id))
        await recordAudit(tx, { userId: user.id, action: 'email.confirmed', origin, details: { email } })
      return
    }
    if (!(await changeEmail(tx, user.id, email)))
      throw new Refusal('email_taken', { errors: { email: ['is taken already'] } })
    await removeLinks(tx, user.id)
    const details = { from: user.email, to: email }
    await recordAudit(tx, { userId: user.id, action: 'email.changed', origin, details })
    const { address } = origin
    await queueMail(tx, 'email_changed_mail', { to: user.email, email, at: now().toISOString(), address })
  })
}
