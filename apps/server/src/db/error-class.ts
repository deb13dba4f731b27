/**
 * Whether an error is caused by the data (class 22, 23, 54) or by our code, as opposed to the connection, a lock or a
 * lack of resources: only then does bisecting the events help.
 */
export function isDataError(error: unknown): boolean {
  // Node's own errors carry codes as well, such as ERR_OUT_OF_RANGE.
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) return true
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^(22|23|54)/.test(code)
}

/** Whether a transaction conflicted with another: a deadlock, or a lock that it did not get in time. */
export function isLockError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^(40|55)/.test(code)
}
