import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { epochMsOf } from './epoch-time.ts'

it.each([
  ['seconds', 1_795_253_390],
  ['seconds with a fraction', 1_795_253_390.25],
  ['milliseconds', 1_795_253_390_000],
  ['microseconds', 1_795_253_390_000_000],
  ['nanoseconds', 1_795_253_390_000_000_000],
])('reads %s', (_unit, time) => {
  expect(Math.floor(epochMsOf(time)! / 1000)).toBe(1_795_253_390)
})

it('reads a small number in the unit of its field', () => {
  expect(epochMsOf(1500)).toBe(1500)
  expect(epochMsOf(1.5, 1000)).toBe(1500)
})

it('makes a date of any number, or nothing', () => {
  const extremes = fc.constantFrom(
    0,
    -0,
    -1,
    1e300,
    -1e300,
    2 ** 63,
    -(2 ** 63),
    Number.NaN,
    Infinity,
    -Infinity,
    5e-324,
  )
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.maxSafeInteger(), extremes), (time) => {
      const ms = epochMsOf(time)
      if (ms !== undefined) expect(new Date(ms).getTime() === ms).toBe(true)
      else expect(time >= 0 && time < 1e20).toBe(false)
    }),
  )
})
