import { ApiError } from '@bugle/api-client'
import { isOfFields } from '@bugle/presentation/form-errors'
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
