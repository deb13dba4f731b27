import { expect, it } from 'vitest'
import { conditionsOf } from './issues-snooze.ts'

const now = new Date('2026-01-01T00:00:00Z')

it.each([
  [{ for: '90m' }, { until: '2026-01-01T01:30:00.000Z' }],
  [
    { for: '2w', events: 5 },
    { until: '2026-01-15T00:00:00.000Z', events: 5 },
  ],
  [{ until: '2026-02-01' }, { until: '2026-02-01T00:00:00.000Z' }],
  [{ users: 3 }, { users: 3 }],
])('reads the conditions of %j', (options, expected) => {
  expect(conditionsOf(options, now)).toEqual(expected)
})

it.each([
  [{}, 'Until when?'],
  [{ for: '3d', until: '2026-02-01' }, 'Choose one'],
  [{ for: 'soon' }, 'no duration'],
  [{ until: 'soon' }, 'no time'],
])('refuses %j', (options, message) => {
  expect(() => conditionsOf(options, now)).toThrow(message)
})
