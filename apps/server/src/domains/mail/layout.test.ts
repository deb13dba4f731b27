import { expect, it } from 'vitest'
import { type MailContent, renderMail } from './layout.ts'

const server = { url: 'https://bugle.example.com' }
const content: MailContent = {
  subject: 'A subject',
  paragraphs: ['First.', 'Second.'],
  facts: [['When', 'today']],
  action: { label: 'Do it', url: 'https://bugle.example.com/do?a=1&b=2#token=x' },
  notes: ['It was not you? Do nothing.'],
}

it('as text a mail reads from top to bottom', () => {
  expect(renderMail(content, server).text).toBe(`First.

Second.

When: today

Do it:
https://bugle.example.com/do?a=1&b=2#token=x

It was not you? Do nothing.

-- 
Bugle, https://bugle.example.com
`)
})

it('as HTML it says the same', () => {
  const { html } = renderMail(content, server)
  const plain = html
    .replaceAll(/<style>.*<\/style>|<title>.*<\/title>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
  for (const text of ['A subject', 'First.', 'Second.', 'When', 'today', 'Do it', 'It was not you? Do nothing.'])
    expect(plain).toContain(text)
  expect(html).toContain('href="https://bugle.example.com/do?a=1&amp;b=2#token=x"')
})

it('knows the dark', () => {
  const { html } = renderMail(content, server)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
})

it('fetches nothing and runs nothing, whoever opens it', () => {
  const { html } = renderMail(content, server)
  expect(html).not.toMatch(/<(img|script|link|iframe|object|form|svg|video)|url\(|@import|@font-face|\son\w+=/i)
  const addresses = [...html.matchAll(/(?:href|src|background)="([^"]*)"/g)].map((match) => match[1])
  expect(new Set(addresses)).toEqual(
    new Set(['https://bugle.example.com', 'https://bugle.example.com/do?a=1&amp;b=2#token=x']),
  )
})

const hostile = '</td><script>alert(1)</script><img src=x onerror="alert(1)">&\'\u0000\u202e'

it('what people wrote is text', () => {
  const { html, text } = renderMail(
    {
      subject: hostile,
      paragraphs: [hostile],
      facts: [[hostile, hostile]],
      action: { label: hostile, url: `https://bugle.example.com/"${hostile}` },
      notes: [hostile],
    },
    server,
  )
  expect(html).not.toMatch(/<script|<img|onerror="/)
  for (const rendered of [html, text]) expect(rendered).not.toMatch(/[\0\u202e]/)
})
