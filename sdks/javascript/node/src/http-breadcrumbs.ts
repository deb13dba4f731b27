import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { cleanUrl, type Integration } from '@bugle/core'

/** Adds breadcrumbs for outgoing requests of node:http and fetch: method, URL without query, status. */
export const httpBreadcrumbs: Integration = {
  name: 'http',
  install(client) {
    const own = new URL(client.url)
    const began = new WeakMap<object, number>()
    const start = ({ request }: HttpMessage | UndiciMessage) => began.set(request, Date.now())
    const note = (request: HttpMessage['request'] | UndiciMessage['request'], origin: string, data: object) => {
      const url = cleanUrl(origin + request.path)
      if (url.includes(own.host) && new URL(url).pathname.startsWith(own.pathname)) return
      const duration_ms = Date.now() - (began.get(request) ?? Number.NaN)
      client.addBreadcrumb({
        category: 'http',
        message: `${request.method} ${url}`,
        data: { ...data, ...(duration_ms >= 0 ? { duration_ms } : {}) },
      })
    }
    const ofHttp = ({ request, response, error }: HttpMessage) =>
      note(request, `${request.protocol}//${request.getHeader('host')}`, outcome(response, error))
    const ofUndici = ({ request, response, error }: UndiciMessage) =>
      note(request, request.origin, outcome(response, error))
    // Older versions lack some channels; failures are not noted there.
    const channels: Record<string, (message: never) => unknown> = {
      'http.client.request.start': start,
      'http.client.response.finish': ofHttp,
      'http.client.request.error': ofHttp,
      'undici:request:create': start,
      'undici:request:headers': ofUndici,
      'undici:request:error': ofUndici,
    }
    return Object.entries(channels).map(([name, listener]) => {
      const safe = (message: unknown) => void client.guard(() => listener(message as never))
      subscribe(name, safe)
      return () => void unsubscribe(name, safe)
    })
  },
}

interface Outcome {
  response?: { statusCode?: number | undefined }
  error?: Error
}

interface HttpMessage extends Outcome {
  request: ClientRequest
}

interface UndiciMessage extends Outcome {
  request: { origin: string; path: string; method: string }
}

function outcome(response: Outcome['response'], error: Outcome['error']): object {
  return response === undefined ? { error: error?.message } : { status_code: response.statusCode }
}
