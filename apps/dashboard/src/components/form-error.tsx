import { ApiError } from '@bugle/api-client'
import { countDown, isOfFields, waitEnd } from '@bugle/presentation/form-errors'
import { useEffect, useState } from 'react'
import { reasonOf } from './notice.tsx'

/** Reports an error that concerns a form as a whole. Fields report their own. */
export function FormError({ error, byCode = {} }: { error: unknown; byCode?: Record<string, string> }) {
  if (error === null || isOfFields(error)) return null
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
    const end = waitEnd(error, Date.now())
    if (end === undefined) return setLeft(0)
    return countDown(end, setLeft)
  }, [error])
  return left
}
