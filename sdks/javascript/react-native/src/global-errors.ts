import type { Integration } from '@bugle/core'
import { beforeTheEnd } from './ending.ts'

type Handler = (error: unknown, isFatal?: boolean) => void

interface ErrorUtils {
  getGlobalHandler(): Handler | undefined
  setGlobalHandler(handler: Handler): void
}

/**
 * What nobody catches. The handler that was there – the red screen, the end of the app – comes after us, as ever; where
 * it ends the app, as soon as the report would outlive it.
 */
export const globalErrors: Integration = {
  name: 'errors',
  install(client) {
    const { ErrorUtils, __DEV__ } = globalThis as { ErrorUtils?: ErrorUtils; __DEV__?: boolean }
    if (ErrorUtils === undefined) return undefined
    const former = ErrorUtils.getGlobalHandler()
    /** What was handed on: when the former handler throws it, it comes back here. */
    let last: unknown = {}
    const ours: Handler = (error, isFatal) => {
      const level = isFatal ? 'fatal' : 'error'
      client.captureException(error, { mechanism: { type: 'onerror', handled: false }, level })
      if (!isFatal || __DEV__ || error === last) return former?.(error, isFatal)
      void beforeTheEnd(client).then(() =>
        // In a turn of its own: what it throws is thrown into nobody's promise.
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
