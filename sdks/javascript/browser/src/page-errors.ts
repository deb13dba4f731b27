import { type Client, type Integration, listen } from '@bugle/core'

/** Reports uncaught errors and unhandled rejections of the page. */
export const pageErrors: Integration = {
  name: 'page-errors',
  install(client) {
    return [
      listen(window, 'error', (event: ErrorEvent) => reportErrorEvent(client, event)),
      listen(window, 'unhandledrejection', (event: PromiseRejectionEvent) => reportRejection(client, event)),
    ]
  },
}

let thrown: unknown

/** Keeps what a callback threw until the browser reports it, or someone has caught it. */
export function noteThrown(error: unknown): void {
  thrown = error
  setTimeout(() => {
    thrown = undefined
  })
}

export function reportErrorEvent(client: Client, event: ErrorEvent): void {
  const { message, filename, lineno, colno } = event
  const error = event.error ?? thrown
  thrown = undefined
  // No object: an error in a script of another origin, without details, or an old browser.
  const [, name = 'Error', text = message] = /^(?:Uncaught )?(\w*Error): (.*)$/s.exec(message) ?? []
  const stack = filename && `${name}: ${text}\n    at ${filename}:${lineno}:${colno}`
  report(client, error ?? { name, message: text, stack }, 'onerror')
}

export function reportRejection(client: Client, event: PromiseRejectionEvent): void {
  report(client, event.reason, 'onunhandledrejection')
}

function report(client: Client, error: unknown, type: string): void {
  client.captureException(error, { mechanism: { type, handled: false } })
}
