import { countDownRetry } from '@bugle/presentation/form-errors'
import { useEffect, useState } from 'react'

/** Counts down the seconds until another attempt is allowed after a 429. */
export function useRetryCountdown(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => countDownRetry(error, setLeft), [error])
  return left
}
