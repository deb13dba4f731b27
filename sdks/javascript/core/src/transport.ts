/** One request to ingest. */
export interface IngestRequest {
  url: string
  token: string
  /** JSON. */
  body: string
  /** Whether the page is being left, so that the request must outlive it. */
  keepalive: boolean
}

export interface IngestResponse {
  status: number
  /** The header's value: seconds or a date. */
  retryAfter?: string | null | undefined
  /** Where the server redirects to. */
  location?: string | undefined
}

/** Sends one request; rejects when there is no response. It applies a timeout of its own. */
export type Transport = (request: IngestRequest) => Promise<IngestResponse>

/**
 * Sends by a `fetch` captured before anyone patched it.
 *
 * @param timeoutMs limit after which a request counts as failed
 */
export function fetchTransport(fetch: typeof globalThis.fetch, timeoutMs = 15_000): Transport {
  return async ({ url, token, body, keepalive }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Service-Token': token },
      body,
      keepalive,
      credentials: 'omit',
      // Older runtimes lack `AbortSignal.timeout`; there the network's own limit applies.
      signal: AbortSignal.timeout?.(timeoutMs) ?? null,
    })
    const { status, redirected, url: location, headers } = response
    // A POST that is redirected arrives as a GET, whatever it is answered.
    if (redirected && status !== 202) return { status: 302, location }
    return { status, retryAfter: headers.get('Retry-After') }
  }
}
