import { expect, it } from 'vitest'
import { isSecondTap } from './second-tap.ts'

it('drops the second press of a double tap, and takes keys and later presses', () => {
  const presses = [
    [1, 1000],
    [1, 1200],
    [2, 1300],
    [1, 2000],
    [0, 2010],
    [0, 2020],
  ] as const
  const dropped = presses.map(([detail, timeStamp]) => isSecondTap({ detail, timeStamp }))
  expect(dropped).toEqual([false, true, true, false, false, false])
})
