import { expect, it } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

const arrived = () => false

it('is bounded as a whole, and to half of it for one sender', () => {
  const budget = new ByteBudget(100, 10)
  const [a, b, c] = [budget.hold(1, arrived), budget.hold(2, arrived), budget.hold(3, arrived)]
  expect([a.take(50), a.take(1)]).toEqual([true, false])
  expect([budget.fits(2, 50), budget.fits(2, 51)]).toEqual([true, false])
  expect([b.take(30), c.take(21), c.take(20)]).toEqual([true, false, true])
  a.release()
  expect([b.take(20), b.take(1), budget.hold(1, arrived).take(30)]).toEqual([true, false, true])
})

it('leaves everybody the least', () => {
  const budget = new ByteBudget(10, 10)
  expect([budget.hold(1, arrived).take(10), budget.hold(2, arrived).take(1)]).toEqual([true, false])
})

it('refuses the largest arriving body of whoever holds the most, and never for a sender that holds as much', () => {
  const budget = new ByteBudget(100, 10)
  const cut: string[] = []
  const body = (key: string, name: string, bytes: number) => {
    const holding = budget.hold(key, () => cut.push(name) > 0)
    return { isTaken: holding.take(bytes), holding }
  }
  body('flood', 'flood 1', 20)
  body('flood', 'flood 2', 30)
  body('other flood', 'other 1', 40)
  expect(budget.fits('bystander', 20)).toBe(true)
  expect(body('bystander', 'bystander', 20).isTaken).toBe(true)
  expect(cut).toEqual(['flood 2'])
  expect(budget.used).toBe(80)
  expect(body('bystander', 'bystander 2', 15).isTaken).toBe(true)
  expect([body('late', 'late', 41).isTaken, body('late', 'late', 30).isTaken]).toEqual([false, true])
  expect(cut).toEqual(['flood 2', 'other 1'])
})

it('spares bodies that have arrived', () => {
  const budget = new ByteBudget(100, 10)
  budget.hold('flood', arrived).take(50)
  budget.hold('other flood', arrived).take(50)
  expect(budget.hold('bystander', arrived).take(1)).toBe(false)
})

it('gives a refused body no more bytes, and returns them once', () => {
  const budget = new ByteBudget(100, 10)
  const refused = budget.hold('flood', () => true)
  refused.take(50)
  budget.hold('other', arrived).take(50)
  expect(budget.hold('bystander', arrived).take(10)).toBe(true)
  expect(refused.take(1)).toBe(false)
  refused.release()
  expect(budget.used).toBe(60)
})
