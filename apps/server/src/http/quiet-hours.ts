import type { QuietHours } from '@bugle/protocol'
import { isTimeZone, parseTime, toTime } from '../lib/local-time.ts'
import type { QuietColumns } from '../lib/quiet-hours.ts'
import { Refusal } from '../refusal.ts'

/** Returns the quiet hours of a body as tables hold them. @throws Refusal `validation_failed` if the time zone is unknown */
export function quietColumnsOf(quietHours: QuietHours | null): QuietColumns {
  if (quietHours === null) return { quietFrom: null, quietTo: null, timeZone: null, quietDays: null }
  const { from, to, time_zone, days } = quietHours
  const timeZone = knownTimeZone(time_zone, 'quiet_hours.time_zone')
  return { quietFrom: parseTime(from), quietTo: parseTime(to), timeZone, quietDays: days ?? null }
}

export function toQuietHours({ quietFrom, quietTo, timeZone, quietDays }: QuietColumns): QuietHours | null {
  if (quietFrom === null || quietTo === null || timeZone === null) return null
  return { from: toTime(quietFrom), to: toTime(quietTo), time_zone: timeZone, days: quietDays }
}

/** @throws Refusal `validation_failed`, which names the field, if it is none */
export function knownTimeZone(name: string, field: string): string {
  if (isTimeZone(name)) return name
  throw new Refusal('validation_failed', { errors: { [field]: ['is not a time zone'] } })
}
