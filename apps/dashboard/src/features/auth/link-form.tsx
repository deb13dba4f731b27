import { t } from '@bugle/presentation/i18n'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { FormError } from '../../components/form-error.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { useRetryCountdown } from '../../lib/use-retry-countdown.ts'

interface LinkFormProps<Body> {
  /** Describes what will happen. */
  about: string
  action: string
  /** Replaces the form once it was sent. */
  done: string
  change: UseMutationResult<void, Error, Body>
  bodyOf: (form: FormData) => Body
  children?: ReactNode
}

/** A form that is sent once and needs no session. */
export function LinkForm<Body>({ about, action, done, change, bodyOf, children }: LinkFormProps<Body>) {
  const wait = useRetryCountdown(change.error)
  if (change.isSuccess)
    return (
      <p role="status" className="text-ok-ink">
        {done}
      </p>
    )
  const submit = onSubmit((fields) => {
    change.mutate(bodyOf(fields))
  })
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="text-text-2">{about}</p>
      <FormError error={change.error} />
      {children}
      <Button type="submit" variant="main" className="min-h-9" disabled={change.isPending || wait > 0}>
        {wait > 0 ? t('Try again in {{seconds}} s', { seconds: wait }) : change.isPending ? t('Sending…') : action}
      </Button>
    </form>
  )
}

/** Shown in place of the form when the address has no token. */
export function TokenMissing() {
  return (
    <p role="alert" className="text-error-ink">
      {t('This link is incomplete. Open it again from the e-mail.')}
    </p>
  )
}
