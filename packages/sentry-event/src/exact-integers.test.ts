import { IngestEvent } from '@bugle/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBounded } from './bounded-json.ts'
import { numericFields } from './exact-integers.ts'
import { parseLoose } from './loose-json.ts'

/** Integers around the limit of 2^53 and far beyond it, of both signs. */
const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc.bigInt({ min: -(2n ** 31n), max: 2n ** 31n }),
)
const space = fc.stringMatching(/^[ \n\r\t]{0,3}$/)

describe('an integer', () => {
  it('keeps every digit, wherever it stands', () => {
    fc.assert(
      fc.property(integer, integer, space, fc.string(), (one, other, gap, text) => {
        const name = JSON.stringify(`_${text}`)
        const json = `{${gap}${name}${gap}:${gap}${one}${gap},"list":[${gap}${other}${gap},{"deep":${one}}],"text":${name}}`
        const read = parseBounded(json) as Record<string, unknown>
        expect(String(read[`_${text}`])).toBe(String(one))
        expect(read.list).toHaveLength(2)
        expect(String((read.list as unknown[])[0])).toBe(String(other))
        expect(String((read.list as { deep: unknown }[])[1]!.deep)).toBe(String(one))
        expect(read.text).toBe(`_${text}`)
      }),
    )
  })

  it('differs from its neighbours', () => {
    const ids = [9007199254740992n, 9007199254740993n, 261733281341374469n, 261733281341374471n]
    expect((parseBounded(`[${ids.join()}]`) as unknown[]).map(String)).toEqual(ids.map(String))
  })

  it.each([
    ['261733281341374469', '261733281341374469'],
    ['-9223372036854775807', '-9223372036854775807'],
    ['9007199254740991', 9007199254740991],
    // Round numbers lose nothing.
    ['1795253390000000000', 1795253390000000000],
    ['12345678901234567890.5', Number('12345678901234567890.5')],
    ['0.12345678901234567890', Number('0.12345678901234567890')],
    ['1234567890123456789e2', Number('1234567890123456789e2')],
    ['1e400', Number.POSITIVE_INFINITY],
  ])('%s is read as %s', (json, value) => {
    expect(parseBounded(`{"a":${json}}`)).toEqual({ a: value })
    expect(parseLoose(`{"a":${json},"b":NaN}`)).toEqual({ a: value, b: null })
  })

  it('of a time, a position or a count stays a number, unless the sender chose the name', () => {
    const json = (name: string) =>
      `{"${name}":1795253390123456789,"breadcrumbs":[{"data":{"${name}":1795253390123456789},"${name}":1795253390123456789}],
        "extra":{"x":[{"${name}":1795253390123456789}]},"contexts":{"a":{"${name}":1795253390123456789}},"${name}":1795253390123456789}`
    for (const name of ['ts', 'timestamp', 'count', 'line'])
      expect(parseBounded(json(name))).toEqual({
        [name]: Number('1795253390123456789'),
        breadcrumbs: [{ data: { [name]: '1795253390123456789' }, [name]: Number('1795253390123456789') }],
        extra: { x: [{ [name]: '1795253390123456789' }] },
        contexts: { a: { [name]: '1795253390123456789' } },
      })
    expect([...numbersIn(IngestEvent as Schema)]).toContain('ts')
    expect([...numbersIn(IngestEvent as Schema)].filter((name) => !numericFields.has(name))).toEqual([])
    // The name of a list is that of its elements, whatever stands between them.
    expect(parseBounded('{"params":[{"ts":1},1795253390123456789]}')).toEqual({
      params: [{ ts: 1 }, '1795253390123456789'],
    })
  })
})

it('texts that hold digits stay as they are', () => {
  const digits = '"12345678901234567890", :12345678901234567890,'
  for (const text of [digits, `${digits}\\`, `\\"${digits}`, '1'.repeat(100), `{"a":${'1'.repeat(20)}}`])
    expect(parseBounded(JSON.stringify({ [text]: text }))).toEqual({ [text]: text })
})

it('what is no JSON stays none, and the rest is read as by JSON.parse', () => {
  const piece = fc.constantFrom(
    ...'{ } [ ] , : " \\ - . e E + 0 1 12345678901234567 9007199254740993 true null "a" "ts" tags'.split(' '),
    ' ',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const json = pieces.join('')
      let expected: unknown
      try {
        expected = JSON.parse(json)
      } catch {
        expect(() => parseBounded(json)).toThrow(SyntaxError)
        return
      }
      expect(asNumbers(parseBounded(json))).toEqual(asNumbers(expected))
    }),
    { numRuns: 3000 },
  )
})

/** Undoes the quoting: every text of digits alone becomes the number that JSON.parse would have made of it. */
function asNumbers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'string' && /^-?\d{16,}$/.test(one) ? Number(one) : one,
  )
}

it('a byte-order mark before JSON is skipped', () => {
  expect(parseBounded('\ufeff{"a":1}')).toEqual({ a: 1 })
  expect(parseLoose('\ufeff{"a":NaN}')).toEqual({ a: null })
  expect(() => parseBounded('\ufeff\ufeff{}')).toThrow(SyntaxError)
})

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Returns the names of the properties of a schema that are numbers. */
function numbersIn({ properties = {}, items, anyOf = [] }: Schema): Set<string> {
  const names = new Set<string>()
  for (const [name, schema] of Object.entries(properties))
    if ([schema, ...(schema.anyOf ?? [])].some(({ type }) => type === 'number' || type === 'integer')) names.add(name)
  for (const inner of [...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf])
    for (const name of numbersIn(inner)) names.add(name)
  return names
}
