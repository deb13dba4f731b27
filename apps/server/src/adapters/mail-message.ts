import type { SendMailOptions } from 'nodemailer'
import { type Mail, MailRefused } from '../ports/mailer.ts'

/** Sender of all mails. */
export interface Sender {
  name: string
  address: string
}

/**
 * Builds the message of a mail, for every way of sending. No text that a person wrote can become a header or a second
 * recipient: the subject is reduced to one line, and anything but exactly one address is refused.
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
    // RFC 3834: prevents automatic replies, such as holiday notices.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
    },
    // No part of a mail is ever read from a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Headers of RFC 2369 and RFC 8058. Parsing our own URL ensures that it cannot break the header. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${new URL(url).href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Longer than the address of any mailbox, and short enough for a line of a header. */
const maxAddress = 254
const maxSubject = 200

function isOneAddress(to: string): boolean {
  return to.length <= maxAddress && /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u.test(to)
}

/** Replaces controls, line breaks (also those of Unicode) and marks of text direction by spaces. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
  return line.length <= maxSubject
    ? line
    : `${Array.from(line)
        .slice(0, maxSubject - 1)
        .join('')}…`
}
