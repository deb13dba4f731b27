import type { StatsInterval } from '@bugle/protocol/vocabulary'

/** Returns the length of the buckets of a chart over a number of hours. */
export function statsInterval(hours: number): StatsInterval {
  if (hours <= 3) return 'minute'
  return hours > 336 ? 'day' : 'hour'
}
