import type { RateDecision, RateLimiter } from '../ports/rate-limiter.ts'

export interface SlidingWindow {
  limit: number
  windowMs: number
  /** A monotonic clock, in milliseconds. */
  now?: () => number
}

interface Log {
  /** Times of the last requests that passed, as a ring buffer. */
  times: Float64Array
  /** Index of the oldest time, and the number of times. */
  start: number
  count: number
}

/**
 * Counts exactly within one process: a log of the last `limit` passes per key, without buckets. A pass takes 8 bytes; a
 * key is forgotten when its window is empty.
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #now: () => number
  readonly #logs = new Map<number, Log>()
  readonly #sweeper: NodeJS.Timeout

  constructor({ limit, windowMs, now = () => performance.now() }: SlidingWindow) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#now = now
    this.#sweeper = setInterval(() => this.#sweep(), windowMs)
    this.#sweeper.unref()
  }

  take(key: number): RateDecision {
    const now = this.#now()
    const log = this.#logOf(key)
    this.#forgetOld(log, now)
    const isAllowed = log.count < this.#limit
    if (isAllowed) push(log, now, this.#limit)
    const oldest = log.times[log.start]!
    const newest = log.times[(log.start + log.count - 1) % log.times.length]!
    const from = isAllowed ? newest : oldest
    return {
      isAllowed,
      limit: this.#limit,
      remaining: this.#limit - log.count,
      // Sums of large and small times may be inexact.
      resetMs: Math.min(this.#windowMs, Math.max(0, from + this.#windowMs - now)),
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
  }

  #logOf(key: number): Log {
    let log = this.#logs.get(key)
    if (log === undefined) {
      log = { times: new Float64Array(16), start: 0, count: 0 }
      this.#logs.set(key, log)
    }
    return log
  }

  #forgetOld(log: Log, now: number): void {
    while (log.count > 0 && log.times[log.start]! <= now - this.#windowMs) {
      log.start = (log.start + 1) % log.times.length
      log.count--
    }
  }

  #sweep(): void {
    const now = this.#now()
    for (const [key, log] of this.#logs) {
      this.#forgetOld(log, now)
      if (log.count === 0) this.#logs.delete(key)
    }
  }
}

function push(log: Log, time: number, limit: number): void {
  if (log.count === log.times.length) grow(log, limit)
  log.times[(log.start + log.count) % log.times.length] = time
  log.count++
}

function grow(log: Log, limit: number): void {
  const times = new Float64Array(Math.min(log.times.length * 4, Math.max(limit, log.times.length + 1)))
  for (let index = 0; index < log.count; index++) times[index] = log.times[(log.start + index) % log.times.length]!
  log.times = times
  log.start = 0
}
