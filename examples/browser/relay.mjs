const maxBytes = 1_048_576

/**
 * A relay on the page's own origin, for visitors whose browsers block requests to other servers. In the page, set
 * `endpoint` to `/relay`. It forwards one event, session, message or file and nothing else: no cookie, no address of the
 * visitor.
 *
 * @example createServer((request, response) => request.url.startsWith('/relay/ingest') && relay(request, response, 'https://bugle.example.com'))
 */
export async function relay(request, response, bugle) {
  if (request.method !== 'POST') return response.writeHead(405).end()
  // The addresses of ingest alone: no one may read or change anything through it.
  const [, path] = /(\/ingest(?:\/(?:sessions|check-ins|feedback|attachments)(?:\?.*)?)?)$/.exec(request.url) ?? []
  if (path === undefined) return response.writeHead(404).end()
  try {
    const chunks = []
    let size = 0
    for await (const chunk of request) {
      size += chunk.length
      if (size > maxBytes) return response.writeHead(413, { connection: 'close' }).end()
      chunks.push(chunk)
    }
    const forwarded = await fetch(bugle + path, {
      method: 'POST',
      headers: {
        'Content-Type': request.headers['content-type'] ?? 'application/json',
        'X-Service-Token': request.headers['x-service-token'] ?? '',
      },
      body: Buffer.concat(chunks),
      signal: AbortSignal.timeout(10_000),
    })
    const retryAfter = forwarded.headers.get('Retry-After')
    response.writeHead(forwarded.status, retryAfter === null ? {} : { 'Retry-After': retryAfter }).end()
  } catch {
    // Bugle is unreachable, or the visitor has left; then no one receives this.
    response.writeHead(503, { 'Retry-After': '10' }).end()
  }
}
