import type { Transport } from '@bugle/core'

/**
 * Sends by a `fetch` captured before anyone patched it. Applies its own timeout: React Native lacks
 * `AbortSignal.timeout`, and requests on Android have no limit.
 */
export function nativeTransport(fetch: typeof globalThis.fetch, timeoutMs = 15_000): Transport {
  return async ({ url, token, body }) => {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Service-Token': token },
        body,
        credentials: 'omit',
        signal: controller.signal,
      })
      return { status: response.status, retryAfter: response.headers.get('Retry-After') }
    } finally {
      clearTimeout(timer)
    }
  }
}
