import type { Integration } from '@bugle/core'

/** What nobody catches in the page. */
export const pageErrors: Integration = {
  name: 'page-errors',
  install(client) {
    const onError = (event: ErrorEvent) => {
      const { error, message, filename, lineno, colno } = event
      const mechanism = { type: 'onerror', handled: false }
      if (error !== undefined && error !== null) return void client.captureException(error, { mechanism })
      // An error of a script of another origin, of which the browser says nothing; or one without an object.
      const [, name = 'Error', text = message] = /^(?:Uncaught )?(\w*Error): (.*)$/s.exec(message) ?? []
      const stack = filename && `${name}: ${text}\n    at ${filename}:${lineno}:${colno}`
      client.captureException({ name, message: text, stack }, { mechanism })
    }
    const onRejection = (event: PromiseRejectionEvent) => {
      client.captureException(event.reason, { mechanism: { type: 'onunhandledrejection', handled: false } })
    }
    addEventListener('error', onError)
    addEventListener('unhandledrejection', onRejection)
    return () => {
      removeEventListener('error', onError)
      removeEventListener('unhandledrejection', onRejection)
    }
  },
}
