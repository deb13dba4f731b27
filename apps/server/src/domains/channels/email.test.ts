import fc from 'fast-check'
import { Window } from 'happy-dom'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../../../../scripts/fuzz-runs.mjs'
import { renderMail } from '../mail/index.ts'
import { emailOf } from './email.ts'
import { hostileText, messageOf, server } from './kinds/samples.ts'
import type { ChannelMessage } from './message.ts'

const unsubscribe = `${server}/unsubscribe#token=t`
const mailOf = (message: ChannelMessage) => renderMail(emailOf(message, '#ops', unsubscribe), { url: server })

it('has texts of events as text, and links to this server alone', () => {
  const { document } = new Window()
  fc.assert(
    fc.property(hostileText, hostileText, (subject, other) => {
      const items = [{ text: other, url: `${server}/issues/iss_2` }]
      const mail = mailOf(messageOf({ subject, facts: [other], items, more: 3 }))
      document.documentElement.innerHTML = mail.html
      for (const link of document.querySelectorAll('a'))
        expect(link.getAttribute('href')).toMatch(/^https:\/\/bugle\.example\.com(?:\/|$)/)
      const elements = new Set([...document.body.querySelectorAll('*')].map(({ tagName }) => tagName))
      for (const name of elements) expect('TABLE TBODY TR TD H1 P A BR SPAN').toContain(name)
      for (const said of [subject, other]) {
        expect(document.body.textContent).toContain(said)
        expect(mail.text).toContain(said)
      }
      expect(mail.subject).not.toMatch(/[\r\n]/)
    }),
    { numRuns: fuzzRuns(1000, 100) },
  )
})

it('stays below what Gmail clips, and below the length of a subject that Outlook keeps', () => {
  const long = 'x&<"'.repeat(100)
  const items = Array.from({ length: 5 }, () => ({ text: long, url: `${server}/issues/iss_2` }))
  const mail = mailOf(messageOf({ title: long, subject: long, facts: [long, long, long], items, more: 900 }))
  // Gmail clips a mail above 102 kB, and drops a style above 16 kB.
  expect(Buffer.byteLength(mail.html)).toBeLessThan(102_000)
  expect(/<style>(.*?)<\/style>/s.exec(mail.html)![1]!.length).toBeLessThan(16_000)
  expect(mail.subject.length).toBeLessThanOrEqual(255)
})
