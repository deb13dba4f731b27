import { expect, it } from 'vitest'
import { clockShiftOf } from './clock-shift.ts'

const now = Date.parse('2026-11-27T12:00:00Z')

it.each([
  [undefined, 0],
  [null, 0],
  ['soon', 0],
  [Number.NaN, 0],
  [now, 0],
  [now - 54 * 60_000, 0],
  [now - 3_600_000, 3_600_000],
  ['2026-11-28T12:00:00Z', -86_400_000],
  [now + 365 * 86_400_000, -365 * 86_400_000],
])('a request that says %s was sent by a clock that is %d ms behind', (sentAt, shift) => {
  expect(clockShiftOf(sentAt, now)).toBe(shift)
})
