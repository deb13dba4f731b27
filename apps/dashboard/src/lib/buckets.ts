import { hourMs } from '@bugle/protocol/vocabulary'
/** A bar of a chart: counts by series from `from` to `to`. */
export interface Bar {
  from: number
  to: number
  counts: number[]
  total: number
}

/**
 * Combines buckets until they fit. Days stay single, since they may have 23 or 25 hours.
 *
 * @param starts start of each bucket, ISO 8601, ascending
 * @param series a list of counts for each series, as long as `starts`
 * @param maxBars number of bars that fit
 * @param end end of the last bucket
 */
export function toBars(starts: string[], series: number[][], maxBars: number, end: number): Bar[] {
  const times = starts.map((start) => Date.parse(start))
  const size = sizeFor(times, maxBars)
  const bars: Bar[] = []
  for (const [index, from] of times.entries()) {
    const to = times[index + 1] ?? end
    const counts = series.map((one) => one[index] ?? 0)
    const last = bars.at(-1)
    // Counted from the end, so that the last bar is as wide as the others.
    if (last !== undefined && (times.length - index) % size !== 0) {
      last.to = to
      last.counts = last.counts.map((count, series) => count + counts[series]!)
    } else bars.push({ from, to, counts, total: 0 })
  }
  return bars.map((bar) => ({ ...bar, total: bar.counts.reduce((sum, count) => sum + count, 0) }))
}

function sizeFor(times: number[], maxBars: number): number {
  const length = times[1]! - times[0]!
  if (times.length <= maxBars || length > hourMs) return 1
  const sizes = length === hourMs ? [2, 3, 6, 12, 24] : [2, 5, 10, 15, 30]
  return sizes.find((size) => times.length / size <= maxBars) ?? sizes.at(-1)!
}

/** Round numbers up to the peak, beginning with zero: at most four. */
export function ticksFor(peak: number): number[] {
  if (peak <= 1) return [0, 1]
  const rough = peak / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!)
  const ticks = [0]
  while (ticks.at(-1)! < peak) ticks.push(ticks.at(-1)! + step)
  return ticks
}
