import { ChangeIssueBody, RegisterBody } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { validatorCompiler } from './validation.ts'

const validate = validatorCompiler([])({ schema: RegisterBody, httpPart: 'body', method: 'POST', url: '/' })
const isAccepted = (email: string) => validate({ email, password: 'correct horse', name: 'Ann' })

describe('a time', () => {
  const isTime = (until: string) =>
    validatorCompiler([])({ schema: ChangeIssueBody, httpPart: 'body', method: 'PATCH', url: '/' })({
      snooze: { until },
    })

  const right = [
    '2026-11-22T03:00:00.000Z',
    '2026-11-22T03:00Z',
    '2028-02-29T23:59:59.999999+02:00',
    '0001-01-01T00:00Z',
  ]
  it.each(right)('is %s', (text) => expect(isTime(text)).toBe(true))

  const wrong = [
    '2026-11-22',
    '2026-11-22T03:00',
    '2026-11-22 03:00Z',
    '2026-11-22T03:00z',
    '2026-02-29T00:00Z',
    '2026-04-31T00:00Z',
    '2026-13-01T00:00Z',
    '2026-11-22T25:00Z',
    '2026-11-22T03:00+0200',
    '+002026-11-22T03:00Z',
    '0000-01-01T00:00Z',
    '9999-12-31T23:59-01:00',
    ' 2026-11-22T03:00Z',
  ]
  it.each(wrong)('rejects %j', (text) => expect(isTime(text)).toBe(false))
})

describe('an e-mail address', () => {
  const right = [
    'a@b.io',
    'ann+bugle@mail.example.co.uk',
    'анна@пример.рф',
    "o'neil@example.com",
    'a.b@1-2.example.com',
  ]
  it.each(right)('is %s', (email) => expect(isAccepted(email)).toBe(true))

  const wrong = [
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@localhost',
    'ann@@example.com',
    'ann @example.com',
    'ann@example.com ',
    '.ann@example.com',
    'ann.@example.com',
    'a..b@example.com',
    'ann@-example.com',
    'ann@example..com',
    'ann@example.com.',
    'Ann <ann@example.com>',
    'a\nb@example.com',
    'a\ud800@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}io`,
  ]
  it.each(wrong)('rejects %j', (email) => expect(isAccepted(email)).toBe(false))

  it('is checked in linear time', () => {
    for (const text of ['a'.repeat(60_000), `a@${'a-'.repeat(30_000)}`, `a@${'a.'.repeat(30_000)}`, '@'.repeat(60_000)])
      expect(isAccepted(text)).toBe(false)
  })
})
