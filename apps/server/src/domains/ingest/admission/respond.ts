import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IngestDeps } from './admission.ts'

/** Any origin may send, never with credentials; a page learns when to retry. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id',
}

/** Sends a response, whatever part of the request's body has been read. */
export function send(
  { isDraining }: Pick<IngestDeps, 'isDraining'>,
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: string[],
): void {
  if (response.destroyed) return
  const length = ['content-length', String(Buffer.byteLength(body))]
  if (isDraining()) length.push('connection', 'close')
  if (request.complete || isShort(request)) {
    response.writeHead(status, [...headers, ...length])
    response.end(body)
    discardRest(request)
    return
  }
  // Refused in the middle of a long body: the whole response is sent before the connection closes.
  response.writeHead(status, [...headers, ...length, ...(isDraining() ? [] : ['connection', 'close'])])
  response.write(body)
  linger(request, () => response.end())
}

/**
 * Discards the rest of a short body, so that the connection can be reused. Node does so by itself if nobody has started
 * to read; a body stopped half-way would block the next request of the connection.
 */
function discardRest(request: IncomingMessage): void {
  if (request.readableEnded) return
  request.removeAllListeners('data')
  request.resume()
}

function isShort({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined && Number(headers['content-length']) <= 1_048_576
}

const lingerMs = 10_000
/** A client silent for this long has read the response, or is gone. */
const silenceMs = 1000
const lingerBytes = 32 * 1024 * 1024

/**
 * Keeps reading for a while and discards the data: closing a connection with unread data resets it, and clients that
 * send their whole body before they read would lose the response.
 */
function linger(request: IncomingMessage, done: () => void): void {
  let bytes = 0
  const end = setTimeout(finish, lingerMs)
  const silence = setTimeout(finish, silenceMs)
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    silence.refresh()
    if (bytes > lingerBytes) finish()
  })
  request.once('end', finish)
  request.once('close', finish)
  request.resume()
  function finish(): void {
    clearTimeout(end)
    clearTimeout(silence)
    request.removeAllListeners('data')
    request.pause()
    done()
  }
}
