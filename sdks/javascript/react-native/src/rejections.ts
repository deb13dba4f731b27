import { type Integration, read } from '@bugle/core'

interface Tracking {
  allRejections: boolean
  onUnhandled: (id: number, reason: unknown) => void
  onHandled: (id: number) => void
}
type Enable = (tracking: Tracking) => void

interface Hermes {
  hasPromise?(): boolean
  enablePromiseRejectionTracker?: Enable
}

/**
 * Reports unhandled rejections, through Hermes' tracker; where the engine has no promises, through the `promise`
 * package that React Native uses instead. Both take one listener. In development that is React Native's, which prints
 * rejections, so ours prints them as well.
 *
 * @param polyfill the module `promise/setimmediate/rejection-tracking`, if the app has it
 */
export function rejections(polyfill: unknown): Integration {
  return {
    name: 'rejections',
    install(client) {
      const { HermesInternal, __DEV__ } = globalThis as { HermesInternal?: Hermes; __DEV__?: boolean }
      const isHermes = HermesInternal?.hasPromise?.() === true
      let isOn = true
      const tracking: Tracking = {
        allRejections: true,
        onUnhandled: (id, reason) => {
          if (isOn) client.captureException(reason, { mechanism: { type: 'onunhandledrejection', handled: false } })
          if (__DEV__) console.warn(`Possible unhandled promise rejection (id: ${id}):`, reason)
        },
        onHandled: () => undefined,
      }
      if (isHermes) HermesInternal?.enablePromiseRejectionTracker?.(tracking)
      else (read(polyfill, 'enable') as Enable | undefined)?.(tracking)
      // A tracker cannot be removed.
      return () => {
        isOn = false
      }
    },
  }
}
