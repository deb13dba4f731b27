import {
  advice,
  attachments,
  type BugleEvent,
  breadcrumbs,
  type Client,
  createClient as connect,
  consoleBreadcrumbs,
  debugIds,
  details,
  filters,
  folding,
  type Integration,
  nestedScopes,
  type Options,
  read,
  Scope,
  shrinking,
  storing,
} from '@bugle/core'
import { appState } from './app-state.ts'
import { saveWith } from './before-exit.ts'
import { buildOf, nativeContexts } from './contexts.ts'
import { globalErrors } from './global-errors.ts'
import type { Native } from './native.ts'
import type { OptionalModules } from './optional-modules.ts'
import { rejections } from './rejections.ts'
import { requests } from './requests.ts'
import { forgetScreen } from './screens.ts'
import { screenshots, type TakeScreenshot } from './screenshots.ts'
import { sessions } from './sessions.ts'
import { type KeyValueStorage, keyValueStore } from './store.ts'
import { nativeTransport } from './transport.ts'
import { version } from './version.ts'

/** `token`, `endpoint` and `appId` may come from the app's configuration (see the config plugin). */
export interface ReactNativeOptions extends OrElse<Options> {
  /**
   * Storage for events while the app is closed: AsyncStorage, `fileStorage(…)` or anything of that shape. Default:
   * memory only.
   */
  storage?: KeyValueStorage | undefined
  /**
   * Adds a screenshot to errors: `captureScreen` of react-native-view-shot. It may show what users typed; see `Mask`.
   */
  screenshot?: TakeScreenshot | undefined
  /** Most milliseconds that the end of the app may be delayed; default 2000. */
  exitTimeoutMs?: number | undefined
  /** Names of integrations to leave out: `errors`, `rejections`, `console`, `requests`, `app-state`. */
  without?: string[] | undefined
  /** Additional integrations. */
  integrations?: Integration[] | undefined
}

/** Every field optional, or undefined as read from an environment. */
type OrElse<T> = { [K in keyof T]?: T[K] | undefined }

/**
 * @param native React Native's own modules
 * @param modules optional modules of the app
 */
export function createClient(given: Options & ReactNativeOptions, native: Native, modules: OptionalModules): Client {
  const { storage, screenshot, exitTimeoutMs = 2000, without, integrations = [] } = given
  const options = { ...given, ...detected(given, modules, native.Platform.OS) }
  const all = [
    breadcrumbs(),
    details(),
    debugIds(),
    filters(),
    folding(),
    shrinking(),
    attachments(),
    advice(),
    globalErrors,
    rejections(modules.tracking),
    consoleBreadcrumbs,
    requests,
    // Before the app state, which sends everything when the app goes to the background.
    sessions(native),
    appState(native),
    ...integrations,
  ]
  forgetScreen()
  /** Cancels what has not run yet: a timer keeps a test of the app alive. */
  const timers = new Set<() => void>()
  const store = read(storage, 'getItem') ? keyValueStore(storage!, options.appId) : undefined
  const client = connect(options, {
    platform: platformOf(native.Platform.OS),
    sdk: { name: '@bugle/react-native', version },
    // Bound before anyone wraps it: the SDK's own requests leave no breadcrumbs.
    transport: nativeTransport(fetch.bind(globalThis)),
    scopes: nestedScopes(new Scope()),
    setTimer(run, ms) {
      const cancel = () => {
        timers.delete(cancel)
        clearTimeout(timer)
      }
      const timer = setTimeout(() => {
        timers.delete(cancel)
        run()
      }, ms)
      timers.add(cancel)
      return cancel
    },
    storing: store && storing(store),
    contexts: nativeContexts(options, native, modules),
    enrich: typeof screenshot === 'function' ? screenshots(screenshot, native) : undefined,
    integrations: all.filter(({ name }) => !without?.includes(name)),
  })
  const { close } = client
  client.close = async (timeoutMs) => {
    const isSent = await close(timeoutMs)
    for (const cancel of timers) cancel()
    return isSent
  }
  saveWith(client, () => {
    const sent = client.flush(exitTimeoutMs)
    return store === undefined ? sent : Promise.race([store.written(), sent])
  })
  return client
}

function platformOf(os: string): BugleEvent['platform'] {
  return os === 'ios' || os === 'android' || os === 'web' ? os : 'other'
}

/** Returns release and dist: from the options, else from the app. */
function detected(given: Options, modules: OptionalModules, os: string): Pick<Options, 'release' | 'dist'> {
  const { version, build, bundleId } = buildOf(modules, os)
  const release = given.release ?? (version && bundleId && `${bundleId}@${version}`)
  const dist = given.dist ?? build
  return { ...(release && { release }), ...(dist && { dist }) }
}
