import fc from 'fast-check'
import { expect, it } from 'vitest'
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
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
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
