import type { Transport } from '@bugle/core'

/**
 * Sends by a `fetch` captured before anyone patched it. Applies its own timeout: React Native lacks
 * `AbortSignal.timeout`, and requests on Android have no limit.
 */
export function nativeTransport(fetch: typeof globalThis.fetch, timeoutMs = 15_000): Transport {
  return async ({ url, token, body, type = 'application/json' }) => {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': type, 'X-Service-Token': token },
        body,
        credentials: 'omit',
        signal: controller.signal,
      })
      // React Native follows redirects itself; the address that responded is all that shows them.
      const location = response.url && response.url !== url ? response.url : undefined
      const status = location && response.status !== 202 ? 302 : response.status
      return { status, retryAfter: response.headers.get('Retry-After'), location }
    } finally {
      clearTimeout(timer)
    }
  }
}
