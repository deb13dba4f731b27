import type { EnvelopeItem } from '@bugle/sentry-event'
import { expect, it } from 'vitest'
import { itemKeyOf } from './item-key.ts'

const sums = { attrs: { release: 'shop@1.0' }, aggregates: [{ started: '2026-05-06T10:11:00Z', exited: 3 }] }
const item = { header: { type: 'sessions' }, payload: Buffer.from(JSON.stringify(sums)) } as EnvelopeItem
const keyIn = (header: object, index = 0) => itemKeyOf(item, sums, { header: { ...header }, index })

it.each([
  ['the time of its making, as JavaScript sends it', { sent_at: '2026-05-06T10:12:00.123Z' }],
  ['an id', { event_id: '9ec79c33ec9942ab8353589fcb2e04dc' }],
])('sums of sessions in an envelope with %s are recognized when they are sent again', (_name, header) => {
  expect(keyIn(header)).toMatch(/^[0-9a-f]{32}$/)
  expect(keyIn(header)).toBe(keyIn(header))
  expect(keyIn(header, 1)).not.toBe(keyIn(header))
  expect(keyIn({ sent_at: '2026-05-06T10:12:00.124Z' })).not.toBe(keyIn(header))
})

it('sums in an envelope without either, as Python, Ruby and Rust send them, have no key: two processes may report the same', () => {
  expect(keyIn({})).toBeUndefined()
})
