/** Milliseconds. Counters are kept by hours and days of UTC, which all have the same length. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Returns the beginning of the hour that holds a time, both in epoch milliseconds. */
export function startOfHour(ms: number): number {
  return ms - (ms % hourMs)
}

/** Returns the beginning of the UTC day that holds a time, both in epoch milliseconds. */
export function startOfDay(ms: number): number {
  return ms - (ms % dayMs)
}
