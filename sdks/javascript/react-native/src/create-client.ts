import {
  type BugleEvent,
  Client,
  consoleBreadcrumbs,
  type Integration,
  nestedScopes,
  type Options,
  read,
  Scope,
} from '@bugle/core'
import { appState } from './app-state.ts'
import { buildOf, nativeContexts } from './contexts.ts'
import { keepBy } from './ending.ts'
import { globalErrors } from './global-errors.ts'
import type { Native } from './native.ts'
import type { OptionalModules } from './optional-modules.ts'
import { rejections } from './rejections.ts'
import { requests } from './requests.ts'
import { forgetScreen } from './screens.ts'
import { screenshots, type TakeScreenshot } from './screenshots.ts'
import { type KeyValueStorage, keyValueStore } from './store.ts'
import { nativeTransport } from './transport.ts'
import { version } from './version.ts'

/** `token`, `endpoint` and `appId` may stand in the app's configuration instead (see the config plugin). */
export interface ReactNativeOptions extends OrElse<Options> {
  /** Where events wait while the app is closed: AsyncStorage, `fileStorage(…)`, or anything of that shape. Memory alone when left out. */
  storage?: KeyValueStorage | undefined
  /** Adds a picture of the screen to errors: `captureScreen` of react-native-view-shot. What people typed may be in it: see `Mask`. */
  screenshot?: TakeScreenshot | undefined
  /** For how long the end of the app may be held up, in milliseconds; 2000 when left out. */
  exitTimeoutMs?: number | undefined
  /** Integrations by name that are left out: `errors`, `rejections`, `console`, `requests`, `app-state`. */
  without?: string[] | undefined
  /** More of them. */
  integrations?: Integration[] | undefined
}

/** Each may be left out, or undefined as what comes from an environment. */
type OrElse<T> = { [K in keyof T]?: T[K] | undefined }

/**
 * @param native React Native's own modules
 * @param modules what else the app has
 */
export function createClient(given: Options & ReactNativeOptions, native: Native, modules: OptionalModules): Client {
  const { storage, screenshot, exitTimeoutMs = 2000, without, integrations = [] } = given
  const options = { ...given, ...guessed(given, modules, native.Platform.OS) }
  const all = [
    globalErrors,
    rejections(modules.tracking),
    consoleBreadcrumbs,
    requests,
    appState(native),
    ...integrations,
  ]
  forgetScreen()
  const store = read(storage, 'getItem') ? keyValueStore(storage!, options.appId) : undefined
  const client = new Client(options, {
    platform: platformOf(native.Platform.OS),
    sdk: { name: '@bugle/react-native', version },
    // Bound now, before anybody wraps it: our own requests are no news.
    transport: nativeTransport(fetch.bind(globalThis)),
    scopes: nestedScopes(new Scope()),
    store,
    contexts: nativeContexts(options, native, modules),
    enrich: typeof screenshot === 'function' ? screenshots(screenshot, native) : undefined,
    integrations: all.filter(({ name }) => !without?.includes(name)),
  })
  keepBy(client, () => {
    const sent = client.flush(exitTimeoutMs)
    return store === undefined ? sent : Promise.race([store.written(), sent])
  })
  return client
}

function platformOf(os: string): BugleEvent['platform'] {
  return os === 'ios' || os === 'android' || os === 'web' ? os : 'other'
}

/** Which build runs: what the program says, else what the app knows of itself. */
function guessed(given: Options, modules: OptionalModules, os: string): Pick<Options, 'release' | 'dist'> {
  const { version, build, bundleId } = buildOf(modules, os)
  const release = given.release ?? (version && bundleId && `${bundleId}@${version}`)
  const dist = given.dist ?? build
  return { ...(release && { release }), ...(dist && { dist }) }
}
