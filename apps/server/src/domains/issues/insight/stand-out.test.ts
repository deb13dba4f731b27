import { expect, it } from 'vitest'
import { standOut } from './stand-out.ts'

const of = (count: number, total: number, usualCount: number, usualTotal: number) =>
  standOut([{ key: 'k', value: 'v', count, total, usualCount, usualTotal }]).length

const cases: [what: string, shown: number, found: number][] = [
  ['a value that nearly all events have, and few others', 1, of(96, 100, 31, 100)],
  ['not one that is as common elsewhere', 0, of(96, 100, 90, 100)],
  ['not one of four events', 0, of(4, 4, 0, 100)],
  ['one of five', 1, of(5, 5, 0, 100)],
  ['not one of a small share', 0, of(29, 100, 0, 100)],
  ['not one that nothing is known of elsewhere', 0, of(100, 100, 0, 0)],
  ['nothing of nothing', 0, of(0, 0, 0, 0)],
]
it.each(cases)('%s stands out', (_what, shown, found) => expect(found).toBe(shown))

it('those that differ most come first, eight at most', () => {
  const compared = Array.from({ length: 20 }, (_, n) => ({
    key: 'k',
    value: String(n),
    count: 100 - n,
    total: 100,
    usualCount: 0,
    usualTotal: 100,
  }))
  expect(standOut(compared.reverse()).map(({ value }) => value)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
})
