import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, cleanTextToBytes } from './clean-text.ts'

/** Any UTF-16, lone surrogates and U+0000 among it. */
const anyText = fc.string({
  unit: fc.constantFrom('a', 'é', '\0', '\ud800', '\udc00', '😀', '\uFFFD', '漢'),
  maxLength: 60,
})
const limit = fc.integer({ min: 0, max: 80 })

describe.each([
  ['characters', cleanText, (text: string) => text.length],
  ['bytes', cleanTextToBytes, (text: string) => Buffer.byteLength(text)],
] as const)('a text cut to %s', (_, clean, lengthOf) => {
  it('is one that PostgreSQL takes, within its limit', () => {
    fc.assert(
      fc.property(anyText, limit, (text, max) => {
        const cleaned = clean(text, max)
        expect(cleaned.isWellFormed()).toBe(true)
        expect(cleaned).not.toContain('\0')
        expect(lengthOf(cleaned)).toBeLessThanOrEqual(max)
        expect(cleaned.length).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('stays as it is once it is clean', () => {
    fc.assert(
      fc.property(anyText, limit, (text, max) => {
        const once = clean(text, 1000)
        expect(clean(once, 1000)).toBe(once)
        // A good text is only ever cut.
        if (text.isWellFormed() && !text.includes('\0') && max >= 4) expect(clean(text, 1000)).toBe(text)
      }),
    )
  })
})

it('a cut never leaves half a character', () => {
  expect([
    cleanText('ab😀', 3),
    cleanText('ab😀', 4),
    cleanTextToBytes('ab😀', 5),
    cleanTextToBytes('é'.repeat(9), 3),
  ]).toEqual(['ab', 'ab😀', 'ab', 'é'])
})
