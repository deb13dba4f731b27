import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { OutboxMailer } from '../src/adapters/mail-outbox.ts'
import { SmtpMailer, type SmtpOptions } from '../src/adapters/mail-smtp.ts'
import { mailerContract } from '../src/ports/mailer.contract.ts'
import { type Mail, MailRefused } from '../src/ports/mailer.ts'
import { parseMail } from './parse-mail.ts'
import { type SmtpCatcher, startSmtpCatcher } from './smtp-catcher.ts'

const from = { name: 'Bugle', address: 'bugle@example.com' }
const mail: Mail = { id: '1.a', to: 'ann@example.com', subject: 'Hello', text: 'Hello\n', html: '<p>Hello</p>' }
const directory = mkdtempSync(join(tmpdir(), 'bugle-mail-'))
afterAll(() => rmSync(directory, { recursive: true }))

const catchers: SmtpCatcher[] = []
async function startCatcher(options?: SMTPServerOptions): Promise<SmtpCatcher> {
  const catcher = await startSmtpCatcher(options)
  catchers.push(catcher)
  return catcher
}
afterEach(async () => {
  await Promise.all(catchers.splice(0).map((catcher) => catcher.close()))
})

const smtp = (port: number, change: Partial<SmtpOptions> = {}) =>
  new SmtpMailer({ host: '127.0.0.1', port, tls: 'off', from, ...change })

mailerContract('by SMTP', async () => {
  const { port, mails } = await startCatcher()
  return { mailer: smtp(port), received: async () => mails }
})

let outboxes = 0
function newOutbox(keep?: number) {
  outboxes += 1
  const outbox = join(directory, String(outboxes))
  const written: string[] = []
  const mailer = new OutboxMailer({
    directory: outbox,
    from,
    onWritten: (file) => written.push(file),
    ...(keep === undefined ? {} : { keep }),
  })
  const files = (type: string) =>
    (existsSync(outbox) ? readdirSync(outbox) : []).filter((file) => file.endsWith(`.${type}`)).sort()
  const read = (type: string) => files(type).map((file) => readFileSync(join(outbox, file), 'utf8'))
  return { mailer, outbox, written, files, read }
}

mailerContract('as files', async () => {
  const { mailer, read } = newOutbox()
  return { mailer, received: async () => read('eml').map(parseMail) }
})

describe('files', () => {
  it('are readable as text and HTML, by their owner alone, and reported by path', async () => {
    const { mailer, outbox, written, files, read } = newOutbox()
    await mailer.send(mail)
    expect(read('txt')).toEqual([mail.text])
    expect(read('html')).toEqual([mail.html])
    expect(written).toEqual([join(outbox, files('txt')[0]!)])
    expect(written[0]).toMatch(/\d{4}-\d\d-\d\d-\d{4}-hello-1-a\.txt$/)
    expect(statSync(outbox).mode & 0o777).toBe(0o700)
    for (const file of readdirSync(outbox)) expect(statSync(join(outbox, file)).mode & 0o777).toBe(0o600)
  })

  it('are in the outbox whatever the subject or the id', async () => {
    const { mailer, outbox, written } = newOutbox()
    await mailer.send({ ...mail, subject: '../../../etc/passwd\0', id: '../x/../../y' })
    expect(written[0]?.startsWith(`${outbox}/`)).toBe(true)
    expect(readdirSync(outbox)).toHaveLength(3)
  })

  it('are limited in number; the oldest are deleted first', async () => {
    const { mailer, read } = newOutbox(2)
    for (const n of [1, 2, 3]) await mailer.send({ ...mail, id: `${n}`, text: `${n}` })
    expect(read('txt')).toEqual(['2', '3'])
  })
})

describe('TLS', () => {
  const [key, cert] = selfSigned()

  it('is used from the first byte, with a login', async () => {
    const { port, mails } = await startCatcher({ secure: true, key, cert })
    await smtp(port, { tls: 'immediate', ca: cert, user: 'ann', password: 'right', host: 'localhost' }).send(mail)
    expect(mails).toMatchObject([{ isSecure: true, login: 'ann', recipients: ['ann@example.com'] }])
  })

  it('is used by STARTTLS', async () => {
    const { port, mails } = await startCatcher({ key, cert })
    await smtp(port, { tls: 'required', ca: cert, user: 'ann', password: 'right', host: 'localhost' }).send(mail)
    expect(mails).toMatchObject([{ isSecure: true, login: 'ann' }])
  })

  it('is required: a server without it gets neither mail nor password', async () => {
    const { port, mails } = await startCatcher()
    const sent = smtp(port, { tls: 'required', user: 'ann', password: 'right' }).send(mail)
    await expect(sent).rejects.not.toBeInstanceOf(MailRefused)
    expect(mails).toEqual([])
  })

  it('is refused with a server whose certificate is not trusted', async () => {
    const { port, mails } = await startCatcher({ secure: true, key, cert })
    await expect(smtp(port, { tls: 'immediate', host: 'localhost' }).send(mail)).rejects.toThrow(/certificate/)
    expect(mails).toEqual([])
  })
})

describe('a mail server that refuses', () => {
  const refusing = (responseCode: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
  })

  it('a mailbox permanently causes no retry', async () => {
    const { port } = await startCatcher(refusing(550))
    await expect(smtp(port).send(mail)).rejects.toBeInstanceOf(MailRefused)
  })

  it('temporarily causes a retry', async () => {
    const { port } = await startCatcher(refusing(451))
    await expect(smtp(port).send(mail)).rejects.not.toBeInstanceOf(MailRefused)
  })

  it('our login causes a retry, because the settings may be corrected', async () => {
    const [key, cert] = selfSigned()
    const { port } = await startCatcher({ secure: true, key, cert })
    const sent = smtp(port, { tls: 'immediate', ca: cert, user: 'ann', password: 'wrong', host: 'localhost' }).send(
      mail,
    )
    await expect(sent).rejects.not.toBeInstanceOf(MailRefused)
  })

  it('the connection causes a retry', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    await expect(smtp((server.address() as { port: number }).port).send(mail)).rejects.not.toBeInstanceOf(MailRefused)
    await new Promise((resolve) => server.close(resolve))
  })
})

function selfSigned(): [key: string, cert: string] {
  const path = (name: string) => join(directory, name)
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', path('key.pem'), '-out', path('cert.pem')],
    ],
    { stdio: 'ignore' },
  )
  return [readFileSync(path('key.pem'), 'utf8'), readFileSync(path('cert.pem'), 'utf8')]
}
