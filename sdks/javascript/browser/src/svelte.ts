import { captureException } from '@bugle/core'

/**
 * Handler for boundaries of Svelte 5.
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
 * Handler for `hooks.client.ts` of SvelteKit. Reports unexpected errors, then passes them to your handler or prints
 * them as SvelteKit would. Missing pages are not reported.
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
