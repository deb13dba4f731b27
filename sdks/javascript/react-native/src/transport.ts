import type { Transport } from '@bugle/core'

/**
 * By a `fetch` taken before anybody patched it. React Native has no clock in its signals, and requests on Android no limit
 * of time: here is one.
 */
export function nativeTransport(fetch: typeof globalThis.fetch, timeoutMs = 15_000): Transport {
  return async ({ url, token, body }) => {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Service-Token': token },
        body,
        credentials: 'omit',
        signal: controller.signal,
      })
      return { status: answer.status, retryAfter: answer.headers.get('Retry-After') }
    } finally {
      clearTimeout(timer)
    }
  }
}
