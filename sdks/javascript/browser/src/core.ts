/** The smallest SDK for web pages: errors, scopes and delivery. Everything else is an integration, passed to `init`. */
import { createClient, fetchTransport, type Integration, nestedScopes, type Options, Scope, start } from '@bugle/core'
import { pageEnd } from './page-end.ts'
import { pageErrors } from './page-errors.ts'
import { version } from './version.ts'

export { advice, attachments, debugIds, details, filters, folding, shrinking } from '@bugle/core'
export * from '@bugle/core/public'
export { breadcrumbs } from './breadcrumbs.ts'
export { contexts } from './contexts.ts'
export { type NoiseOptions, noise } from './noise.ts'
export { offline } from './offline.ts'
export { sessions } from './sessions.ts'

/** Options of `init`. One that belongs to an integration has no effect without it. */
export interface CoreOptions extends Options {
  /** Parts of the SDK, in any order. */
  integrations?: (Integration | Integration[])[] | undefined
}

/**
 * Starts the SDK with the given parts. Uncaught errors and unhandled rejections are reported from then on.
 *
 * @example
 * import { breadcrumbs, init, offline } from '@bugle/browser/core'
 * init({ …, integrations: [breadcrumbs(), offline()] })
 */
export function init(options: CoreOptions): void {
  begin(options, () => [pageErrors, pageEnd, ...(options.integrations ?? [])])
}

/**
 * @param parts reads options, which may fail
 * @internal
 */
export function begin(given: Options, parts: () => (Integration | Integration[])[]): void {
  // During server-side rendering, and in workers, there is nothing to watch.
  if (typeof document === 'undefined') return
  start(given, (options) =>
    createClient(options, {
      platform: 'web',
      sdk: { name: '@bugle/browser', version },
      // Bound before anyone wraps it: the SDK's own requests leave no breadcrumbs.
      transport: fetchTransport(fetch.bind(globalThis)),
      scopes: nestedScopes(new Scope()),
      setTimer(run, ms) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      integrations: parts().flat(),
    }),
  )
}
