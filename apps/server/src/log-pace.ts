export interface LogPaceOptions {
  /** Least time between two lines of one message. */
  everyMs: number
  /** Monotonic milliseconds. */
  now: () => number
}

/**
 * Passes on the first of many equal reports and then one in a while, with how many there were since: a disk that is full
 * fails every batch, and must not fill the log as well.
 *
 * @returns the report to call instead; `left` counts those that were left out before it
 */
export function paced<Report>(
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
