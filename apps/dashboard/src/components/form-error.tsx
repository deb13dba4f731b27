import { ApiError } from '@bugle/api-client'
import { capitalize } from '@bugle/presentation/format'
import { useEffect, useState } from 'react'
import { reasonOf } from './notice.tsx'

/** Reports an error that concerns a form as a whole. Fields report their own. */
export function FormError({ error, byCode = {} }: { error: unknown; byCode?: Record<string, string> }) {
  if (error === null || (error instanceof ApiError && error.code === 'validation_failed')) return null
  const text = error instanceof ApiError ? byCode[error.code] : undefined
  return (
    <p role="alert" className="rounded-control bg-error-wash px-3 py-2 text-error-ink">
      {text ?? reasonOf(error)}
    </p>
  )
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

/** Returns the server's message about one field. */
export function fieldError(error: unknown, field: string): string | undefined {
  const said = error instanceof ApiError ? error.errors[field]?.[0] : undefined
  return said && `${capitalize(said)}.`
}
