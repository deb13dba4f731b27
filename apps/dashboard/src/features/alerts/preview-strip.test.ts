import { expect, it } from 'vitest'
import { countsOf } from './preview-strip.tsx'

const now = Date.parse('2026-11-27T12:00:00Z')

it('puts each time into its column of the last two weeks', () => {
  const times = ['2026-11-27T11:59:00.000Z', '2026-11-20T12:00:00.000Z', '2026-11-13T12:00:00.000Z']
  const counts = countsOf({ total: 3, days: [], times }, now)
  expect([counts.at(-1), counts[24], counts[0]]).toEqual([1, 1, 1])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
})

it('counts the days before the times that are listed', () => {
  const days = [
    { day: '2026-11-14', count: 40 },
    { day: '2026-11-26', count: 2 },
  ]
  const counts = countsOf({ total: 42, days, times: ['2026-11-26T10:00:00.000Z', '2026-11-26T09:00:00.000Z'] }, now)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(42)
})
