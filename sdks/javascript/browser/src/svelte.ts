import { captureException, read } from '@bugle/core'

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
  /** SvelteKit 2. */
  status?: number
  /** SvelteKit 3: `unknown` is what code has thrown, anything else has a status of its own. */
  kind?: string
}

/**
 * Handler for `hooks.client.ts` of SvelteKit. Reports unexpected errors, then passes them to your handler or prints
 * them as SvelteKit would. Missing pages are not reported.
 *
 * @example export const handleError = handleErrorWithBugle()
 */
export function handleErrorWithBugle<R = void>(own: (failure: KitFailure) => R = print as (failure: KitFailure) => R) {
  return (failure: KitFailure): R => {
    if (statusOf(failure) >= 500) captureException(failure.error, { mechanism: { type: 'sveltekit', handled: false } })
    return own(failure)
  }
}

function statusOf({ status, kind, error }: KitFailure): number {
  return status ?? ((kind !== 'unknown' && (read(error, 'status') as number | undefined)) || 500)
}

function print({ error }: KitFailure): unknown {
  return console.error(error)
}
