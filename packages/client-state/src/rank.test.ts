import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isBurning, rankByUrgency, urgencyOf } from './rank.ts'
import { issueWith } from './testing/issues.ts'

const hours = (...latest: number[]) => [...Array.from({ length: 24 - latest.length }, () => 2), ...latest]
const noRelease = () => undefined
const ranked = (...issues: ReturnType<typeof issueWith>[]) => rankByUrgency(issues, noRelease).map(({ id }) => id)

it.each([
  ['fatal', { level: 'fatal', sparkline: hours(0, 0, 1) }],
  [undefined, { level: 'fatal', sparkline: hours(0, 0, 0) }],
  ['escalating', { substatus: 'escalating' }],
  ['regressed', { substatus: 'regressed', level: 'warning' }],
  ['spike', { sparkline: hours(0, 5, 30) }],
  [undefined, { sparkline: hours(3, 3, 3) }],
  [undefined, { sparkline: hours(0, 0, 9) }],
  ['new', { substatus: 'new' }],
] as const)('is %s', (urgency, fields) => {
  expect(
    urgencyOf(issueWith({ id: 'iss_1', ...fields, sparkline: [...('sparkline' in fields ? fields.sparkline : [])] })),
  ).toBe(urgency)
})

it('puts a fatal issue above what happened last, and a new one above what goes on as usual', () => {
  expect(
    ranked(
      issueWith({ id: 'usual' }),
      issueWith({ id: 'new', substatus: 'new' }),
      issueWith({ id: 'back', substatus: 'regressed' }),
      issueWith({ id: 'fatal', level: 'fatal' }),
    ),
  ).toEqual(['fatal', 'back', 'new', 'usual'])
})

it('begins with what is new in the running release, then with most people', () => {
  const issues = [
    issueWith({ id: 'few', substatus: 'new', users: 1, first_release: '1.0' }),
    issueWith({ id: 'many', substatus: 'new', users: 90, first_release: '1.0' }),
    issueWith({ id: 'release', substatus: 'new', users: 2, first_release: '2.0' }),
  ]
  expect(rankByUrgency(issues, () => '2.0').map(({ id }) => id)).toEqual(['release', 'many', 'few'])
})

it('loses and adds no issue, and changes nothing the second time', () => {
  const issue = fc.record({
    level: fc.constantFrom('fatal', 'error', 'warning'),
    substatus: fc.constantFrom('new', 'ongoing', 'regressed', 'escalating'),
    users: fc.nat(1000),
    sparkline: fc.array(fc.nat(100), { minLength: 24, maxLength: 24 }),
  })
  fc.assert(
    fc.property(fc.array(issue, { maxLength: 30 }), (given) => {
      const issues = given.map((fields, index) => issueWith({ id: `iss_${index}`, ...(fields as object) }))
      const once = rankByUrgency(issues, noRelease)
      expect(new Set(once)).toEqual(new Set(issues))
      expect(rankByUrgency(once, noRelease)).toEqual(once)
      const firstCalm = once.findIndex((one) => !isBurning(one))
      if (firstCalm !== -1) expect(once.slice(firstCalm).some(isBurning)).toBe(false)
    }),
  )
})
