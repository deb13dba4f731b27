import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { App } from '../../../http/index.ts'

/** Responds to some POST requests without the framework, which saves a fifth of an event’s CPU; others go through it. */
export function addShortcut(
  app: App,
  isOurs: (request: IncomingMessage) => boolean,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): void {
  const listeners = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    // Without a Host it is refused like anywhere else.
    if (request.method === 'POST' && request.headers.host !== undefined && isOurs(request))
      void answer(request, response)
    else for (const listener of listeners) listener(request, response)
  })
}
