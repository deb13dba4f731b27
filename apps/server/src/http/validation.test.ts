import { RegisterBody } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { validatorCompiler } from './validation.ts'

const validate = validatorCompiler([])({ schema: RegisterBody, httpPart: 'body', method: 'POST', url: '/' })
const isTaken = (email: string) => validate({ email, password: 'correct horse', name: 'Ann' })

describe('an e-mail address', () => {
  const right = [
    'a@b.io',
    'ann+bugle@mail.example.co.uk',
    'анна@пример.рф',
    "o'neil@example.com",
    'a.b@1-2.example.com',
  ]
  it.each(right)('is %s', (email) => expect(isTaken(email)).toBe(true))

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
  it.each(wrong)('is not %j', (email) => expect(isTaken(email)).toBe(false))

  it('is judged in linear time', () => {
    for (const text of ['a'.repeat(60_000), `a@${'a-'.repeat(30_000)}`, `a@${'a.'.repeat(30_000)}`, '@'.repeat(60_000)])
      expect(isTaken(text)).toBe(false)
  })
})
