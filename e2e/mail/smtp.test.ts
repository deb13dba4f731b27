import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { type Account, register } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'

/** Accepts and keeps mails on a port. */
async function startMailServer(port: number): Promise<{ mails: string[]; close(): Promise<void> }> {
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return { mails, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

describe('mails by SMTP', () => {
  let server: BuiltServer
  let ann: Account
  let mailPort: number

  beforeAll(async () => {
    server = await BuiltServer.install()
    mailPort = await freePort()
    server.start({ BUGLE_SMTP_URL: `smtp://127.0.0.1:${mailPort}?tls=off`, BUGLE_MAIL_FROM: 'bugle@example.com' })
    await server.ready()
    ann = await register(server.url, 'ann')
  })
  afterAll(() => server.remove())

  it('survive an unavailable mail server and a kill of everything, and arrive once', async () => {
    const response = await fetch(`${server.url}/api/auth/password/forgot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ann.email }),
    })
    expect(response.status).toBe(202)
    while (!server.output.includes('it will be retried')) await pause(20)
    await server.kill()

    const mailServer = await startMailServer(mailPort)
    server.start({ BUGLE_SMTP_URL: `smtp://127.0.0.1:${mailPort}?tls=off`, BUGLE_MAIL_FROM: 'bugle@example.com' })
    await server.ready()
    while (mailServer.mails.length < 2) await pause(50)
    await server.stop()
    await mailServer.close()
    const subjects = mailServer.mails.map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1])
    expect(subjects.sort()).toEqual(['Confirm your e-mail address', 'Reset your password'])
    for (const mail of mailServer.mails) expect(mail).toContain(`To: ${ann.email}`)
  })

  it('a wrong setting refuses the start without printing the password', async () => {
    server.start({ BUGLE_SMTP_URL: 'smtp://ann:geheim@mail.example.com/path' })
    expect(await server.exited).toMatchObject({ code: 1 })
    expect(server.output).toContain('BUGLE_SMTP_URL must be smtp://')
    expect(server.output).not.toContain('geheim')
  })
})
