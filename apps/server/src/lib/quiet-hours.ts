import { minuteOf, weekdayOf } from './local-time.ts'

/** A part of each day, in minutes of the day in a time zone; `from` may be later than `to`. */
export interface QuietTime {
  from: number
  to: number
  timeZone: string
  /** Days of the week on which it begins, Monday is 1; null or absent for all. */
  days?: readonly number[] | null
}

const dayMinutes = 24 * 60

/** Returns the milliseconds until quiet hours are over; 0 outside of them. */
export function quietMs({ from, to, timeZone, days }: QuietTime, now: Date): number {
  const minute = minuteOf(now, timeZone)
  const since = (minute - from + dayMinutes) % dayMinutes
  const length = (to - from + dayMinutes) % dayMinutes
  if (since >= length) return 0
  if (days != null && !days.includes(weekdayOf(new Date(now.getTime() - since * 60_000), timeZone))) return 0
  // To the minute: a change of the clocks within a night shifts its end by an hour, once.
  return (length - since) * 60_000 - (now.getTime() % 60_000)
}

/** Quiet hours as tables hold them: all null for none, `quietDays` also for every day. */
export interface QuietColumns {
  /** Minutes of the day in the time zone. */
  quietFrom: number | null
  quietTo: number | null
  timeZone: string | null
  /** Days of the week on which quiet hours begin, Monday is 1. */
  quietDays: number[] | null
}

/** Returns the milliseconds until quiet hours of a row are over; 0 outside of them, and where there are none. */
export function quietMsOf({ quietFrom, quietTo, timeZone, quietDays }: QuietColumns, now: Date): number {
  if (quietFrom === null || quietTo === null || timeZone === null) return 0
  return quietMs({ from: quietFrom, to: quietTo, timeZone, days: quietDays }, now)
}
