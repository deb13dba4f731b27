import type { Outcomes, Stats, StatsQuery } from '@bugle/protocol'
import { levelOf, platformOf } from '../../db/codes.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/time.ts'
import { Refusal } from '../../refusal.ts'
import type { OutcomeRow } from '../outcomes/index.ts'
import type { Breakdown, StatsRow, StatsWindow } from './stats-store.ts'

/** Length of a bucket, range that is counted by default, and number of buckets that a range may have. */
const intervals = {
  // Three hours, and what the request takes or the clock of a caller differs by, who says when the three hours began.
  minute: { bucketMs: minuteMs, defaultMs: 3 * hourMs, maxBuckets: 190 },
  hour: { bucketMs: hourMs, defaultMs: dayMs, maxBuckets: 2000 },
  day: { bucketMs: dayMs, defaultMs: 14 * dayMs, maxBuckets: 2000 },
}
/** Values of a breakdown that are shown apart; the rest is `other`. */
const maxSeries = 20

/**
 * Returns the window of a query, widened to whole hours or minutes. By default the last three hours by minutes, the last day
 * by hours, or the last 14 days by days.
 */
export function windowOf({ from, to, interval = 'hour', tz = 'UTC' }: StatsQuery, now: Date): StatsWindow {
  const { bucketMs, defaultMs, maxBuckets } = intervals[interval]
  const end = to === undefined ? now.getTime() : Date.parse(to)
  const start = from === undefined ? end - defaultMs : Date.parse(from)
  const refuse = (mistake: string) => new Refusal('invalid_parameter', { errors: { from: [mistake] } })
  if (start >= end) throw refuse('must be before to')
  if ((end - start) / bucketMs > maxBuckets) throw refuse(`a window may have ${maxBuckets} buckets`)
  // Counters are by hour; minutes are counted from events, of which only the newest are sure to be stored.
  if (interval === 'minute' && start < now.getTime() - dayMs) throw refuse('minutes are those of the last 24 hours')
  const roundMs = Math.min(bucketMs, hourMs)
  return {
    from: new Date(Math.floor(start / roundMs) * roundMs),
    to: new Date(Math.ceil(end / roundMs) * roundMs),
    interval,
    tz,
  }
}

/** Returns the window of a chart for which minutes are too many, in whole hours. */
export function inHours(window: StatsWindow): StatsWindow {
  if (window.interval !== 'minute') return window
  return windowOf(
    { from: window.from.toISOString(), to: window.to.toISOString(), interval: 'hour', tz: window.tz },
    window.to,
  )
}

/** Rows by bucket and key as series over all buckets, the largest first. */
export function toStats(
  window: StatsWindow,
  buckets: readonly Date[],
  rows: readonly StatsRow[],
  by: Breakdown | 'all',
  releases: Stats['releases'],
): Stats {
  const totals = new Map<string, number>()
  for (const { key, count } of rows) totals.set(key, (totals.get(key) ?? 0) + count)
  const shown = [...totals.keys()].sort((a, b) => totals.get(b)! - totals.get(a)!).slice(0, maxSeries)
  if (by === 'all' && shown.length === 0) shown.push('all')
  const indexes = new Map(buckets.map((bucket, index) => [bucket.getTime(), index]))
  const series = new Map(shown.map((key) => [key, new Array<number>(buckets.length).fill(0)]))
  for (const { bucket, key, count } of rows) {
    const index = indexes.get(bucket.getTime())
    if (index === undefined) continue
    const name = series.has(key) ? key : 'other'
    const counts = series.get(name) ?? new Array<number>(buckets.length).fill(0)
    series.set(name, counts)
    counts[index]! += count
  }
  const shownSeries = [...series].map(([key, counts]) => ({ key: label(key, by), total: sum(counts), counts }))
  return {
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    interval: window.interval,
    buckets: buckets.map((bucket) => bucket.toISOString()),
    series: shownSeries,
    total: sum(shownSeries.map(({ total }) => total)),
    releases,
  }
}

/** Returns the outcomes by source and reason. */
export function toOutcomes(from: Date, to: Date, rows: readonly OutcomeRow[]): Outcomes {
  const side = (source: OutcomeRow['source']) => {
    const reasons = new Map<string, Outcomes['reported'][number] & { latest_detail: string | null }>()
    for (const row of rows.filter((candidate) => candidate.source === source)) {
      const entry = reasons.get(row.reason) ?? { reason: row.reason, total: 0, hours: [], latest_detail: null }
      reasons.set(row.reason, entry)
      entry.total += row.count
      entry.hours.push({ hour: row.hour.toISOString(), count: row.count })
      entry.latest_detail = row.latest_detail ?? entry.latest_detail
    }
    return [...reasons.values()].sort((a, b) => b.total - a.total)
  }
  // The server writes no other reasons.
  const refused = side('server') as Outcomes['refused']
  const reported = side('client').map(({ latest_detail: _, ...counted }) => counted)
  const unsupported = side('unsupported')
  const filtered = side('filtered').map(({ latest_detail: _, ...counted }) => counted)
  return { from: from.toISOString(), to: to.toISOString(), refused, reported, unsupported, filtered }
}

function label(key: string, by: Breakdown | 'all'): string {
  if (key === 'other') return key
  if (by === 'level') return levelOf(Number(key))
  if (by === 'platform') return platformOf(Number(key))
  return key === '' ? 'none' : key
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
