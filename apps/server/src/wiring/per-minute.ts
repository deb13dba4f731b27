import { MemoryRateLimiter } from '../adapters/rate-limiter-memory.ts'

/** Creates a rate limiter of this process. */
export function perMinute(limit: number): MemoryRateLimiter {
  return new MemoryRateLimiter({ limit, windowMs: 60_000 })
}
