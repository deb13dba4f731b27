import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseBounded } from './bounded-json.ts'

/** Makes a text long enough to be scanned. */
const long = (json: string) => `[${json},"${'x'.repeat(70_000)}"]`
const first = (json: string) => (parseBounded(long(json)) as unknown[])[0]

it('reads any JSON as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value)
      expect(first(json)).toEqual(JSON.parse(json))
    }),
  )
})

it('brackets and quotation marks in texts open and close nothing', () => {
  const texts = ['['.repeat(5000), '{"a":'.repeat(5000), '\\"]}', '"[', '\\']
  expect(first(JSON.stringify(texts))).toEqual(texts)
})

/** How many lists stand within each other. */
function depthOf(value: unknown): number {
  let depth = 0
  for (let inner = value; Array.isArray(inner); inner = inner[0]) depth++
  return depth
}

it('what is nested more than a thousand times is null, and all beside it stays', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
  // The list around it is a level as well.
  expect(depthOf(first(deep(999)))).toBe(999)
  expect(depthOf(first(deep(1000)))).toBe(999)
  expect(
    first(`{"a":${deep(100_000)},"b":[${deep(5)}],"c":${'{"x":'.repeat(5000)}"]"${'}'.repeat(5000)},"d":2}`),
  ).toMatchObject({
    b: [[[[[[1]]]]]],
    d: 2,
  })
})

it.each([
  '['.repeat(100_000),
  `${long('1')}]`,
  `[${'['.repeat(100_000)}"`,
  `${']'.repeat(100_000)}`,
  `"${'a'.repeat(70_000)}`,
])('refuses what is no JSON (%#)', (text) => {
  expect(() => parseBounded(text)).toThrow(SyntaxError)
})
