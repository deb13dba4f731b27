import { expect, it } from 'vitest'
import { parseTime } from './local-time.ts'
import { type QuietTime, quietMs } from './quiet-hours.ts'

const night = { from: parseTime('22:00'), to: parseTime('07:30') }
const hour = 3_600_000

const cases: [now: string, quiet: QuietTime, hours: number][] = [
  ['2026-11-20T21:59:00Z', { ...night, timeZone: 'UTC' }, 0],
  ['2026-11-20T22:00:00Z', { ...night, timeZone: 'UTC' }, 9.5],
  ['2026-11-21T00:30:00Z', { ...night, timeZone: 'UTC' }, 7],
  ['2026-11-21T07:29:00Z', { ...night, timeZone: 'UTC' }, 1 / 60],
  ['2026-11-21T07:30:00Z', { ...night, timeZone: 'UTC' }, 0],
  // In Berlin it is an hour later, in summer two.
  ['2026-11-20T21:00:00Z', { ...night, timeZone: 'Europe/Berlin' }, 9.5],
  ['2026-07-20T20:00:00Z', { ...night, timeZone: 'Europe/Berlin' }, 9.5],
  ['2026-07-20T19:59:00Z', { ...night, timeZone: 'Europe/Berlin' }, 0],
  ['2026-11-20T13:00:00Z', { from: parseTime('12:00'), to: parseTime('14:00'), timeZone: 'UTC' }, 1],
  ['2026-11-20T15:00:00Z', { from: parseTime('12:00'), to: parseTime('14:00'), timeZone: 'UTC' }, 0],
  ['2026-11-20T12:00:00Z', { from: parseTime('12:00'), to: parseTime('12:00'), timeZone: 'UTC' }, 0],
  // A night belongs to the day on which it begins: the 20th is a Friday.
  ['2026-11-21T00:30:00Z', { ...night, timeZone: 'UTC', days: [5] }, 7],
  ['2026-11-21T00:30:00Z', { ...night, timeZone: 'UTC', days: [6, 7] }, 0],
  ['2026-11-21T22:30:00Z', { ...night, timeZone: 'UTC', days: [6, 7] }, 9],
  ['2026-11-20T21:00:00Z', { ...night, timeZone: 'Europe/Berlin', days: [5] }, 9.5],
]

it.each(cases)('at %s quiet hours %j last %d hours more', (now, quiet, hours) => {
  expect(quietMs(quiet, new Date(now))).toBe(hours * hour)
})
