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
import { pageEnd } from './page-end.ts'
import { pageErrors } from './page-errors.ts'
import { requests } from './requests.ts'
import { indexedDbStore } from './store.ts'
import { version } from './version.ts'

export interface BrowserOptions extends Options {
  /** `false` keeps waiting events in memory alone, instead of in IndexedDB. */
  store?: boolean | undefined
  /** Integrations by name that are left out: `console`, `requests`, `navigation`, `page-errors`, `page-end`. */
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
  if (typeof document === 'undefined') return
  start(options, createClient)
}

function createClient(options: BrowserOptions): Client {
  const all = [pageErrors, pageEnd, consoleBreadcrumbs, requests, navigation, ...(options.integrations ?? [])]
  return new Client(options, {
    platform: 'web',
    sdk: { name: '@bugle/browser', version },
    // Bound now, before anybody wraps it: our own requests are no news.
    transport: fetchTransport(fetch.bind(globalThis)),
    scopes: nestedScopes(new Scope()),
    store: options.store === false || typeof indexedDB === 'undefined' ? undefined : indexedDbStore(options.appId),
    contexts: browserContexts(options),
    integrations: all.filter(({ name }) => !options.without?.includes(name)),
  })
}
