import { expect, it } from 'vitest'
import { intervalOfMedian } from '../bench/interval.mjs'

/**
 * Returns the probability that the median lies between two ranks of the sample: each value is below it like the toss of
 * a coin.
 */
function shareOfHits(count: number, low: number, high: number): number {
  let hits = 0
  for (let tosses = 0; tosses < 2 ** count; tosses += 1) {
    const below = tosses.toString(2).replaceAll('0', '').length
    if (low < below && below <= high) hits += 1
  }
  return hits / 2 ** count
}

it.each([6, 9, 12, 15])(
  'holds the middle in 95 of 100 cases of %d draws, and would not if it were narrower',
  (count) => {
    const [low = 0, high = 0] = intervalOfMedian(Array.from({ length: count }, (_, rank) => rank))
    expect(shareOfHits(count, low, high)).toBeGreaterThanOrEqual(0.95)
    expect(shareOfHits(count, low + 1, high - 1)).toBeLessThan(0.95)
  },
)

it('is unbounded for fewer than six values', () => {
  expect(intervalOfMedian([1, 2, 3, 4, 5])).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
  expect(intervalOfMedian([3, 1, 4, 1, 5, 9, 2, 6, 5])).toEqual([1, 6])
})
