import { expect, it } from 'vitest'
import { parseUntil } from './until.ts'

/** A Friday at half past ten, wherever this runs. The story in e2e/cli/alerts.test.ts has a zone with summer time. */
const now = new Date(2026, 10, 27, 10, 30)

it.each([
  ['tomorrow', new Date(2026, 10, 28, 9)],
  ['Monday', new Date(2026, 10, 30, 9)],
  ['sat', new Date(2026, 10, 28, 9)],
  // On a Friday the next one is meant.
  ['friday', new Date(2026, 11, 4, 9)],
  ['18:00', new Date(2026, 10, 27, 18)],
  ['9:00', new Date(2026, 10, 28, 9)],
  ['90m', new Date(2026, 10, 27, 12)],
  ['2w', new Date(now.getTime() + 14 * 86_400_000)],
  ['2026-12-01', new Date(2026, 11, 1)],
  ['2026-12-01T09:00', new Date(2026, 11, 1, 9)],
  ['2026-12-01 09:00', new Date(2026, 11, 1, 9)],
  ['2026-12-01T09:00:00Z', new Date('2026-12-01T09:00:00Z')],
  ['2026-12-01T09:00+05:30', new Date('2026-12-01T03:30:00Z')],
])('reads %s', (text, expected) => {
  expect(parseUntil(text, now)).toEqual(expected)
})

it.each([
  ['soon', 'no time such as tomorrow, monday'],
  ['', 'no time'],
  ['25:00', 'no time'],
  ['2026-02-30', 'no time'],
  ['2026-13-01', 'no time'],
  ['3y', 'no time'],
  ['0m', 'is over'],
  ['2026-11-27', 'is over'],
  ['2026-11-20T09:29:59Z', 'is over'],
])('refuses %j', (text, message) => {
  expect(() => parseUntil(text, now)).toThrow(message)
})
