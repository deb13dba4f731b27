import { describe, expect, it } from 'vitest'
import { CannotOpen } from '../ports/sealer.ts'
import { createSealer } from './sealer-aes.ts'

const old = 'a secret of thirty-two characters'
const next = 'another one of as many characters'
const sealer = createSealer({ secret: old })

it('opens what it sealed, whatever the text', () => {
  for (const text of ['', 'JBSWY3DPEHPK3PXP', 'ключ 🔑', 'x'.repeat(10_000)])
    expect(sealer.open(sealer.seal(text, 'totp:1'), 'totp:1')).toBe(text)
})

it('never seals a text the same way twice, and reveals neither the text nor the secret', () => {
  const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'totp:1')
  expect(sealer.seal('JBSWY3DPEHPK3PXP', 'totp:1')).not.toBe(sealed)
  expect(sealed).toMatch(/^1\.[0-9a-f]{12}\.[\w-]+$/)
  expect(Buffer.from(sealed.split('.')[2]!, 'base64url').includes('JBSWY3DPEHPK3PXP')).toBe(false)
})

it('a process with the same secret opens what another one sealed', () => {
  expect(createSealer({ secret: old }).open(sealer.seal('text', 'totp:1'), 'totp:1')).toBe('text')
})

describe('does not open', () => {
  const sealed = sealer.seal('text', 'totp:1')
  const flipped = (at: number) => `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
  const cases: [why: string, sealed: string, belongsTo: string][] = [
    ['the text of another row', sealed, 'totp:2'],
    ['a modified iv', flipped(16), 'totp:1'],
    ['a modified text', flipped(sealed.length - 3), 'totp:1'],
    ['a truncated text', sealed.slice(0, 30), 'totp:1'],
    ['a truncated tag', `${sealed.split('.', 2).join('.')}.AAAA`, 'totp:1'],
    ['another format', sealed.replace('1.', '2.'), 'totp:1'],
    ['nothing', '', 'totp:1'],
  ]
  it.each(cases)('%s', (_, text, belongsTo) => {
    expect(() => sealer.open(text, belongsTo)).toThrow(CannotOpen)
  })
})

it('a new secret opens what the previous one sealed, reports that it is not current, and seals it again', () => {
  const before = sealer.seal('text', 'totp:1')
  const both = createSealer({ secret: next, previous: old })
  expect(both.isCurrent(before)).toBe(false)
  const again = both.seal(both.open(before, 'totp:1'), 'totp:1')
  expect(both.isCurrent(again)).toBe(true)
  const alone = createSealer({ secret: next })
  expect(alone.open(again, 'totp:1')).toBe('text')
  expect(() => alone.open(before, 'totp:1')).toThrow('another secret than BUGLE_SECRET')
})
