import { dayMs, minuteMs } from './time.ts'

const dayMinutes = 24 * 60
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export function isTimeZone(name: string): boolean {
  try {
    minuteOf(new Date(0), name)
    return true
  } catch {
    return false
  }
}

/** Parses `22:30` into minutes of the day. */
export function parseTime(text: string): number {
  const [hours, minutes] = text.split(':').map(Number)
  return hours! * 60 + minutes!
}

export function toTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Returns the minute of the day that a clock in the time zone shows. */
export function minuteOf(time: Date, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(time)
  return parseTime(text)
}

/** Returns the day of the week in the time zone; Monday is 1. */
export function weekdayOf(time: Date, timeZone: string): number {
  return 1 + weekdays.indexOf(new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone }).format(time))
}

/**
 * Returns when a clock in the time zone next shows a minute of the day, on a day of the week if one is given. In the night in which
 * clocks are changed it may be an hour off.
 *
 * @example nextLocalTime(new Date('2026-11-20T09:30:00Z'), { minute: 540, timeZone: 'UTC' }) // 2026-11-21T09:00:00Z
 */
export function nextLocalTime(
  now: Date,
  { minute, timeZone, weekday }: { minute: number; timeZone: string; weekday?: number | undefined },
): Date {
  const ahead = (minute - minuteOf(now, timeZone) + dayMinutes) % dayMinutes || dayMinutes
  let next = atMinute(now.getTime() + ahead * minuteMs, minute, timeZone)
  for (let days = 0; days < 7 && weekday !== undefined && weekdayOf(next, timeZone) !== weekday; days += 1)
    next = atMinute(next.getTime() + dayMs, minute, timeZone)
  return next
}

/** Returns the time nearest to this one at which a clock shows the minute: a day may have 23 or 25 hours. */
function atMinute(ms: number, minute: number, timeZone: string): Date {
  const off = ((minute - minuteOf(new Date(ms), timeZone) + 1.5 * dayMinutes) % dayMinutes) - dayMinutes / 2
  return new Date(ms - (ms % minuteMs) + off * minuteMs)
}
