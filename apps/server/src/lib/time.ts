import { dayMs, hourMs } from '@bugle/protocol/vocabulary'

export { dayMs, hourMs, minuteMs } from '@bugle/protocol/vocabulary'

/** Returns the beginning of the hour that holds a time, both in epoch milliseconds. */
export function startOfHour(ms: number): number {
  return ms - (ms % hourMs)
}

/** Returns the beginning of the UTC day that holds a time, both in epoch milliseconds. */
export function startOfDay(ms: number): number {
  return ms - (ms % dayMs)
}
