import { debugIds, filters, folding, type Integration } from '@bugle/core'
import { breadcrumbs } from './breadcrumbs.ts'
import { contexts } from './contexts.ts'
import { begin, type CoreOptions } from './core.ts'
import { frames } from './frames.ts'
import { type NoiseOptions, noise } from './noise.ts'
import { offline } from './offline.ts'
import { pageEnd } from './page-end.ts'
import { pageErrors } from './page-errors.ts'
import { sessions } from './sessions.ts'

export interface BrowserOptions extends CoreOptions, NoiseOptions {
  /**
   * Raises the number of stack frames the browser records: Chromium records ten by default. Default 50; 0 changes
   * nothing.
   */
  maxFrames?: number | undefined
  /** `false` keeps unsent events in memory only, instead of in IndexedDB. */
  store?: boolean | undefined
  /**
   * Names of integrations to leave out: `console`, `requests`, `navigation`, `page-errors`, `page-end`, `offline` and the
   * others of `@bugle/browser/core`. They stay in the bundle.
   */
  without?: string[] | undefined
  /** Additional integrations, such as `clicks` of `@bugle/browser/clicks`. */
  integrations?: (Integration | Integration[])[] | undefined
}

/**
 * Starts the SDK; call it as early in the page as possible. Uncaught errors and unhandled rejections are reported from
 * then on.
 *
 * @example
 * import { init } from '@bugle/browser'
 * init({ token: 'bgl_live_…', endpoint: 'https://bugle.example.com', appId: 'com.example.shop', release: 'shop@4.2.0' })
 */
export function init(options: BrowserOptions): void {
  initWith(options, [])
}

/** Starts the SDK with more parts than its own. Options are read in a guard: they may be anything. */
export function initWith(options: BrowserOptions, more: Integration[]): void {
  if ('WorkerGlobalScope' in globalThis) console.warn('[bugle] off: in a worker')
  begin(options, () => {
    const { integrations, maxFrames, sessions: hasSessions, store, without } = options
    const all = [
      pageErrors,
      pageEnd,
      frames(maxFrames),
      breadcrumbs(),
      store === false ? [] : offline(),
      contexts(),
      hasSessions === false ? [] : sessions(),
      noise(options),
      ...more,
      ...(integrations ?? []),
      debugIds(),
      // After what adds to events, so that rules see it.
      filters(),
      folding(),
    ]
    return all.flat().filter(({ name }) => !without?.includes(name))
  })
}
