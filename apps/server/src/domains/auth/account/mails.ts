import { unconfirmedDays } from '../../accounts/index.ts'
import type { MailContent } from '../../mail/index.ts'

// The texts of account mails. None of them contains a name: whoever registers chooses it, and could make us send
// arbitrary words to anybody.

/** Where and when something was done, for a mail. */
export interface ActionContext {
  at: Date
  address: string
}

export function resetPasswordMail(link: string): MailContent {
  return {
    subject: 'Reset your password',
    paragraphs: [
      'We received a request to reset the password of your Bugle account. The link below is valid for one hour, and works once.',
      'Choosing a new password signs out all your devices. A second factor stays on, and passkeys go on working.',
    ],
    action: { label: 'Choose a new password', url: link },
    notes: ['If you did not request this, ignore this mail: your password stays as it is.'],
  }
}

export function welcomeMail(link: string, email: string): MailContent {
  return {
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Someone, probably you, created a Bugle account with ${email}. Confirm within a day that the address is yours.`,
      'Until then the account works, but you receive no mails about issues.',
    ],
    action: { label: 'Confirm this address', url: link },
    notes: [
      `If this was not you, ignore this mail: an account that is neither confirmed nor used is removed after ${unconfirmedDays} days.`,
    ],
  }
}

export function confirmEmailMail(link: string, email: string): MailContent {
  return {
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Someone, probably you, asked to use ${email} for a Bugle account. Confirm within a day that it is yours; until then nothing changes.`,
    ],
    action: { label: 'Confirm this address', url: link },
    notes: ['If this was not you, ignore this mail: without your confirmation the address is not used.'],
  }
}

export function emailChangedMail(email: string, context: ActionContext): MailContent {
  return {
    subject: 'Your e-mail address was changed',
    paragraphs: [
      'The e-mail address of your Bugle account was changed. Sign in with the new one; this address receives no more mails.',
    ],
    facts: [['New address', email], ...factsOf(context)],
    notes: [
      'If this was not you, someone knows your password. Ask the operator of this server to restore your account.',
    ],
  }
}

/** How a password was changed; with the last, its owner also ended the API tokens of the account. */
export type PasswordChange = 'changed' | 'reset' | 'reset_with_tokens'

export function passwordChangedMail(how: PasswordChange, context: ActionContext, forgotUrl: string): MailContent {
  const sentences = {
    changed: 'The password of your Bugle account was changed. All other devices were signed out.',
    reset: 'The password of your Bugle account was reset. All devices were signed out.',
    reset_with_tokens:
      'The password of your Bugle account was reset. All devices were signed out, and your API tokens were deleted.',
  }
  const valid = how === 'reset_with_tokens' ? 'Passkeys' : 'API tokens and passkeys'
  return {
    subject: 'Your password was changed',
    paragraphs: [sentences[how]],
    facts: factsOf(context),
    notes: [
      `If this was not you, choose a new password at once: ${forgotUrl}`,
      `${valid} stay valid. If someone else had access to your account, review them.`,
    ],
  }
}

export function passkeysChangedMail(
  how: 'added' | 'removed',
  context: ActionContext,
  securityUrl: string,
): MailContent {
  return {
    subject: how === 'added' ? 'A passkey was added to your account' : 'A passkey was removed from your account',
    paragraphs: [
      how === 'added'
        ? 'Whoever has the passkey can sign in to your Bugle account, without the password if it verifies its user.'
        : 'The passkey no longer signs in to your Bugle account.',
    ],
    facts: factsOf(context),
    action: { label: 'Look at your passkeys', url: securityUrl },
    notes: ['If this was not you, remove passkeys that are not yours, and change your password at once.'],
  }
}

/** The name of a token is its owner's own; the mail goes to nobody else. */
export function tokenExpiresMail({
  name,
  of,
  expiresAt,
}: {
  name: string
  of: string | null
  expiresAt: Date
}): MailContent {
  return {
    subject: 'A token expires in a week',
    paragraphs: [
      'The token below ends by itself. Programs that use it are refused from then on: create a new one, and replace it where it is used.',
    ],
    facts: [['Token', name], ...(of === null ? [] : ([['Of', of]] as [string, string][])), ['Ends', timeOf(expiresAt)]],
    notes: ['You get this mail because the token is yours, or you run what it belongs to.'],
  }
}

const clientNames = { web: 'A browser', mobile: 'The mobile app', cli: 'The command line' } as const

export function newLoginMail(kind: keyof typeof clientNames, context: ActionContext, securityUrl: string): MailContent {
  return {
    subject: 'New sign-in to your account',
    paragraphs: ['Somebody signed in to your Bugle account from where you have not signed in before.'],
    facts: [['With', clientNames[kind]], ...factsOf(context)],
    action: { label: 'Look at your sessions', url: securityUrl },
    notes: ['If this was not you, change your password at once: that ends all other sessions.'],
  }
}

function factsOf({ at, address }: ActionContext): [string, string][] {
  return [
    ['When', timeOf(at)],
    ['From address', address],
  ]
}

function timeOf(at: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(at)} UTC`
}
