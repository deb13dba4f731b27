/** One mail to one person. */
export interface Mail {
  /** The same for each attempt to send it, so that a mail that arrives twice can be recognized. */
  id: string
  /** One address, without a name. */
  to: string
  subject: string
  text: string
  html: string
  /** URL that unsubscribes from mails like this with one request (RFC 8058); mail programs show it as a button. */
  unsubscribeUrl?: string
}

/** Hands mails over for delivery. A text that becomes a header is reduced to one line. */
export interface Mailer {
  /**
   * Resolves when the mail was accepted for delivery.
   *
   * @throws MailRefused if it never will be; after any other error, another attempt may succeed
   */
  send(mail: Mail): Promise<void>
}

/** The mail was refused permanently, for example because the mailbox does not exist. */
export class MailRefused extends Error {}
