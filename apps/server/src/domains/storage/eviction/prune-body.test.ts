import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../../../../../scripts/fuzz-runs.mjs'
import { anyCharacter } from '../../../../../../scripts/fuzz-text.mjs'
import { keptBytes, pruneBody, prunedFieldsOf } from './prune-body.ts'

const needed = { exception_type: 'TypeError', message: 'boom', platform: 'web', app_id: 'com.example.shop' }
const prune = (event: object) => {
  const body = pruneBody(Buffer.from(JSON.stringify(event)))
  return { body, event: JSON.parse(body.toString('utf8')) as Record<string, unknown> }
}

it('a small body stays byte for byte', () => {
  const body = Buffer.from(`{ "exception_type" : "A", "message":"", "platform":"web","app_id":"x" }`)
  expect(pruneBody(body)).toBe(body)
})

it('keeps exception, message and stack, and names the removed fields', () => {
  const stack = 'at f (a.js:1:2)\n'.repeat(200)
  const { event } = prune({ ...needed, extra: { pad: 'x'.repeat(900_000) }, breadcrumbs: [], stack })
  expect(event).toMatchObject({ ...needed, breadcrumbs: [], stack })
  expect(event.extra).toBeUndefined()
  expect(prunedFieldsOf(event)).toEqual(['extra'])
})

it('keeps the tags that come from contexts, since those may go', () => {
  const contexts = { os: { name: 'Linux' }, pad: 'x'.repeat(20_000) }
  const { event } = prune({ ...needed, tags: { plan: 'gold' }, contexts })
  expect(event).toMatchObject({ tags: { plan: 'gold', os: 'Linux' } })
  expect(prunedFieldsOf(event)).toEqual(['contexts'])
})

it('a long text is cut, whatever it costs as JSON', () => {
  const { event, body } = prune({ ...needed, message: '\u0001'.repeat(100_000), stack: '𝒳'.repeat(100_000) })
  expect(body.length).toBeLessThanOrEqual(keptBytes)
  expect(prunedFieldsOf(event)).toEqual(['message', 'stack'])
  expect((event.message as string).length).toBeGreaterThan(500)
  expect((event.stack as string).isWellFormed()).toBe(true)
})

it('never more than its bytes, and always an event', () => {
  const field = fc.string({ unit: anyCharacter, maxLength: 40 })
  // Drawn letter by letter, they would take seconds.
  const longText = fc
    .tuple(fc.constantFrom('x', 'é', '\u0001', '𝒳', '"'), fc.integer({ min: 5000, max: 30_000 }))
    .map(([letter, length]) => letter.repeat(length))
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), longText)
  fc.assert(
    fc.property(fc.dictionary(field, value, { maxKeys: 20 }), fc.nat(40_000), (other, length) => {
      const { body, event } = prune({ ...other, ...needed, extra: { pad: 'é'.repeat(length) } })
      expect(body.length).toBeLessThanOrEqual(keptBytes)
      expect(event).toMatchObject(needed)
    }),
    { numRuns: fuzzRuns(100, 30) },
  )
})

it('a field that an event names so itself is taken for none of ours', () => {
  expect(prunedFieldsOf({ $pruned: ['extra', '<b>', 7, { a: 1 }] })).toEqual(['extra'])
  expect(prunedFieldsOf({ $pruned: 'extra' })).toBeUndefined()
})
