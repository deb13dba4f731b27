import { locale, t } from './i18n.ts'

/**
 * Says when a job runs: `daily 03:00 (Berlin)`. A crontab of another form stays as it is.
 *
 * @param schedule a crontab, or `every 5 minutes`
 */
export function scheduleText(schedule: string, timezone: string): string {
  const [, count, unit] = /^every (\d+) (minute|hour|day|week|month|year)s?$/.exec(schedule) ?? []
  if (count !== undefined && unit !== undefined) return everyText(Number(count), unit as Unit)
  const text = crontabText(schedule)
  if (text === undefined) return `${schedule} (${placeOf(timezone)})`
  return text.isOfClock ? `${text.words} (${placeOf(timezone)})` : text.words
}

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

function everyText(count: number, unit: Unit): string {
  switch (unit) {
    case 'minute':
      return t('every {{count, number}} minutes', { count })
    case 'hour':
      return t('every {{count, number}} hours', { count })
    case 'day':
      return t('every {{count, number}} days', { count })
    case 'week':
      return t('every {{count, number}} weeks', { count })
    case 'month':
      return t('every {{count, number}} months', { count })
    case 'year':
      return t('every {{count, number}} years', { count })
  }
}

function crontabText(schedule: string): { words: string; isOfClock: boolean } | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = schedule.trim().split(/\s+/)
  if (month !== '*') return undefined
  const step = /^\*\/(\d+)$/.exec(minute)?.[1]
  const isAnyDay = day === '*' && weekday === '*'
  if (hour === '*' && isAnyDay) {
    if (minute === '*') return { words: everyText(1, 'minute'), isOfClock: false }
    if (step !== undefined) return { words: everyText(Number(step), 'minute'), isOfClock: false }
    return isNumber(minute) ? { words: t('hourly at minute {{minute}}', { minute }), isOfClock: false } : undefined
  }
  if (!isNumber(minute) || !isNumber(hour)) return undefined
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  const words = daysText({ day, weekday, time })
  return words === undefined ? undefined : { words, isOfClock: true }
}

function daysText({ day, weekday, time }: { day: string; weekday: string; time: string }): string | undefined {
  if (day === '*' && weekday === '*') return t('daily {{time}}', { time })
  if (day === '*' && weekday === '1-5') return t('weekdays {{time}}', { time })
  if (day === '*' && /^[0-7]$/.test(weekday)) return `${weekdayName(Number(weekday))} ${time}`
  return weekday === '*' && isNumber(day) ? t('monthly on day {{day}}, {{time}}', { day, time }) : undefined
}

function isNumber(text: string): boolean {
  return /^\d{1,2}$/.test(text)
}

/** Names a day of the week; 0 and 7 are Sunday. */
export function weekdayName(day: number, weekday: 'long' | 'short' = 'long'): string {
  const sunday = Date.UTC(2026, 10, 1)
  const time = new Date(sunday + (day % 7) * 86_400_000)
  return new Intl.DateTimeFormat(locale(), { weekday, timeZone: 'UTC' }).format(time)
}

/** `Europe/Berlin` is Berlin. */
function placeOf(timezone: string): string {
  return timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
