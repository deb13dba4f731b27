import { expect, it } from 'vitest'
import { statsRange } from './stats-range.ts'

it.each([
  [3, 'minute'],
  [24, 'hour'],
  [336, 'hour'],
  [720, 'day'],
])('a chart over %i hours is by %s', (hours, interval) => {
  expect(statsRange(hours).interval).toBe(interval)
})

it('says where a chart begins, but where its three hours are those of the server', () => {
  expect(statsRange(3)).toEqual({ interval: 'minute' })
  expect(Date.parse(statsRange(24).from!)).toBeLessThanOrEqual(Date.now() - 24 * 3_600_000)
})
