import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTimeZone, minuteOf, nextLocalTime, parseTime, toTime, weekdayOf } from './local-time.ts'

it('a time of day is read and written alike', () => {
  for (const text of ['00:00', '07:05', '23:59']) expect(toTime(parseTime(text))).toBe(text)
})

const nine = 9 * 60
const cases: [now: string, timeZone: string, weekday: number | undefined, next: string][] = [
  ['2026-11-20T08:59:30Z', 'UTC', undefined, '2026-11-20T09:00:00Z'],
  ['2026-11-20T09:00:00Z', 'UTC', undefined, '2026-11-21T09:00:00Z'],
  ['2026-11-20T08:30:00Z', 'Europe/Berlin', undefined, '2026-11-21T08:00:00Z'],
  // The 20th is a Friday.
  ['2026-11-20T08:30:00Z', 'UTC', 1, '2026-11-23T09:00:00Z'],
  ['2026-11-23T09:00:00Z', 'UTC', 1, '2026-11-30T09:00:00Z'],
  ['2026-11-23T08:00:00Z', 'UTC', 1, '2026-11-23T09:00:00Z'],
  // Clocks are changed in the night before: a day of 25 hours, and one of 23.
  ['2026-10-24T12:00:00Z', 'Europe/Berlin', undefined, '2026-10-25T08:00:00Z'],
  ['2026-03-28T12:00:00Z', 'Europe/Berlin', undefined, '2026-03-29T07:00:00Z'],
  ['2026-10-24T12:00:00Z', 'Europe/Berlin', 1, '2026-10-26T08:00:00Z'],
  ['2026-11-20T12:00:00Z', 'Asia/Kathmandu', undefined, '2026-11-21T03:15:00Z'],
]

it.each(cases)('after %s it is nine in %s, on weekday %s, at %s', (now, timeZone, weekday, next) => {
  expect(nextLocalTime(new Date(now), { minute: nine, timeZone, weekday })).toEqual(new Date(next))
})

it('is ahead by at most a week, and what a clock there shows', () => {
  const zones = ['UTC', 'America/New_York', 'Pacific/Chatham', 'Australia/Lord_Howe', 'Asia/Tokyo']
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      fc.constantFrom(...zones),
      fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
      (now, timeZone, weekday) => {
        const next = nextLocalTime(now, { minute: nine, timeZone, weekday })
        const aheadMs = next.getTime() - now.getTime()
        expect(aheadMs > 0 && aheadMs <= (weekday === undefined ? 1 : 7) * 86_400_000 + 3_600_000).toBe(true)
        expect(minuteOf(next, timeZone)).toBe(nine)
        if (weekday !== undefined) expect(weekdayOf(next, timeZone)).toBe(weekday)
      },
    ),
  )
})

it('a time zone is one that clocks know', () => {
  expect(['Europe/Berlin', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, false, false])
})
