import { Cron } from 'croner'
import { dayMs, hourMs, minuteMs } from '../../lib/time.ts'

const units: Record<string, number> = {
  minute: minuteMs,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
}
const interval = /^every (\d{1,5}) (minute|hour|day|week|month|year)s?$/

/** Whether a text is a schedule: a crontab in a time zone, or `every 5 minutes`. */
export function isSchedule(schedule: string, timezone: string): boolean {
  return nextDue(schedule, timezone, new Date()) !== undefined
}

/**
 * Returns the first time of a schedule after the given one; undefined if there is none. A crontab keeps the wall clock of
 * its time zone through changes of summer time.
 *
 * @example nextDue('0 3 * * *', 'Europe/Berlin', new Date('2026-11-24T06:00:00Z')) // 2026-11-25T02:00:00Z
 */
export function nextDue(schedule: string, timezone: string, after: Date): Date | undefined {
  const [, count, unit] = interval.exec(schedule) ?? []
  if (count !== undefined && unit !== undefined) return later(after, Number(count), unit)
  // Croner takes it for the time zone of the server.
  if (timezone === '') return undefined
  try {
    // Without a function it only computes.
    return new Cron(schedule, { timezone, mode: '5-part' }).nextRun(after) ?? undefined
  } catch {
    return undefined
  }
}

function later(after: Date, count: number, unit: string): Date | undefined {
  if (count === 0) return undefined
  const length = units[unit]
  if (length !== undefined) return new Date(after.getTime() + count * length)
  const next = new Date(after)
  if (unit === 'month') next.setUTCMonth(next.getUTCMonth() + count)
  else next.setUTCFullYear(next.getUTCFullYear() + count)
  return next
}
