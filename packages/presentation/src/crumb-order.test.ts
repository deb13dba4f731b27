import { expect, it } from 'vitest'
import { crumbsInOrder } from './crumb-order.ts'

it('sorts by time, and keeps one without a time behind the one before it', () => {
  const crumbs = [
    { ts: null, name: 'first' },
    { ts: 3, name: 'late' },
    { ts: null, name: 'after late' },
    { ts: 1, name: 'early' },
    { ts: null, name: 'after early' },
  ]
  expect(crumbsInOrder(crumbs).map(({ name }) => name)).toEqual(['first', 'early', 'after early', 'late', 'after late'])
})
