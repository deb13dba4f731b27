import { expect, it } from 'vitest'
import { toBuckets } from './day-buckets.ts'

const now = Date.parse('2026-11-21T10:00:00Z')

it('has every day from the first event to today', () => {
  const days = [
    { day: '2026-11-01', count: 4 },
    { day: '2026-11-20', count: 3 },
  ]
  const { buckets, counts } = toBuckets(days, now)
  expect(buckets).toEqual(
    Array.from({ length: 21 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}T00:00:00.000Z`),
  )
  expect(counts).toEqual([4, ...Array<number>(18).fill(0), 3, 0])
})

it('is two weeks at least, and ninety days at most', () => {
  expect(toBuckets([], now)).toMatchObject({ counts: Array<number>(14).fill(0) })
  expect(toBuckets([{ day: '2026-11-21', count: 2 }], now).counts).toEqual([...Array<number>(13).fill(0), 2])
  const { buckets, counts } = toBuckets([{ day: '2025-01-01', count: 1 }], now)
  expect(buckets).toHaveLength(90)
  expect(counts).not.toContain(1)
})
