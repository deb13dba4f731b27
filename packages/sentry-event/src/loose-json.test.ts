import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseLoose } from './loose-json.ts'

it.each([
  ['{"a":NaN}', { a: null }],
  ['{"a":-Infinity,"b":Infinity}', { a: null, b: null }],
  ['[NaN,"NaN","\\"NaN\\"","\\\\",-Infinity,"-Infinity"]', [null, 'NaN', '"NaN"', '\\', null, '-Infinity']],
  ['{"NaN":NaN}', { NaN: null }],
  ['NaN', null],
  [' [ NaN ] ', [null]],
])('reads %s', (text, value) => {
  expect(parseLoose(text)).toEqual(value)
})

it.each(['{"a":NaN', '{"a":NaN,"b":"', '{"a":NaN,"b":"\\', '{"a":NaNs}', '{"a":xNaN}', '"', ''])(
  'refuses %s',
  (text) => {
    expect(() => parseLoose(text)).toThrow(SyntaxError)
  },
)

it('reads any JSON whose numbers were replaced by literals as if they were null', () => {
  const literal = fc.constantFrom('NaN', 'Infinity', '-Infinity')
  fc.assert(
    fc.property(fc.jsonValue(), literal, (value, name) => {
      const marked = JSON.stringify([value, null]).replace(/null\]$/, `${name}]`)
      expect(parseLoose(marked)).toEqual(JSON.parse(JSON.stringify([value, null])))
    }),
  )
})
