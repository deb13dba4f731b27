import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@bugle/protocol'
import { Refusal } from '../refusal.ts'
import { errorResponseOf } from './errors.ts'
import { newRequestId } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'

/** Time in which a client may read the refusal. */
const lingerMs = 2000

/**
 * Sends the usual error body for input that never becomes a request: invalid HTTP, or a request that arrives too
 * slowly. A connection on which nothing arrived is closed without a response.
 */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (error.code === requestTimeout && socket.bytesRead === 0) return void closeIfUnused(socket)
  const requestId = newRequestId()
  const { status, body } = errorResponseOf(new Refusal(codeOf(error)), requestId)
  const text = JSON.stringify(body)
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
  // A client that does not close its side would keep the descriptor indefinitely.
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
}

const requestTimeout = 'ERR_HTTP_REQUEST_TIMEOUT'

/**
 * Browsers and HTTP clients open connections ahead. A response to no request would be taken for that of the one being
 * sent meanwhile, and Sentry's SDKs drop an event on a 408; when a connection closes without a response, browsers and many
 * HTTP clients use another. Node looks for overdue connections before it reads, so what has arrived is read first, and
 * served.
 */
function closeIfUnused(socket: Socket): void {
  setImmediate(() => {
    if (socket.bytesRead === 0) socket.destroy()
  })
}

function codeOf({ code }: { code?: string }): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  return code === requestTimeout ? 'request_timeout' : 'malformed_request'
}
