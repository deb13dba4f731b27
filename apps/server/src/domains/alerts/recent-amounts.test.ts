import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RecentAmounts } from './recent-amounts.ts'

const window = 10

it('an issue is counted again before it can have reached a threshold', () => {
  const events = fc.array(fc.record({ later: fc.nat(4), repeat: fc.integer({ min: 1, max: 5 }), late: fc.nat(12) }))
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 30 }), (stored, count) => {
      const amounts = new RecentAmounts()
      const occurred: { at: number; repeat: number }[] = []
      let [now, total] = [0, 0]
      for (const { later, repeat, late } of stored) {
        now += later
        total += repeat
        // Some events are sent long after they occurred.
        occurred.push({ at: now - late, repeat })
        const amount = occurred.reduce((sum, one) => sum + (one.at > now - window ? one.repeat : 0), 0)
        const isCounted = amounts.mayReach('issue', total, { count, minutes: window })
        if (amount >= count) expect(isCounted).toBe(true)
        if (isCounted) amounts.note('issue', { total, amount: Math.min(amount, count) })
      }
    }),
  )
})

it('an issue that is far from a threshold is not counted', () => {
  const amounts = new RecentAmounts()
  const threshold = { count: 100, minutes: 5 }
  expect(amounts.mayReach('issue', 99, threshold)).toBe(false)
  expect(amounts.mayReach('issue', 1000, threshold)).toBe(true)
  amounts.note('issue', { total: 1000, amount: 40 })
  expect(amounts.mayReach('issue', 1059, threshold)).toBe(false)
  expect(amounts.mayReach('issue', 1060, threshold)).toBe(true)
})

it('an issue that lost events to another one is counted', () => {
  const amounts = new RecentAmounts()
  amounts.note('issue', { total: 1000, amount: 40 })
  expect(amounts.mayReach('issue', 900, { count: 100, minutes: 5 })).toBe(true)
})
