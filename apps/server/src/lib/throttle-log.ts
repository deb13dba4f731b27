export interface LogPaceOptions {
  /** Minimum time between two reports. */
  everyMs: number
  /** Monotonic milliseconds. */
  now: () => number
}

/**
 * Passes on the first of many equal reports, and then one per interval with the number left out in between: a full disk
 * fails every batch, and must not be filled by the log as well.
 *
 * @returns the report to call instead; `left` is the number of reports left out before it
 */
export function throttled<Report>(
  report: (one: Report, left: number) => void,
  { everyMs, now }: LogPaceOptions = { everyMs: 10_000, now: () => performance.now() },
): (one: Report) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  let left = 0
  return (one) => {
    if (now() - lastAt < everyMs) {
      left += 1
      return
    }
    lastAt = now()
    report(one, left)
    left = 0
  }
}
