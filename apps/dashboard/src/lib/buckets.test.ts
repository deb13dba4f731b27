import { expect, it } from 'vitest'
import { ticksFor, toBars } from './buckets.ts'

const hours = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 10, 1, index)).toISOString())
const end = Date.UTC(2026, 10, 2)

it('keeps single buckets if there is room', () => {
  const bars = toBars(hours(24), [hours(24).map(() => 1)], 100, end)
  expect(bars).toHaveLength(24)
  expect(bars.at(-1)).toMatchObject({ to: end, total: 1 })
})

it('combines hours until they fit, without losing any', () => {
  const counts = hours(336).map((_, index) => index)
  const bars = toBars(hours(336), [counts, counts], 100, end)
  expect(bars).toHaveLength(56)
  expect(bars.reduce((sum, { total }) => sum + total, 0)).toBe(336 * 335)
})

it('combines minutes into twos, fives, tens and half hours', () => {
  const minutes = Array.from({ length: 180 }, (_, index) => new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString())
  const sizeIn = (maxBars: number) =>
    toBars(minutes, [minutes.map(() => 1)], maxBars, Date.UTC(2026, 10, 1, 3)).at(-1)!.total
  expect([200, 100, 59, 20, 3].map(sizeIn)).toEqual([1, 2, 5, 10, 30])
})

it('makes the first bar the shorter one, never the last', () => {
  const bars = toBars(hours(25), [hours(25).map(() => 1)], 13, end)
  expect(bars.map(({ total }) => total)).toEqual([1, ...Array(12).fill(2)])
})

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 5, 10]],
  [48, [0, 20, 40, 60]],
  [1000, [0, 500, 1000]],
])('ticks up to %i are %j', (peak, ticks) => expect(ticksFor(peak)).toEqual(ticks))
