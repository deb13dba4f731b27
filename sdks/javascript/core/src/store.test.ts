import { expect, it } from 'vitest'
import { itemId, surplusOf } from './store.ts'
import { timeOfUuid } from './uuid.ts'

const day = 86_400_000
const now = Date.now()
const idsOf = (count: number, daysAgo: number) =>
  Array.from({ length: count }, (_, index) => {
    return `${timeOfUuid(now - daysAgo * day)}-8000-${String(index).padStart(12, '0')}`
  })

it('keeps the newest hundred errors, whatever else an outage has left', () => {
  const errors = idsOf(103, 0.2)
  const sessions = idsOf(150, 0.1).map((id) => itemId(id))
  expect(surplusOf([...errors, ...sessions], now)).toEqual([...errors.slice(0, 3), ...sessions.slice(0, 50)])
})

it('keeps nothing that is older than a month', () => {
  const [old, young] = [idsOf(2, 31), idsOf(2, 29)]
  expect(surplusOf([...old, ...young], now)).toEqual(old)
})
