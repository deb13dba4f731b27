import { dayMs } from '@bugle/protocol/vocabulary'
import { durationOf } from './duration.ts'
import { misuse } from './failure.ts'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** When a day begins for people, as in the dashboard. */
const morning = 9

/**
 * Parses the end of something that begins now: `tomorrow` and `monday` (at nine), `18:00`, `3d`, `2026-12-01` and
 * `2026-12-01T09:00` in the time zone of this computer, and times with a zone of their own.
 */
export function parseUntil(text: string, now: Date): Date {
  const word = text.trim().toLowerCase()
  const until = byWord(word, now) ?? byTime(text.trim())
  if (until === undefined)
    throw misuse(`"${text}" is no time such as tomorrow, monday, 18:00, 3d, 2026-12-01 or 2026-12-01T09:00.`)
  if (until <= now) throw misuse(`"${text}" is over: it is ${now.toISOString()} now.`)
  return until
}

function byWord(word: string, now: Date): Date | undefined {
  if (word === 'tomorrow') return morningIn(1, now)
  const weekday = weekdays.findIndex((one) => one === word || one.slice(0, 3) === word)
  if (weekday !== -1) return morningIn((weekday - now.getDay() + 7) % 7 || 7, now)
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(word) ?? []
  if (hours !== undefined) return nextAt(Number(hours), Number(minutes), now)
  const ms = durationOf(word)
  return ms === undefined ? undefined : new Date(now.getTime() + ms)
}

/** So many days later; a day that is 23 or 25 hours long counts as one. */
function morningIn(days: number, now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning)
}

function nextAt(hours: number, minutes: number, now: Date): Date {
  const at = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes)
  return at(0) > now ? at(0) : at(1)
}

/** A date is its beginning here, not in UTC as JavaScript reads it; a day that no month has is none. */
function byTime(text: string): Date | undefined {
  const date = /^(\d{4}-\d\d-\d\d)([Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?)?$/.exec(text)
  if (date === null || !isDay(date[1]!)) return undefined
  const time = new Date(date[2] === undefined ? `${text}T00:00` : text.replace(' ', 'T'))
  return Number.isNaN(time.getTime()) ? undefined : time
}

function isDay(text: string): boolean {
  const day = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(day) && new Date(day - (day % dayMs)).toISOString().startsWith(text)
}
