import { ApiError } from '@bugle/api-client'
import { countDownRetry, isOfFields } from '@bugle/presentation/form-errors'
import { useEffect, useState } from 'react'
import { reasonOf } from '../components/states'

/** The error of a form as a whole; fields have their own. */
export function formError(error: unknown, byCode: Record<string, string> = {}): string | undefined {
  if (error === null || error === undefined) return undefined
  if (isOfFields(error)) return undefined
  return (error instanceof ApiError ? byCode[error.code] : undefined) ?? reasonOf(error)
}

/** Counts down the seconds until another attempt is allowed after a 429. */
export function useRetryCountdown(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => countDownRetry(error, setLeft), [error])
  return left
}
