/** One mail to one person. */
export interface Mail {
  /** The same for each attempt to send it, so that a mail that arrives twice can be known as one. */
  id: string
  /** One address, without a name. */
  to: string
  subject: string
  text: string
  html: string
  /** Where one request ends mails like this (RFC 8058); mail programs show it as a button. */
  unsubscribeUrl?: string
}

/** Hands mails over to who delivers them. What may be a header is made one line, whatever it holds. */
export interface Mailer {
  /**
   * Resolves when the mail was taken over.
   *
   * @throws MailRefused when it never will be; any other error is worth another attempt
   */
  send(mail: Mail): Promise<void>
}

/** The mail was refused for good: no such mailbox, say. */
export class MailRefused extends Error {}
