import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../../../../scripts/fuzz-runs.mjs'
import { anyCharacter } from '../../../../../scripts/fuzz-text.mjs'
import { droppedOf, fingerprintOf, type GroupingInput, groupingOf } from './fingerprint.ts'

/** The key to compare: some changes must never split an issue, others must never merge two. */
const key = (event: GroupingInput) => fingerprintOf(groupingOf(event))

const name = fc.stringMatching(/^[a-z][a-zA-Z]{4,11}$/)
const call = fc.record({
  name,
  file: name,
  line: fc.integer({ min: 1, max: 200 }),
  column: fc.integer({ min: 1, max: 120 }),
})
type Call = { name: string; file: string; line: number; column: number }
const calls = fc.uniqueArray(call, { minLength: 2, maxLength: 5, selector: (one) => one.name })
const toText = (list: Call[], by = 0) =>
  list.map((one) => `    at ${one.name} (/srv/shop/src/${one.file}.js:${one.line + by}:${one.column})`).join('\n')
const event = (list: Call[], message = 'declined'): GroupingInput => ({
  exception_type: 'PaymentError',
  message,
  stack: `PaymentError: ${message}\n${toText(list)}`,
  platform: 'node',
  app_id: 'com.example.shop',
})
const value = fc.oneof(
  fc.uuid(),
  fc.integer({ min: 1000, max: 10 ** 9 }).map(String),
  fc.ipV4(),
  fc
    .tuple(fc.webAuthority(), fc.stringMatching(/^(?:\/(?:[\w.~-]|%[0-9A-F]{2}){1,12}){0,3}$/))
    .map(([host, path]) => `https://${host}${path}`),
  fc.emailAddress({ size: '-1' }).filter((mail) => /^[\w.+-]+@[\w.-]+$/.test(mail)),
  fc.stringMatching(/^[0-9a-f]{24}$/).filter((text) => /\d/.test(text) && /[a-f]/.test(text)),
)

it('the order of keys does not split', () => {
  fc.assert(
    fc.property(calls, (list) => {
      const one = event(list)
      const turned = Object.fromEntries(Object.entries(one).toReversed()) as unknown as GroupingInput
      expect(key(turned)).toBe(key(one))
    }),
  )
})

it('moved lines do not split', () => {
  fc.assert(
    fc.property(calls, fc.integer({ min: 1, max: 500 }), (list, by) => {
      const moved = { ...event(list), stack: `PaymentError: declined\n${toText(list, by)}` }
      expect(key(moved)).toBe(key(event(list)))
    }),
  )
})

it('values in a message do not split, with a stack or without', () => {
  fc.assert(
    fc.property(calls, fc.tuple(value, value), (list, [a, b]) => {
      fc.pre(kindOf(a) === kindOf(b))
      const text = (what: string) => `order ${what} was declined`
      expect(key(event(list, text(a)))).toBe(key(event(list, text(b))))
      expect(key({ ...event(list, text(a)), stack: null })).toBe(key({ ...event(list, text(b)), stack: null }))
    }),
    { numRuns: fuzzRuns(500) },
  )
})

/** Returns the kind of a value; a property compares values of one kind, because a date is not a number. */
function kindOf(text: string): string {
  if (text.includes('://')) return 'url'
  if (text.includes('@')) return 'mail'
  if (text.includes('-')) return 'uuid'
  if (text.includes('.')) return 'address'
  return text.length === 24 ? 'id' : 'number'
}

it('environment, release, level, user and tags do not split', () => {
  fc.assert(
    fc.property(
      calls,
      fc.record({
        environment: fc.string(),
        release: fc.string(),
        level: fc.constantFrom('error', 'fatal'),
        user: fc.object(),
        tags: fc.object(),
      }),
      (list, more) => {
        expect(key({ ...event(list), ...more } as GroupingInput)).toBe(key(event(list)))
      },
    ),
  )
})

it('two call sites of the customer’s own never merge', () => {
  fc.assert(
    fc.property(calls, calls, (a, b) => {
      const locations = (list: Call[]) => list.map((one) => `${one.file}#${one.name}`).join()
      fc.pre(locations(a) !== locations(b))
      expect(key(event(a))).not.toBe(key(event(b)))
    }),
  )
})

it('every event has a group, with bounded components, deterministically', () => {
  const any = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('', '\0', '\ud800', 'a'.repeat(5000)))
  fc.assert(
    fc.property(
      any,
      any,
      fc.oneof(any, fc.array(fc.oneof(any, fc.object())), fc.constant(null)),
      (type, message, stack) => {
        const input: GroupingInput = { exception_type: type, message, stack, platform: 'other', app_id: 'a' }
        const grouping = groupingOf(input)
        expect(groupingOf(input)).toEqual(grouping)
        expect(fingerprintOf(grouping)).toMatch(/^[0-9a-f]{64}$/)
        expect(droppedOf(input).length).toBeLessThanOrEqual(20)
        for (const part of grouping.components) expect(part.length).toBeLessThanOrEqual(1000)
      },
    ),
    { numRuns: fuzzRuns(1000) },
  )
})
