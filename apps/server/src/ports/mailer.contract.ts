import { describe, expect, it } from 'vitest'
import type { ReceivedMail } from '../../test/parse-mail.ts'
import { type Mail, type Mailer, MailRefused } from './mailer.ts'

export interface MailerUnderTest {
  mailer: Mailer
  /** Mails that have arrived, in order. */
  received(): Promise<ReceivedMail[]>
}

const mail: Mail = {
  id: '7.abc',
  to: 'ann@example.com',
  subject: 'Grüße — 日本語 and a subject that is long enough to be folded over more than one line of a header',
  text: `A line\n.\n.. begins with dots\nFrom here\n${'long '.repeat(300)}\nGrüße 🎺\n`,
  html: '<p>Grüße &amp; 🎺</p>\n',
}

/** Tests of every mailer; its sender must be `Bugle <bugle@example.com>`. */
export function mailerContract(name: string, start: () => Promise<MailerUnderTest>): void {
  describe(name, () => {
    const deliver = async (change: Partial<Mail>) => {
      const { mailer, received } = await start()
      await mailer.send({ ...mail, ...change })
      const [first, ...more] = await received()
      if (first === undefined) throw new Error('nothing arrived')
      expect(more).toEqual([])
      return first
    }

    it('delivers a mail unchanged', async () => {
      const { from, to, subject, text, html, headers } = await deliver({})
      expect({ from, to }).toEqual({ from: 'Bugle <bugle@example.com>', to: 'ann@example.com' })
      expect({ subject, text, html }).toEqual({ subject: mail.subject, text: mail.text, html: mail.html })
      expect(headers['message-id']).toBe('<7.abc@example.com>')
      expect(headers['auto-submitted']).toBe('auto-generated')
      expect(headers['mime-version']).toBe('1.0')
      expect(headers.date).toMatch(/GMT|\+0000/)
    })

    it('gives a second attempt the same id', async () => {
      const { mailer, received } = await start()
      await mailer.send(mail)
      await mailer.send(mail)
      const ids = new Set((await received()).map(({ headers }) => headers['message-id']))
      expect([...ids]).toEqual(['<7.abc@example.com>'])
    })

    it('names the unsubscribe address for mail programs', async () => {
      const unsubscribeUrl = `https://bugle.example.com/unsubscribe?token=1.abc.${'x'.repeat(150)}`
      const { headers, headerCounts } = await deliver({ unsubscribeUrl })
      expect(headers['list-unsubscribe']).toBe(`<${unsubscribeUrl}>`)
      expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
      expect(headerCounts['list-unsubscribe']).toBe(1)
      expect((await deliver({})).headers).not.toHaveProperty('list-unsubscribe')
    })

    const breaks = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\0', '\r\n\r\n']
    it.each(breaks.map((text) => [JSON.stringify(text), text]))(
      'does not let a subject with %s add a header or a body',
      async (_name, text) => {
        const { headerCounts, subject, headers, ...rest } = await deliver({
          subject: `Hello${text}Bcc: eve@example.com${text}X-Evil: 1`,
        })
        expect(subject).toBe('Hello Bcc: eve@example.com X-Evil: 1')
        expect(Object.values(headerCounts)).toEqual(Object.keys(headers).map(() => 1))
        expect(headers).not.toHaveProperty('bcc')
        expect(headers).not.toHaveProperty('x-evil')
        expect(rest.text).toBe(mail.text)
      },
    )

    const notOne = [
      'ann@example.com\r\nBcc: eve@example.com',
      'ann@example.com\nRCPT TO:<eve@example.com>',
      'ann@example.com, eve@example.com',
      'ann@example.com;eve@example.com',
      'Ann <ann@example.com>',
      'ann@example.com>',
      'team: ann@example.com, eve@example.com;',
      '"ann eve"@example.com',
      'ann@example.com\0',
      'ann',
      '',
      `${'a'.repeat(300)}@example.com`,
    ]
    it.each(notOne.map((to) => [JSON.stringify(to), to]))('refuses %s, which is not one address', async (_name, to) => {
      const { mailer, received } = await start()
      await expect(mailer.send({ ...mail, to })).rejects.toBeInstanceOf(MailRefused)
      expect(await received()).toEqual([])
    })
  })
}
