/** Milliseconds. Hours and days of UTC all have the same length. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Milliseconds of the units of a relative time, such as `24h` or `2w`. */
export const unitMs = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs } as const
