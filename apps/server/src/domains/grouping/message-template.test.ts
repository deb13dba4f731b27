import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../../../scripts/fuzz-text.mjs'
import { messageTemplate } from './message-template.ts'

const value = fc.oneof(
  fc.uuid(),
  fc.integer({ min: 1000, max: 10 ** 9 }).map(String),
  fc.ipV4(),
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
)

it('handles any text, deterministically', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
      expect(messageTemplate(text)).toBe(messageTemplate(text))
    }),
  )
})

it('a template contains no values', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      const first = messageTemplate(`order ${a} of customer failed after ${b}`)
      expect(first).not.toContain(a)
      expect(first).not.toContain(b)
      expect(messageTemplate(first)).toBe(first)
    }),
  )
})

it('values of one kind give one template', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.nat(), fc.nat(), (a, b, m, n) => {
      expect(messageTemplate(`no row ${a} in ${1000 + m} tries`)).toBe(
        messageTemplate(`no row ${b} in ${1000 + n} tries`),
      )
    }),
  )
})

it('long and hostile texts are read only up to a limit', () => {
  for (const text of [
    '"'.repeat(1e6),
    `${'a1'.repeat(5e5)}`,
    '1.'.repeat(5e5),
    '<'.repeat(1e6),
    ' '.repeat(1e6),
    '/x1'.repeat(3e5),
  ])
    expect(messageTemplate(text).length).toBeLessThan(10_000)
})

it.each([
  ['GET api/v1/orders is gone', 'GET api/v2/orders is gone'],
  ['error E1042: card expired', 'error E2210: card expired'],
  ['cannot negotiate HTTP/2', 'cannot negotiate HTTP/3'],
  ['no route to orders-7d9f8c6b5-x2k4q', 'no route to billing-7d9f8c6b5-x2k4q'],
  ['cannot preload /assets/Cart-B7x2kQz1.css', 'cannot preload /assets/Wish-B7x2kQz1.css'],
])('%s is another message than %s', (one, other) => {
  expect(messageTemplate(one)).not.toBe(messageTemplate(other))
})

it.each([
  ['the upload of 834 KB exceeds 500 KiB', 'the upload of 12.5 MB exceeds 10 MiB'],
  ['gave up after 1m30.25s', 'gave up after 45.017s'],
  ['no color #ff8800', 'no color #0a0b0c'],
  ['no field orders.3.lines.12.price', 'no field orders.0.lines.1.price'],
  ['the label points to :r1a:', 'the label points to :rnb:'],
  ['cannot reach ip-10-0-12-7.ec2.internal', 'cannot reach ip-10-1-33-201.ec2.internal'],
])('%s is one message with %s', (one, other) => {
  expect(messageTemplate(one)).toBe(messageTemplate(other))
})
