import type { Integration } from '@bugle/core'
import { beforeExit } from './before-exit.ts'

type Handler = (error: unknown, isFatal?: boolean) => void

interface ErrorUtils {
  getGlobalHandler(): Handler | undefined
  setGlobalHandler(handler: Handler): void
}

/**
 * Reports uncaught errors. The former handler (red screen, end of the app) still runs afterwards; where it ends the
 * app, it runs as soon as the report would outlive the app.
 */
export const globalErrors: Integration = {
  name: 'errors',
  install(client) {
    const { ErrorUtils, __DEV__ } = globalThis as { ErrorUtils?: ErrorUtils; __DEV__?: boolean }
    if (ErrorUtils === undefined) return undefined
    const former = ErrorUtils.getGlobalHandler()
    /** The last error passed on: if the former handler rethrows it, it arrives here again. */
    let last: unknown = {}
    const ours: Handler = (error, isFatal) => {
      const level = isFatal ? 'fatal' : 'error'
      client.captureException(error, { mechanism: { type: 'onerror', handled: false }, level })
      if (!isFatal || __DEV__ || error === last) return former?.(error, isFatal)
      void beforeExit(client).then(() =>
        // In a tick of its own, so that its exception rejects no promise of ours.
        setTimeout(() => {
          last = error
          former?.(error, isFatal)
        }),
      )
    }
    ErrorUtils.setGlobalHandler(ours)
    return () => {
      if (ErrorUtils.getGlobalHandler() === ours && former !== undefined) ErrorUtils.setGlobalHandler(former)
    }
  },
}
