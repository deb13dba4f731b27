import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { parseMail, type ReceivedMail } from './parse-mail.ts'

/** A mail server on a loopback port that keeps the mails it receives. */
export interface SmtpCatcher {
  port: number
  /** In order of arrival, with their envelopes. */
  mails: (ReceivedMail & { recipients: string[]; login: string | undefined; isSecure: boolean })[]
  /** Raw messages, as received. */
  raw: string[]
  close(): Promise<void>
}

/** @param after holds the answer to a mail back that has arrived */
export async function startSmtpCatcher(
  options: SMTPServerOptions = {},
  after: (recipients: readonly string[]) => Promise<void> = async () => {},
): Promise<SmtpCatcher> {
  const mails: SmtpCatcher['mails'] = []
  const raw: string[] = []
  const server = new SMTPServer({
    disabledCommands: options.key === undefined ? ['STARTTLS', 'AUTH'] : [],
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('no')),
    ...options,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        raw.push(text)
        mails.push({
          ...parseMail(text),
          recipients,
          login: session.user as string | undefined,
          isSecure: session.secure,
        })
        void after(recipients).then(() => done())
      })
    },
  })
  // A client that disconnects is not an error of the test.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    raw,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
