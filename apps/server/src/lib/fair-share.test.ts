import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fairLevel } from './fair-level.ts'
import { growthSharesOf, sharesOf, type Use } from './fair-share.ts'

const use = (owner: number, organizationId: string, bytes: number): Use => ({ owner, organizationId, bytes })

it('while all fits, nobody has a limit', () => {
  expect(fairLevel([1, 2, 3], 6)).toBe(Number.POSITIVE_INFINITY)
})

it('the largest gives, down to the next, and who takes little gives nothing', () => {
  expect(fairLevel([1, 100], 51)).toBe(50)
  expect(fairLevel([10, 60, 100], 100)).toBe(45)
})

it('levels fill the capacity exactly', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1e9), { minLength: 1 }), fc.nat(1e9), (amounts, capacity) => {
      const level = fairLevel(amounts, capacity)
      const taken = amounts.reduce((sum, amount) => sum + Math.min(amount, level), 0)
      expect(taken).toBeCloseTo(
        Math.min(
          capacity,
          amounts.reduce((sum, amount) => sum + amount, 0),
        ),
        3,
      )
    }),
  )
})

it('more projects of one organization take no more together than one', () => {
  const crowd = Array.from({ length: 99 }, (_, index) => use(index + 2, 'crowd', 10))
  const shares = sharesOf([use(1, 'victim', 300), ...crowd], 600)
  expect(shares.get(1)).toBeGreaterThanOrEqual(300)
  expect(shares.get(2)).toBeCloseTo(300 / 99)
})

it('who is below the fair level keeps all, however many others come', () => {
  const bytes = fc.integer({ min: 1, max: 1e9 })
  fc.assert(
    fc.property(bytes, fc.array(bytes, { minLength: 1, maxLength: 99 }), (own, others) => {
      const uses = [use(0, 'victim', own), ...others.map((amount, index) => use(index + 1, `o${index}`, amount))]
      const capacity = own * uses.length
      expect(sharesOf(uses, capacity).get(0)).toBeGreaterThanOrEqual(own)
    }),
  )
})

it('a newcomer may take what is left, or a fair part of it all', () => {
  expect(growthSharesOf([], 100).newcomer).toBe(100)
  expect(growthSharesOf([use(1, 'a', 10)], 100)).toEqual({ shares: new Map([[1, 90]]), newcomer: 90 })
  expect(growthSharesOf([use(1, 'a', 95)], 100).newcomer).toBe(50)
})
