import {
  Client,
  consoleBreadcrumbs,
  fetchTransport,
  type Integration,
  nestedScopes,
  type Options,
  Scope,
  start,
} from '@bugle/core'
import { browserContexts } from './contexts.ts'
import { navigation } from './navigation.ts'
import { type NoiseOptions, noiseBy } from './noise.ts'
import { online } from './online.ts'
import { pageEnd } from './page-end.ts'
import { pageErrors } from './page-errors.ts'
import { requests } from './requests.ts'
import { indexedDbStore } from './store.ts'
import { version } from './version.ts'

export interface BrowserOptions extends Options, NoiseOptions {
  /** Frames that the browser keeps of an error, where it has fewer: Chromium keeps ten by itself. Default 50; 0 leaves it. */
  maxFrames?: number | undefined
  /** `false` keeps waiting events in memory alone, instead of in IndexedDB. */
  store?: boolean | undefined
  /** Integrations by name that are left out: `console`, `requests`, `navigation`, `page-errors`, `page-end`, `online`. */
  without?: string[] | undefined
  /** More of them, such as `clicks` of `@bugle/browser/clicks`. */
  integrations?: Integration[] | undefined
}

/**
 * Turns Bugle on, as early in the page as possible. Errors and rejections that nobody catches are reported.
 *
 * @example
 * import { init } from '@bugle/browser'
 * init({ token: 'bgl_live_…', endpoint: 'https://bugle.example.com', appId: 'com.example.shop', release: 'shop@4.2.0' })
 */
export function init(options: BrowserOptions): void {
  // In a page that is rendered on a server first there is nothing to watch.
  if (typeof document === 'undefined') {
    if ('WorkerGlobalScope' in globalThis) console.warn('[bugle] off: in a worker')
    return
  }
  start(options, createClient)
}

function createClient(options: BrowserOptions): Client {
  const { maxFrames = 50 } = options
  const errors = Error as { stackTraceLimit?: number }
  if (errors.stackTraceLimit! < maxFrames) errors.stackTraceLimit = maxFrames
  const all = [pageErrors, pageEnd, online, consoleBreadcrumbs, requests, navigation, ...(options.integrations ?? [])]
  return new Client(options, {
    platform: 'web',
    sdk: { name: '@bugle/browser', version },
    // Bound now, before anybody wraps it: our own requests are no news.
    transport: fetchTransport(fetch.bind(globalThis)),
    scopes: nestedScopes(new Scope()),
    store: options.store === false || typeof indexedDB === 'undefined' ? undefined : indexedDbStore(options.appId),
    contexts: browserContexts(options),
    isNoise: noiseBy(options),
    integrations: all.filter(({ name }) => !options.without?.includes(name)),
  })
}
