import { expect, it } from 'vitest'
import { findDistinctiveValues } from './distinctive-values.ts'

const of = (count: number, total: number, usualCount: number, usualTotal: number) =>
  findDistinctiveValues([{ key: 'k', value: 'v', count, total, usualCount, usualTotal }]).length

const cases: [what: string, shown: number, found: number][] = [
  ['a value of nearly all events, rare elsewhere', 1, of(96, 100, 31, 100)],
  ['not a value that is as common elsewhere', 0, of(96, 100, 90, 100)],
  ['not a value of only four events', 0, of(4, 4, 0, 100)],
  ['a value of five events', 1, of(5, 5, 0, 100)],
  ['not a value of a small share', 0, of(29, 100, 0, 100)],
  ['not a value without data from elsewhere', 0, of(100, 100, 0, 0)],
  ['not without any events', 0, of(0, 0, 0, 0)],
]
it.each(cases)('%s stands out', (_what, shown, found) => expect(found).toBe(shown))

it('the values that differ most come first, at most eight', () => {
  const compared = Array.from({ length: 20 }, (_, n) => ({
    key: 'k',
    value: String(n),
    count: 100 - n,
    total: 100,
    usualCount: 0,
    usualTotal: 100,
  }))
  expect(findDistinctiveValues(compared.reverse()).map(({ value }) => value)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
  ])
})
