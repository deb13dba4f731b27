import { createTransport } from 'nodemailer'
import { type Mail, type Mailer, MailRefused } from '../ports/mailer.ts'
import { messageOf, type Sender } from './mail-message.ts'

export interface SmtpOptions {
  host: string
  port: number
  user?: string | undefined
  password?: string | undefined
  /** TLS from the first byte, by STARTTLS (a server without it is not used), or not at all. */
  tls: 'immediate' | 'required' | 'off'
  from: Sender
  /** Certificates to trust in addition to the system's, for tests. */
  ca?: string
}

/** Together shorter than a job's lease, so that no second attempt begins while a server hangs in the first. */
const connectMs = 10_000
const silenceMs = 20_000

/** Sends mails by SMTP, on a new connection each: they are few. */
export class SmtpMailer implements Mailer {
  readonly #transport
  readonly #from: Sender

  constructor({ host, port, user, password, tls, from, ca }: SmtpOptions) {
    this.#from = from
    this.#transport = createTransport({
      host,
      port,
      secure: tls === 'immediate',
      requireTLS: tls === 'required',
      ignoreTLS: tls === 'off',
      tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
      ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
    })
  }

  /** Connects with TLS and login as for a mail, and disconnects. @throws the error that prevents it */
  async verify(): Promise<void> {
    await this.#transport.verify()
  }

  async send(mail: Mail): Promise<void> {
    const message = messageOf(mail, this.#from)
    try {
      await this.#transport.sendMail(message)
    } catch (error) {
      if (isForGood(error)) throw new MailRefused('refused by the mail server', { cause: error })
      throw error
    }
  }
}

/**
 * Whether a refusal is final. RFC 5321: a 5xx to the recipient or the message is. One to our login concerns the
 * settings, which may be corrected.
 */
function isForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}
