import { expect, it } from 'vitest'
import { scheduleText } from './schedule-text.ts'

it.each([
  ['0 3 * * *', 'Europe/Berlin', 'daily 03:00 (Berlin)'],
  ['30 9 * * 1-5', 'UTC', 'weekdays 09:30 (UTC)'],
  ['5 0 * * 7', 'America/New_York', 'Sunday 00:05 (New York)'],
  ['0 4 1 * *', 'UTC', 'monthly on day 1, 04:00 (UTC)'],
  ['*/5 * * * *', 'UTC', 'every 5 minutes'],
  ['15 * * * *', 'UTC', 'hourly at minute 15'],
  ['every 1 hour', 'UTC', 'every 1 hour'],
  ['every 30 minutes', 'UTC', 'every 30 minutes'],
  ['0 3 * 1,7 *', 'UTC', '0 3 * 1,7 * (UTC)'],
])('says %s in %s as %s', (schedule, timezone, text) => {
  expect(scheduleText(schedule, timezone)).toBe(text)
})
