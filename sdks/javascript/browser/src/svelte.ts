import { captureException } from '@bugle/core'

/**
 * For boundaries of Svelte 5.
 *
 * @example <svelte:boundary onerror={reportBoundary}>…</svelte:boundary>
 */
export function reportBoundary(error: unknown): void {
  captureException(error, { mechanism: { type: 'svelte', handled: true } })
}

interface KitFailure {
  error: unknown
  status?: number
}

/**
 * For `hooks.client.ts` of SvelteKit: unexpected errors are reported, then told to your handler, or printed as
 * SvelteKit would. Pages that are not there are no errors.
 *
 * @example export const handleError = handleErrorWithBugle()
 */
export function handleErrorWithBugle<R = void>(own: (failure: KitFailure) => R = print as (failure: KitFailure) => R) {
  return (failure: KitFailure): R => {
    if ((failure.status ?? 500) >= 500)
      captureException(failure.error, { mechanism: { type: 'sveltekit', handled: false } })
    return own(failure)
  }
}

function print({ error }: KitFailure): unknown {
  return console.error(error)
}
