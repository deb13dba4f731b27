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

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function weekdayOf(time: Date, timeZone: string): number {
  return 1 + weekdays.indexOf(new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone }).format(time))
}

function minuteOf(time: Date, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(time)
  return parseTime(text)
}
