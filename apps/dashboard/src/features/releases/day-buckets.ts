import { dayMs } from '@bugle/protocol/vocabulary'

/** Minimum and maximum number of days in a chart. */
const [minDays, maxDays] = [14, 90]

/**
 * Completes the days of a release by those without events, up to today: at least two weeks, at most 90 days.
 *
 * @param days days in UTC with events, oldest first
 * @example toBuckets([{ day: '2026-11-20', count: 3 }], Date.parse('2026-11-21T10:00Z')).counts // […, 3, 0]
 */
export function toBuckets(
  days: { day: string; count: number }[],
  now: number,
): { buckets: string[]; counts: number[] } {
  const today = Math.floor(now / dayMs) * dayMs
  const latest = today - (minDays - 1) * dayMs
  const first = Math.max(Math.min(...days.map(({ day }) => Date.parse(day)), latest), today - (maxDays - 1) * dayMs)
  const counted = new Map(days.map(({ day, count }) => [Date.parse(day), count]))
  const starts = Array.from({ length: (today - first) / dayMs + 1 }, (_, index) => first + index * dayMs)
  return {
    buckets: starts.map((start) => new Date(start).toISOString()),
    counts: starts.map((start) => counted.get(start) ?? 0),
  }
}
