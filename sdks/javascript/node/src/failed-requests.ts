import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { cleanUrl, type Integration } from '@bugle/core'

export interface FailedRequestOptions {
  /** Chooses the statuses to report. */
  statuses?: ((status: number) => boolean) | undefined
}

interface HttpMessage {
  request: ClientRequest
  response: { statusCode?: number | undefined }
}

interface UndiciMessage {
  request: { origin: string; path: string; method: string }
  response: { statusCode: number }
}

/**
 * Reports outgoing requests of `node:http` and `fetch` that a server answers with 500 or above, as errors that the program has
 * handled. Neither headers nor bodies are read.
 *
 * @example init({ …, integrations: [failedRequests()] })
 */
export function failedRequests({ statuses = (status) => status >= 500 }: FailedRequestOptions = {}): Integration {
  return {
    name: 'failed-requests',
    install(client) {
      const own = new URL(client.url)
      const report = (method: string, address: string, status: number | undefined) => {
        if (status === undefined || !statuses(status)) return
        const url = cleanUrl(address)
        const { host, pathname } = new URL(url)
        if (host === own.host && pathname.startsWith(own.pathname)) return
        client.captureException(
          { name: 'FailedRequest', message: `${method} ${url} answered ${status}` },
          { mechanism: { type: 'failed-request', handled: true }, tags: { status } },
        )
      }
      const channels: Record<string, (message: never) => void> = {
        'http.client.response.finish': ({ request, response }: HttpMessage) =>
          report(
            request.method,
            `${request.protocol}//${request.getHeader('host')}${request.path}`,
            response.statusCode,
          ),
        'undici:request:headers': ({ request, response }: UndiciMessage) =>
          report(request.method, request.origin + request.path, response.statusCode),
      }
      return Object.entries(channels).map(([name, listener]) => {
        const safe = (message: unknown) => void client.guard(() => listener(message as never))
        subscribe(name, safe)
        return () => void unsubscribe(name, safe)
      })
    },
  }
}
