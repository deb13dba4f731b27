/** Decision on one request. */
export interface RateDecision {
  isAllowed: boolean
  limit: number
  /** Requests left in the window that ends now. */
  remaining: number
  /** Milliseconds until the next request may pass (if refused) or until the window is empty again. */
  resetMs: number
}

/** Enforces «at most `limit` requests in any window, per key». A refused request does not count. */
export interface RateLimiter {
  take(key: number): RateDecision | Promise<RateDecision>
  close(): Promise<void>
}
