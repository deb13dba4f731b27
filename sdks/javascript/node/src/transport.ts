import http from 'node:http'
import https from 'node:https'
import type { IngestAnswer, Transport } from '@bugle/core'

const timeoutMs = 15_000

/**
 * By node:http on sockets that never keep the program alive: who waits for them holds a timer.
 *
 * @throws when the endpoint is no address
 */
export function nodeTransport(endpoint: string): Transport {
  const { Agent, request } = new URL(endpoint).protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  return ({ url, token, body }) =>
    new Promise<IngestAnswer>((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        agent,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'X-Service-Token': token,
        },
      })
      // For all of it: a socket that is given a byte now and then is never idle.
      const limit = setTimeout(() => sent.destroy(new Error('timeout')), timeoutMs)
      limit.unref()
      sent.once('socket', (socket) => socket.unref())
      sent.once('close', () => clearTimeout(limit))
      // `on`: an error that comes when all is over must find somebody too, or it would end the program.
      sent.on('error', reject)
      sent.once('response', (response) => {
        response.resume()
        response.on('error', () => undefined)
        // The status says all: an answer that is cut off behind it is an answer.
        response.once('close', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
        )
      })
      sent.end(body)
    })
}
