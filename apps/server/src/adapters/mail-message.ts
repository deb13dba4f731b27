import type { SendMailOptions } from 'nodemailer'
import { type Mail, MailRefused } from '../ports/mailer.ts'

/** The sender of all mails. */
export interface Sender {
  name: string
  address: string
}

/**
 * The message of a mail, for every way of sending. Nothing that a person wrote can become a header or a second
 * recipient: the subject is made one line, and an address that is not exactly one is refused.
 */
export function messageOf({ id, to, subject, text, html, unsubscribeUrl }: Mail, from: Sender): SendMailOptions {
  if (!isOneAddress(to)) throw new MailRefused('not one address')
  const address = { name: '', address: to }
  return {
    from,
    to: address,
    envelope: { from: from.address, to: [to] },
    subject: oneLine(subject),
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    text,
    html,
    // RFC 3834: no holiday notes in return.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
    },
    // A mail is what we wrote: no part of it is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 2369 and RFC 8058. An address of ours: anything else in it would be a mistake of ours. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${new URL(url).href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Longer than any mailbox has, and short enough for a line of a header. */
const maxAddress = 254
const maxSubject = 200

function isOneAddress(to: string): boolean {
  return to.length <= maxAddress && /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u.test(to)
}

/** Controls and line breaks, those of Unicode too, and marks that turn the direction of what follows become spaces. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
  return line.length <= maxSubject
    ? line
    : `${Array.from(line)
        .slice(0, maxSubject - 1)
        .join('')}…`
}
