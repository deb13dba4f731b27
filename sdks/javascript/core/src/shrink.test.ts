import { expect, it } from 'vitest'
import type { BugleEvent } from './event.ts'
import { maxBytes, toBody } from './shrink.ts'
import { byteLength } from './transport.ts'

const text = (length: number) => 'x'.repeat(length)
const crumbs = (count: number, length: number) =>
  Array.from({ length: count }, (_, ts) => ({ category: 'c', message: '…'.repeat(length), ts }))

const causes = (count: number, length: number) =>
  Array.from({ length: count }, () => ({ exception_type: 'Error', message: 'm', stack: text(length) }))
/** Too large by count. */
const many = { all: Array.from({ length: 200 }, () => text(7000)) }
const user = { id: 'u1' }

const event: BugleEvent = {
  event_id: '019ab3c0-1f2e-7c21-a4e8-0f6c1d2b3a49',
  timestamp: '2026-11-21T00:00:00.000Z',
  platform: 'web',
  app_id: 'com.example.shop',
  level: 'error',
  exception_type: 'TypeError',
  message: 'x is undefined',
  stack: 'TypeError: x is undefined\n    at f (https://x.io/a.js:1:1)',
  mechanism: { type: 'generic', handled: true },
  sdk: { name: 'test', version: '0' },
}

/** The documented order: the first step suffices here. */
it.each<[string, Partial<BugleEvent>, string[]]>([
  ['nothing while it fits', { extra: { text: text(900_000) } }, []],
  ['the screenshot first', { screenshot: text(900_000), extra: { text: text(900_000) } }, ['screenshot']],
  ['then the lines of source', { source_context: [text(2_000_000)] as never, extra: { a: 1 } }, ['source_context']],
  ['then extra', { extra: { text: text(2_000_000) }, breadcrumbs: crumbs(50, 10) }, ['extra']],
  ['then the oldest breadcrumbs', { breadcrumbs: crumbs(50, 8000) }, ['breadcrumbs']],
  ['then deep frames', { exceptions: causes(20, 60_000), contexts: { os: {} } }, ['frames']],
  ['then the largest field', { contexts: many, debug_meta: many, tags: { a: 1 } }, ['contexts', 'debug_meta']],
  ['also unknown fields', { user, mine: many } as never, ['mine']],
  ['in the end all but the essential fields', { user: many as never, release: many as never }, ['user', 'release']],
  ['first of all what the server would cut of a stack', { stack: text(2_000_000) }, ['texts']],
  ['and of other texts', { release: text(1_100_000), tags: { a: text(1_100_000) } }, ['texts']],
])('removes %s, and lists it', (_, parts, shrunk) => {
  const body = toBody({ ...event, ...parts })
  expect(byteLength(body)).toBeLessThanOrEqual(maxBytes)
  const small = JSON.parse(body) as BugleEvent
  expect(small.shrunk ?? []).toEqual(shrunk)
  expect(small).toMatchObject({ exception_type: 'TypeError', message: 'x is undefined', event_id: event.event_id })
  if (parts.user === user) expect(small).toMatchObject({ user, level: 'error', mechanism: event.mechanism })
  if (shrunk.includes('breadcrumbs'))
    expect(small.breadcrumbs!.map(({ ts }) => ts)).toEqual(
      crumbs(50, 0)
        .slice(40)
        .map(({ ts }) => ts),
    )
})

it('cuts a message as the server does, and keeps the rest', () => {
  const beside = { screenshot: text(900_000), extra: { order: 7 }, exceptions: causes(1, 10), tags: { a: 1 }, user }
  const small = JSON.parse(toBody({ ...event, ...beside, message: '…'.repeat(2_000_000) }))
  expect(small).toEqual({ ...event, ...beside, message: '…'.repeat(8192), shrunk: ['texts'] })
})

it('is built from an event that a hook made invalid', () => {
  const spoilt = { stack: ['a', text(2_000_000)], exceptions: [null, { stack: 7 }], breadcrumbs: {}, shrunk: 7 }
  const body = toBody({ ...event, ...spoilt } as never)
  expect(byteLength(body)).toBeLessThanOrEqual(maxBytes)
  expect(JSON.parse(body)).toMatchObject({ exception_type: 'TypeError', event_id: event.event_id })
})

it('counts bytes, not characters', () => {
  const body = toBody({ ...event, extra: { text: '…'.repeat(400_000) }, tags: { a: 1 } })
  expect(JSON.parse(body)).toMatchObject({ shrunk: ['extra'], tags: { a: 1 } })
})
