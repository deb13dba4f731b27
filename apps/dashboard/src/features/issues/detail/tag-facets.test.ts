import { expect, it } from 'vitest'
import { byFrequency, differentValues } from './tag-facets.tsx'

const times = (counts: Record<string, number>) => Object.entries(counts).map(([value, count]) => ({ value, count }))

it('counts the values of a tag with a different value per event', () => {
  expect(differentValues({ values: times({ s0: 1, s1: 1, s10: 1 }), total: 600, other: 597 })).toBe(600)
  expect(differentValues({ values: times({ Safari: 590, Chrome: 1 }), total: 600, other: 9 })).toBeUndefined()
  expect(differentValues({ values: times({ Safari: 1 }), total: 1, other: 0 })).toBeUndefined()
})

it('sorts equally frequent values in natural order', () => {
  const values = byFrequency(times({ s10: 1, s2: 1, s0: 1, z: 4 }))
  expect(values.map(({ value }) => value)).toEqual(['z', 's0', 's2', 's10'])
})
