import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

const seen = (text: string) => text.replaceAll('\u200c', '')

describe('text of others in a mail', () => {
  const cases: [text: string, seen: string][] = [
    ['TypeError: x is not a function', 'TypeError: x is not a function'],
    ['a\r\nBcc: eve@example.com\n\nhello', 'a Bcc: eve@example.com hello'],
    ['\u202edlrow\u2069\u200b\u2028\0', 'dlrow'],
    ['  padded \t text ', 'padded text'],
    ['x'.repeat(50), `${'x'.repeat(39)}…`],
    ['🎺'.repeat(50), `${'🎺'.repeat(39)}…`],
    ['', ''],
  ]
  it.each(cases)('%j reads as one short line', (text, expected) => {
    expect(seen(plainText(text, 40))).toBe(expected)
  })

  const links = [
    'https://evil.example/login',
    'HTTP://EVIL.EXAMPLE',
    'www.evil.example',
    'evil.com',
    'mailto:eve@evil.example',
    'eve@evil.example',
    'javascript:alert(1)',
    '//evil.example',
    'evil。com',
    'tel:+123456',
    'x:y.z@a.b',
  ]
  /** Everything mail programs turn into links, and more. */
  const link = /[a-z][a-z0-9+.-]*:\S|\S[.。．｡․]\S|\S@\S/iu
  const linksIn = (text: string) => text.split(/[\s\u200c]+/u).filter((part) => link.test(part))

  it.each(links)('%s is no link', (text) => {
    expect(linksIn(text)).not.toEqual([])
    expect(linksIn(plainText(`see ${text} now`, 200))).toEqual([])
  })

  it('whatever it is', () => {
    const text = fc.string({
      unit: fc.constantFrom('.', ':', '/', '@', 'a', 'com', 'http://', ' ', '\n', '\u200c', '🎺'),
    })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (value, maxLength) => {
        const made = plainText(value, maxLength)
        expect(linksIn(made)).toEqual([])
        expect(Array.from(seen(made)).length).toBeLessThanOrEqual(maxLength)
        expect(made).not.toMatch(/[\r\n]/)
      }),
    )
  })
})
