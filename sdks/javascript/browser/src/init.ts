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
  /**
   * Raises the number of stack frames the browser records: Chromium records ten by default. Default 50; 0 changes
   * nothing.
   */
  maxFrames?: number | undefined
  /** `false` keeps unsent events in memory only, instead of in IndexedDB. */
  store?: boolean | undefined
  /** Names of integrations to leave out: `console`, `requests`, `navigation`, `page-errors`, `page-end`, `online`. */
  without?: string[] | undefined
  /** Additional integrations, such as `clicks` of `@bugle/browser/clicks`. */
  integrations?: Integration[] | undefined
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
  // During server-side rendering there is nothing to watch.
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
    // Bound before anyone wraps it: the SDK's own requests leave no breadcrumbs.
    transport: fetchTransport(fetch.bind(globalThis)),
    scopes: nestedScopes(new Scope()),
    store: options.store === false || typeof indexedDB === 'undefined' ? undefined : indexedDbStore(options.appId),
    contexts: browserContexts(options),
    isNoise: noiseBy(options),
    integrations: all.filter(({ name }) => !options.without?.includes(name)),
  })
}
