import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { cleanUrl, type Integration } from '@bugle/core'

type Listener = (message: unknown) => void

/** Outgoing requests of node:http and of fetch, as breadcrumbs: method, URL without query, status. */
export const httpBreadcrumbs: Integration = {
  name: 'http',
  install(client) {
    const own = new URL(client.url)
    const note = (method: string, url: string, data: Record<string, unknown>) => {
      const clean = cleanUrl(url)
      if (clean.endsWith(own.pathname) && clean.includes(own.hostname)) return
      client.addBreadcrumb({ category: 'http', message: `${method} ${clean}`, data })
    }
    const began = new WeakMap<object, number>()
    const start: Listener = (message) => began.set((message as { request: object }).request, Date.now())
    const channels: Record<string, Listener> = {
      'http.client.request.start': start,
      'http.client.response.finish': (message) => {
        const { request, response } = message as HttpMessage
        const url = `${request.protocol}//${request.host}${request.path}`
        note(request.method, url, { status_code: response.statusCode, ...took(began.get(request)) })
      },
      'undici:request:create': start,
      'undici:request:headers': (message) => {
        const { request, response } = message as UndiciMessage
        note(request.method, `${request.origin}${request.path}`, {
          status_code: response.statusCode,
          ...took(began.get(request)),
        })
      },
      'undici:request:error': (message) => {
        const { request, error } = message as UndiciMessage
        note(request.method, `${request.origin}${request.path}`, { error: error?.message })
      },
    }
    return Object.entries(channels).map(([name, listener]) => {
      const safe: Listener = (message) => void client.guard(() => listener(message))
      subscribe(name, safe)
      return () => void unsubscribe(name, safe)
    })
  },
}

interface HttpMessage {
  request: { protocol: string; host: string; path: string; method: string }
  response: { statusCode: number }
}

interface UndiciMessage {
  request: { origin: string; path: string; method: string }
  response: { statusCode: number }
  error?: Error
}

function took(began: number | undefined): { duration_ms?: number } {
  return began === undefined ? {} : { duration_ms: Date.now() - began }
}
