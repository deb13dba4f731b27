import { type IngestEvent, limits } from '@bugle/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../../../scripts/fuzz-text.mjs'
import { validateEvent } from '../ingest/native/validate.ts'
import type { EventRecord } from './event-read-store.ts'
import { toEventView } from './event-view.ts'

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', '\0', '\ud800', '__proto__', 'x'.repeat(300)),
)
const nothingOr = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 })
const tree = fc.dictionary(text, fc.jsonValue({ maxDepth: 5 }), { maxKeys: 5 })

/** Events that ingest lets in, as odd as they come. */
const anyEvent = fc.record(
  {
    exception_type: text.filter((type) => type !== ''),
    message: text,
    platform: fc.constantFrom('ios', 'web', 'other'),
    app_id: fc.constant('a'),
    stack: fc.oneof(text, fc.array(fc.oneof(text, tree), { maxLength: 5 }), fc.constant(null)),
    level: nothingOr(fc.constantFrom('fatal', 'info')),
    release: nothingOr(text),
    environment: nothingOr(text),
    dist: nothingOr(text),
    tags: nothingOr(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)))),
    user: nothingOr(fc.record({ id: nothingOr(text) })),
    user_id_anon: nothingOr(text),
    contexts: nothingOr(tree),
    extra: nothingOr(tree),
    mechanism: nothingOr(fc.record({ type: nothingOr(text), handled: nothingOr(fc.boolean()) })),
    breadcrumbs: nothingOr(
      fc.array(fc.record({ category: text, message: text, ts: fc.maxSafeInteger(), data: nothingOr(tree) }), {
        maxLength: 4,
      }),
    ),
    exceptions: nothingOr(
      fc.array(fc.record({ exception_type: fc.constant('Cause'), message: text, stack: nothingOr(text) }), {
        maxLength: 3,
      }),
    ),
    fingerprint: nothingOr(fc.array(text, { maxLength: 5 })),
    sdk: nothingOr(fc.record({ name: nothingOr(text), version: nothingOr(text) })),
    source_context: fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.array(
        fc.record({ file: text, line: fc.nat(3), pre_context: fc.array(text), context_line: text, post_context: text }),
      ),
    ),
    of_tomorrow: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: ['exception_type', 'message', 'platform', 'app_id'] },
)

const record: EventRecord = {
  projectId: 1,
  eventId: '01938d3e-0000-7000-8000-000000000000',
  issueId: '00000000-0000-0000-0000-000000000001',
  groupId: '00000000-0000-0000-0000-000000000001',
  segmentId: 1,
  position: 0,
  occurredAt: new Date(0),
  receivedAt: new Date(0),
  level: 'error',
  platform: 'web',
  release: null,
  environment: 'production',
  repeat: 1,
  flags: 0,
  userKey: null,
}
const viewOf = (event: unknown) => toEventView(record, { state: 'kept', body: Buffer.from(JSON.stringify(event)) })

it('shows every event that is let in, within the limits, in text that can be read', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      validateEvent(JSON.parse(JSON.stringify(event)))
      const view = viewOf(event)
      const shown = JSON.stringify(view)
      expect(shown).not.toContain('\\u0000')
      expect(/\\ud[89a-f]/i.test(shown)).toBe(false)
      expect(Object.keys(view.tags).length).toBeLessThanOrEqual(limits.tags)
      for (const field of [view.exception_type, view.environment, view.release ?? '', view.user_id ?? ''])
        expect(field.length).toBeLessThanOrEqual(limits.shortText)
      expect(Buffer.byteLength(view.message)).toBeLessThanOrEqual(limits.messageBytes)
    }),
  )
})

it('changes nothing in an event that is clean and within the limits', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '😀'), minLength: 1, maxLength: 20 })
  const clean = fc.dictionary(words, fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null)))
  const event = fc.record({ exception_type: words, message: words, tags: clean, extra: clean, contexts: clean })
  fc.assert(
    fc.property(event, (given) => {
      const sent = { ...given, platform: 'web', app_id: 'a' } as unknown as IngestEvent
      expect(viewOf(sent)).toMatchObject({ ...given, trimmed: [], repaired: false })
    }),
  )
})

const stack = 'Error: x\n    at pay (/srv/shop/cart.js:12:7)\n    at file:///srv/shop/run.mjs:3:1'
const source = (file: string, line: number, hit: unknown = `line ${line}`) => ({
  file,
  line,
  pre_context: ['a', '\tb'],
  context_line: hit,
  post_context: ['c'],
})
const framesOf = (event: object) =>
  viewOf({ exception_type: 'Error', message: 'x', platform: 'node', app_id: 'a', ...event }).exceptions.map(
    ({ frames }) =>
      frames.map(({ pre_context, context_line, post_context }) => [pre_context, context_line, post_context]),
  )
const nothing = [undefined, undefined, undefined]

it('puts lines of source to the frames they belong to, those of causes too', () => {
  const source_context = [
    source('/srv/shop/cart.js', 12),
    source('file:///srv/shop/run.mjs', 3),
    source('/other.js', 3),
  ]
  const exceptions = [
    { exception_type: 'Cause', message: 'y', stack: 'Cause: y\n    at find (/srv/shop/cart.js:12:1)' },
  ]
  expect(framesOf({ stack, source_context, exceptions })).toEqual([
    [
      [['a', '\tb'], 'line 12', ['c']],
      [['a', '\tb'], 'line 3', ['c']],
    ],
    [[['a', '\tb'], 'line 12', ['c']]],
  ])
  expect(framesOf({ stack, source_context: [source('/srv/shop/cart.js', 13)] })).toEqual([[nothing, nothing]])
})

it('takes them from frames that are objects, too', () => {
  const { file, line, ...lines } = source('app/Cart.php', 3)
  expect(framesOf({ stack: [{ function: 'pay', filename: file, lineno: line, ...lines }] })).toEqual([
    [[['a', '\tb'], 'line 3', ['c']]],
  ])
})

it.each([
  ['text', 'x'],
  [
    'entries of other shapes',
    [null, 7, 'x', [], {}, source('/srv/shop/cart.js', 12, 7), { line: 12, context_line: '' }],
  ],
])('passes over source context that is %s', (_, source_context) => {
  const event = { exception_type: 'Error', message: 'x', platform: 'node', app_id: 'a', stack, source_context }
  expect(() => validateEvent(event)).not.toThrow()
  expect(framesOf(event)).toEqual([[nothing, nothing]])
})

it('keeps the nearest seven lines and 500 characters of each, and says what was cut', () => {
  const lines = [...'0123456789']
  const long = { ...source('/srv/shop/cart.js', 12, 'x'.repeat(501)), pre_context: lines, post_context: lines }
  const event = { exception_type: 'Error', message: 'x', platform: 'node', app_id: 'a', stack, source_context: [long] }
  expect(framesOf(event)[0]![0]).toEqual([[...'3456789'], 'x'.repeat(500), [...'0123456']])
  expect(viewOf(event).trimmed).toEqual(['source_context'])
})

it('shows a place that recursion names again and again no oftener than a stack has frames', () => {
  const deep = `Error: x${'\n    at pay (/srv/shop/cart.js:12:7)'.repeat(250)}`
  const exceptions = [{ exception_type: 'Cause', message: 'y', stack: deep }]
  const frames = framesOf({ stack: deep, exceptions, source_context: [source('/srv/shop/cart.js', 12)] }).flat()
  expect(frames).toHaveLength(500)
  expect(frames.filter(([, hit]) => hit !== undefined)).toHaveLength(limits.stackFrames)
})
