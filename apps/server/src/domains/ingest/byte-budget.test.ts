import { expect, it } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

it('is bounded as a whole, and to half of it for one holder', () => {
  const budget = new ByteBudget(100, 10)
  expect([budget.tryTake(1, 50), budget.tryTake(1, 1)]).toEqual([true, false])
  expect([budget.fits(2, 50), budget.fits(2, 51)]).toEqual([true, false])
  expect([budget.tryTake(2, 30), budget.tryTake(3, 21), budget.tryTake(3, 20)]).toEqual([true, false, true])
  budget.give(1, 50)
  expect([budget.tryTake(2, 20), budget.tryTake(2, 1), budget.tryTake(1, 30)]).toEqual([true, false, true])
})

it('leaves everybody the least', () => {
  const budget = new ByteBudget(10, 10)
  expect([budget.tryTake(1, 10), budget.tryTake(2, 1)]).toEqual([true, false])
})
