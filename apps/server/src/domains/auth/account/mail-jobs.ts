import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { hourMs } from '../../../lib/time.ts'
import type { Mailer } from '../../../ports/mailer.ts'
import { findUser, findUserByEmail, recordAudit } from '../../accounts/index.ts'
import { addJob, type JobHandler } from '../../jobs/index.ts'
import { mailSender } from '../../mail/index.ts'
import type { NewLogin } from '../login/index.ts'
import { type ExpiringToken, findExpiryWarnings } from '../tokens/index.ts'
import { newLink } from './account-link.ts'
import { putLink } from './account-link-store.ts'
import {
  confirmEmailMail,
  emailChangedMail,
  newLoginMail,
  type PasswordChange,
  passkeysChangedMail,
  passwordChangedMail,
  resetPasswordMail,
  tokenExpiresMail,
  welcomeMail,
} from './mails.ts'

/**
 * The mails about an account, by the kind of their job, with the payload of each. No payload holds a secret: the token
 * of a link is created when its mail is sent, and only the mail ever has it in plain text.
 */
interface MailPayloads {
  reset_password_mail: { email: string; address: string; device: string | null }
  confirm_email_mail: { userId: string; email: string }
  email_changed_mail: { to: string; email: string; at: string; address: string }
  password_changed_mail: { to: string; how: PasswordChange; at: string; address: string }
  passkeys_changed_mail: { to: string; how: 'added' | 'removed'; at: string; address: string }
  new_login_mail: NewLogin
  token_expires_mail: { to: string; name: string; of: string | null; expiresAt: string }
}

/** Age after which a mail is no longer useful. */
const keepMs: Record<keyof MailPayloads, number> = {
  reset_password_mail: hourMs,
  confirm_email_mail: 6 * hourMs,
  email_changed_mail: 24 * hourMs,
  password_changed_mail: 24 * hourMs,
  passkeys_changed_mail: 24 * hourMs,
  new_login_mail: 24 * hourMs,
  token_expires_mail: 24 * hourMs,
}

/** Queues a mail; it is sent after the transaction commits, however long the mail server takes and whatever crashes. */
export function queueMail<Kind extends keyof MailPayloads>(
  tx: Tx,
  kind: Kind,
  payload: MailPayloads[Kind],
): Promise<void> {
  const owner = 'email' in payload ? payload.email : payload.to
  return addJob(tx, { kind, line: 'mails', owner, payload, keepMs: keepMs[kind] })
}

/** Queues the mail about a login from where its user has not logged in before. */
export function mailNewLogin(tx: Tx, login: NewLogin): Promise<void> {
  return queueMail(tx, 'new_login_mail', login)
}

export interface MailJobDeps {
  db: Database
  mailer: Mailer
  /** Public origin, where links lead. */
  url: string
}

/** Returns a link to choose a new password, for an operator to hand over where no mail arrives. */
export async function makeResetLink(tx: Tx, userId: string, url: string): Promise<string> {
  const { link, tokenHash } = newLink('reset_password', url)
  await putLink(tx, { userId, purpose: 'reset_password', tokenHash })
  await recordAudit(tx, { userId, action: 'password.reset_requested', details: { by: 'operator' } })
  return link
}

/** Returns the handlers of account mails. */
export function mailJobs({
  db,
  mailer,
  url,
}: MailJobDeps): Record<keyof MailPayloads | 'token_expiry_warning', JobHandler> {
  const send = mailSender(mailer, url)
  return {
    reset_password_mail: async ({ email, ...from }: MailPayloads['reset_password_mail'], job) => {
      const user = await findUserByEmail(db, email)
      if (user === undefined) return
      const { link, tokenHash } = newLink('reset_password', url)
      await transaction(db, async (tx) => {
        await putLink(tx, { userId: user.id, purpose: 'reset_password', tokenHash })
        const origin = { ...from, tokenId: null }
        if (job.attempts === 1) await recordAudit(tx, { userId: user.id, action: 'password.reset_requested', origin })
      })
      await send(job, user.email, resetPasswordMail(link))
    },
    confirm_email_mail: async ({ userId, email }: MailPayloads['confirm_email_mail'], job) => {
      const user = await findUser(db, userId)
      const isNew = user?.email === email
      // The user has requested another address since, or confirmed it: this mail would bring back the abandoned one.
      if (isNew ? user.emailConfirmedAt !== null : user?.pendingEmail !== email) return
      const { link, tokenHash } = newLink('confirm_email', url)
      await putLink(db, { userId, purpose: 'confirm_email', tokenHash, email })
      await send(job, email, isNew ? welcomeMail(link, email) : confirmEmailMail(link, email))
    },
    email_changed_mail: ({ to, email, at, address }: MailPayloads['email_changed_mail'], job) =>
      send(job, to, emailChangedMail(email, { at: new Date(at), address })),
    password_changed_mail: ({ to, how, at, address }: MailPayloads['password_changed_mail'], job) =>
      send(job, to, passwordChangedMail(how, { at: new Date(at), address }, `${url}/forgot-password`)),
    passkeys_changed_mail: ({ to, how, at, address }: MailPayloads['passkeys_changed_mail'], job) =>
      send(job, to, passkeysChangedMail(how, { at: new Date(at), address }, `${url}/account/security`)),
    new_login_mail: ({ to, kind, at, address }: MailPayloads['new_login_mail'], job) =>
      send(job, to, newLoginMail(kind, { at: new Date(at), address }, `${url}/account/security`)),
    token_expiry_warning: async (token: ExpiringToken) => {
      const warnings = await findExpiryWarnings(db, token)
      await transaction(db, async (tx) => {
        for (const { expiresAt, ...warning } of warnings)
          await queueMail(tx, 'token_expires_mail', { ...warning, expiresAt: expiresAt.toISOString() })
      })
    },
    token_expires_mail: ({ to, expiresAt, ...token }: MailPayloads['token_expires_mail'], job) =>
      send(job, to, tokenExpiresMail({ ...token, expiresAt: new Date(expiresAt) })),
  }
}
