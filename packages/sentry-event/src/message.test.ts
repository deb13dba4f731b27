import { limits } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { messageOf } from './message.ts'

const filled = (message: string, params: unknown) => messageOf({ logentry: { message, params } }).text

it.each([
  ['%s of %d %%', ['a', 7], 'a of 7 %'],
  ['%(user)s paid %(sum)d', { user: 'u', sum: 3 }, 'u paid 3'],
  ['{} and {}', ['a', { b: 1 }], 'a and {"b":1}'],
  ['{1} {0} {2}', ['a', 'b'], 'b a {2}'],
  ['{user} {other}', { user: 'u' }, 'u {other}'],
  ['{} {}', { user: 'u', sum: 3 }, 'u 3'],
  ['{constructor} {__proto__}', { a: 1 }, '{constructor} {__proto__}'],
  ['{1e0}', ['a', 'b'], '{1e0}'],
  ['%s', null, '%s'],
  ['%s %s', ['a'], 'a %s'],
])('fills %s', (message, params, text) => {
  expect(filled(message, params)).toBe(text)
})

describe('a filled message is never much longer than it is shown', () => {
  const long = 'y'.repeat(100_000)
  it.each([
    ['{a}'.repeat(30_000), { a: long }],
    ['%(a)s'.repeat(30_000), { a: long }],
    ['{}'.repeat(30_000), Array(30_000).fill(long)],
    ['{0}'.repeat(30_000), [long]],
    [`${long}{a}`, { a: long }],
  ])('%#', (message, params) => {
    const text = filled(message, params)
    expect(text.length).toBe(limits.messageBytes + 1)
    // A message that is longer than it is shown is marked as trimmed.
    expect(Buffer.byteLength(text)).toBeGreaterThan(limits.messageBytes)
  })
})

it('makes the text of a parameter once, however often it is named', () => {
  let made = 0
  const params = { a: { toJSON: () => String(made++).slice(1) } }
  filled('{a}'.repeat(1000), params)
  expect(made).toBe(1)
})
