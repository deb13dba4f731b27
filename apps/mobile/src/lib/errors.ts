import { ApiError } from '@bugle/api-client'
import { capitalize } from '@bugle/presentation/format'
import { useEffect, useState } from 'react'
import { reasonOf } from '../components/states'

/** Returns the server's message about one field. */
export function fieldError(error: unknown, field: string): string | undefined {
  const said = error instanceof ApiError ? error.errors[field]?.[0] : undefined
  return said && `${capitalize(said)}.`
}

/** The error of a form as a whole; fields have their own. */
export function formError(error: unknown, byCode: Record<string, string> = {}): string | undefined {
  if (error === null || error === undefined) return undefined
  if (error instanceof ApiError && error.code === 'validation_failed') return undefined
  return (error instanceof ApiError ? byCode[error.code] : undefined) ?? reasonOf(error)
}

/** Counts down the seconds until another attempt is allowed after a 429. */
export function useWait(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!(error instanceof ApiError) || error.code !== 'rate_limited') return setLeft(0)
    const until = Date.now() + (error.retryAfterSeconds ?? 1) * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [error])
  return left
}
