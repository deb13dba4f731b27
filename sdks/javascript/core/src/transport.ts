/** One request to ingest. */
export interface IngestRequest {
  url: string
  token: string
  /** JSON, or the bytes of an attachment. */
  body: string | Uint8Array<ArrayBuffer>
  /** Type of a body that is no JSON. */
  type?: string | undefined
  /** Whether the page is being left, so that the request must outlive it. */
  keepalive: boolean
}

export interface IngestResponse {
  status: number
  /** The header's value: seconds or a date. */
  retryAfter?: string | null | undefined
  /** Where the server redirects to. */
  location?: string | undefined
  /** The server's own words about a refusal. */
  message?: unknown
}

/** Sends one request; rejects when there is no response. It applies a timeout of its own. */
export type Transport = (request: IngestRequest) => Promise<IngestResponse>

/**
 * Sends by a `fetch` captured before anyone patched it.
 *
 * @param timeoutMs limit after which a request counts as failed
 */
export function fetchTransport(fetch: typeof globalThis.fetch, timeoutMs = 15_000): Transport {
  return async ({ url, token, body, type = 'application/json', keepalive }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': type, 'X-Service-Token': token },
      body,
      keepalive,
      credentials: 'omit',
      // Older runtimes lack `AbortSignal.timeout`; there the network's own limit applies.
      signal: AbortSignal.timeout?.(timeoutMs) ?? null,
    })
    const { status, redirected, url: location, headers } = response
    // A proxy may answer anything, such as `null`; a stand-in for fetch may have no body.
    const answer = await response.json?.().catch(String)
    // A POST that is redirected arrives as a GET, whatever it is answered.
    return {
      status: redirected && status !== 202 ? 302 : status,
      location,
      retryAfter: headers.get('Retry-After'),
      message: answer?.message,
    }
  }
}

/** Returns the UTF-8 length of a text. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
