/** One request to ingest. */
export interface IngestRequest {
  url: string
  token: string
  /** JSON. */
  body: string
  /** The page is being left: the request must outlive it. */
  keepalive: boolean
}

export interface IngestAnswer {
  status: number
  /** As the header has it: seconds, or a date. */
  retryAfter?: string | null | undefined
}

/** Sends one request; rejects when there was no answer. It has a limit of time of its own. */
export type Transport = (request: IngestRequest) => Promise<IngestAnswer>

/**
 * By a `fetch` taken before anybody patched it.
 *
 * @param timeoutMs after which a request counts as unanswered
 */
export function fetchTransport(fetch: typeof globalThis.fetch, timeoutMs = 15_000): Transport {
  return async ({ url, token, body, keepalive }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Service-Token': token },
      body,
      keepalive,
      credentials: 'omit',
      // Older runtimes have no such clock: there the network's own limit holds.
      signal: AbortSignal.timeout?.(timeoutMs) ?? null,
    })
    return { status: answer.status, retryAfter: answer.headers.get('Retry-After') }
  }
}
