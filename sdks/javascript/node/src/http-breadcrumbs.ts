import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type Client, cleanUrl, type Integration } from '@bugle/core'

type Listener = (message: unknown) => void

/** Outgoing requests of node:http and of fetch, as breadcrumbs: method, URL without query, status. */
export const httpBreadcrumbs: Integration = {
  name: 'http',
  install(client) {
    const began = new WeakMap<object, number>()
    const start: Listener = (message) => began.set((message as { request: object }).request, Date.now())
    const channels: Record<string, Listener> = {
      'http.client.request.start': start,
      'http.client.response.finish': (message) => {
        const { request, response } = message as HttpMessage
        const url = `${request.protocol}//${request.host}${request.path}`
        note(client, request.method, url, { status_code: response.statusCode, ...took(began.get(request)) })
      },
      'undici:request:create': start,
      'undici:request:headers': (message) => {
        const { request, response } = message as UndiciMessage
        note(client, request.method, `${request.origin}${request.path}`, {
          status_code: response.statusCode,
          ...took(began.get(request)),
        })
      },
      'undici:request:error': (message) => {
        const { request, error } = message as UndiciMessage
        note(client, request.method, `${request.origin}${request.path}`, { error: error?.message })
      },
    }
    const guarded = Object.entries(channels).map(([name, listener]) => {
      const safe: Listener = (message) => void client.guard(() => listener(message))
      subscribe(name, safe)
      return () => void unsubscribe(name, safe)
    })
    return () => {
      for (const stop of guarded) stop()
    }
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

function note(client: Client, method: string, url: string, data: Record<string, unknown>): void {
  const clean = cleanUrl(url)
  if (clean.endsWith(new URL(client.url).pathname) && clean.includes(new URL(client.url).hostname)) return
  client.addBreadcrumb({ category: 'http', message: `${method} ${clean}`, data })
}
