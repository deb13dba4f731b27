import { type Client, type Integration, listen } from '@bugle/core'

/** What nobody catches in the page. */
export const pageErrors: Integration = {
  name: 'page-errors',
  install(client) {
    return [
      listen(window, 'error', (event: ErrorEvent) => reportErrorEvent(client, event)),
      listen(window, 'unhandledrejection', (event: PromiseRejectionEvent) => reportRejection(client, event)),
    ]
  },
}

export function reportErrorEvent(client: Client, event: ErrorEvent): void {
  const { error, message, filename, lineno, colno } = event
  const mechanism = { type: 'onerror', handled: false }
  if (error !== undefined && error !== null) return void client.captureException(error, { mechanism })
  // An error of a script of another origin, of which the browser says nothing; or one without an object.
  const [, name = 'Error', text = message] = /^(?:Uncaught )?(\w*Error): (.*)$/s.exec(message) ?? []
  const stack = filename && `${name}: ${text}\n    at ${filename}:${lineno}:${colno}`
  client.captureException({ name, message: text, stack }, { mechanism })
}

export function reportRejection(client: Client, event: PromiseRejectionEvent): void {
  client.captureException(event.reason, { mechanism: { type: 'onunhandledrejection', handled: false } })
}
