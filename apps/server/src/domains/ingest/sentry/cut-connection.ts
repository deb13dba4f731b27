import type { IncomingMessage, ServerResponse } from 'node:http'

/** Milliseconds before a connection is cut, so that an SDK does not begin again at once. */
const waitMs = 2000
/** Connections that wait to be cut; further ones are cut at once. */
const maxWaiting = 500
let waiting = 0

/**
 * Whether an SDK keeps envelopes on disk and sends them again after a cut connection, but drops them on every status.
 * Only those that a test has seen do so (`e2e/sentry/offline.test.ts`).
 */
export function keepsAfterCut(client: string): boolean {
  return /^sentry\.java(?:$|[./])/.test(client)
}

/** Ends a request without a response, in place of a 503. */
export function cutConnection(request: IncomingMessage, response: ServerResponse): void {
  if (waiting >= maxWaiting) {
    response.destroy()
    return
  }
  waiting += 1
  const timer = setTimeout(() => response.destroy(), waitMs)
  request.pause()
  response.once('close', () => {
    waiting -= 1
    clearTimeout(timer)
  })
}
