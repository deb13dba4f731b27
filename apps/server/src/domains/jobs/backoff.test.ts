import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

describe('the time before another attempt', () => {
  const cases: [attempts: number, seconds: number][] = [
    [1, 5],
    [2, 15],
    [3, 45],
    [6, 1215],
    [7, 3600],
    [1000, 3600],
  ]
  it.each(cases)('after %i attempts it is %i s', (attempts, seconds) => {
    expect(backoffMs(attempts, 0.5)).toBe(seconds * 1000)
  })

  it('varies by a fifth', () => {
    expect([backoffMs(1, 0), backoffMs(1, 1)]).toEqual([4000, 6000])
  })
})
