/**
 * Whether an error speaks of the data (class 22, 23, 54) or of our code, and not of the connection, a lock or a
 * shortage: only then is looking at events one by one of use.
 */
export function isAboutData(error: unknown): boolean {
  // Node's own errors carry codes as well, such as ERR_OUT_OF_RANGE.
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) return true
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^(22|23|54)/.test(code)
}

/** Whether a transaction met another: a deadlock, or a lock that it did not get in time. */
export function isAboutLocks(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^(40|55)/.test(code)
}
