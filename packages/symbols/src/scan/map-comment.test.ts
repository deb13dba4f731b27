import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../scripts/fuzz-text.mjs'
import { decodeDataUrl } from './data-url.ts'
import { findDebugId, findMapReference } from './map-comment.ts'

const reference = (code: string) => findMapReference(Buffer.from(code))
const id = '85314830-023f-4cf1-a267-535f4e37bb17'

describe('the reference to the map', () => {
  it('is that of the last comment on a line of its own', () => {
    expect(reference('a\n//# sourceMappingURL=a.js.map')).toBe('a.js.map')
    expect(reference('a\n//@ sourceMappingURL=a.js.map\r\n')).toBe('a.js.map')
    expect(reference('//# sourceMappingURL=a.map\nb\n//# sourceMappingURL=b.map\n\n')).toBe('b.map')
    expect(reference('\t//# sourceMappingURL=a.map ')).toBe('a.map')
  })

  it('is not found within code', () => {
    expect(reference('')).toBeUndefined()
    expect(reference('a="//# sourceMappingURL=a.map"')).toBeUndefined()
    expect(reference('a("\\n//# sourceMappingURL=a.map")')).toBeUndefined()
    expect(reference('//# sourceMappingURL=a b')).toBeUndefined()
    expect(reference('//# sourceMappingURL=')).toBeUndefined()
    expect(reference('//# sourceMappingURL=a.map\nx = "//# sourceMappingURL=";')).toBe('a.map')
  })
})

describe('an inline map', () => {
  const decoded = (url: string) => Buffer.concat([...decodeDataUrl(url)!]).toString()

  it('is decoded from base64, and from percent signs, however long', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat(70_000), (text, length) => {
        const json = JSON.stringify({ x: text + 'é'.repeat(length) })
        const base64 = Buffer.from(json).toString('base64')
        expect(decoded(`data:application/json;charset=utf-8;base64,${base64}`)).toBe(json)
        expect(decoded(`data:application/json,${encodeURIComponent(json)}`)).toBe(json)
      }),
      { numRuns: 30 },
    )
  })

  it('is a data URL of JSON', () => {
    expect(decodeDataUrl('a.js.map')).toBeUndefined()
    expect(decodeDataUrl('data:text/html,a')).toBeUndefined()
    expect(() => decoded('data:application/json,%7')).toThrow('an unfinished escape in an inline map')
  })
})

describe('a debug id', () => {
  it('is found in the last five lines', () => {
    expect(findDebugId(Buffer.from(`a\n//# debugId=${id}\n//# sourceMappingURL=a.map\n`))).toBe(id)
    expect(findDebugId(Buffer.from(`//# debugId=${id}\r\n`))).toBe(id)
    expect(findDebugId(Buffer.from(`//# debugId=${id}\n${'a\n'.repeat(5)}`))).toBeUndefined()
    expect(findDebugId(Buffer.from(`a("//# debugId=${id}")`))).toBeUndefined()
    expect(findDebugId(Buffer.from(''))).toBeUndefined()
  })
})
