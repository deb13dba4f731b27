import { unconfirmedDays } from '../accounts/index.ts'
import type { MailContent } from '../mail/index.ts'

// The texts of account mails. None of them contains a name: whoever registers chooses it, and could make us send
// arbitrary words to anybody.

/** Where and when something was done, for a mail. */
export interface Deed {
  at: Date
  address: string
}

export function resetPasswordMail(link: string): MailContent {
  return {
    subject: 'Reset your password',
    paragraphs: [
      'Somebody, probably you, asked for a new password of your Bugle account. Choose it within an hour.',
      'When you have, every device is logged out and the link is used up.',
    ],
    action: { label: 'Choose a new password', url: link },
    notes: ['You did not ask for it? Then do nothing: your password stays as it is.'],
  }
}

export function welcomeMail(link: string, email: string): MailContent {
  return {
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Somebody, probably you, made a Bugle account with ${email}. Confirm within a day that it is yours.`,
      'Until then the account works, and no mails about issues come here.',
    ],
    action: { label: 'Confirm this address', url: link },
    notes: [
      `It was not you? Then do nothing: an account that nobody confirms and uses goes after ${unconfirmedDays} days.`,
    ],
  }
}

export function confirmEmailMail(link: string, email: string): MailContent {
  return {
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `A Bugle account is to use ${email} from now on. Confirm within a day that it is yours; until then nothing changes.`,
    ],
    action: { label: 'Confirm this address', url: link },
    notes: ['It was not you? Then do nothing: without your confirmation the address is not used.'],
  }
}

export function emailChangedMail(email: string, deed: Deed): MailContent {
  return {
    subject: 'Your e-mail address was changed',
    paragraphs: [
      'Your Bugle account has another e-mail address now. You log in with the new one, and mails no longer come here.',
    ],
    facts: [['New address', email], ...factsOf(deed)],
    notes: [
      'It was not you? Then somebody knows your password. Ask whoever runs this server to give the account back.',
    ],
  }
}

export function passwordChangedMail(how: 'changed' | 'reset', deed: Deed, forgotUrl: string): MailContent {
  const others = how === 'reset' ? 'Every device was logged out.' : 'All other devices were logged out.'
  return {
    subject: 'Your password was changed',
    paragraphs: [`The password of your Bugle account was ${how}. ${others}`],
    facts: factsOf(deed),
    notes: [
      `It was not you? Then choose a new password at once: ${forgotUrl}`,
      'API tokens stay as they are. If somebody else was in your account, look through them.',
    ],
  }
}

function factsOf({ at, address }: Deed): [string, string][] {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return [
    ['When', `${time} UTC`],
    ['From address', address],
  ]
}
