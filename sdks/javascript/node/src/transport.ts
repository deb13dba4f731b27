import http from 'node:http'
import https from 'node:https'
import type { IngestAnswer, Transport } from '@bugle/core'

const timeoutMs = 10_000

/** By node:http on sockets that never keep the program alive: who waits for them holds a timer. */
export function nodeTransport(): Transport {
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }
  return ({ url, token, body }) =>
    new Promise<IngestAnswer>((resolve, reject) => {
      const { protocol } = new URL(url)
      const isTls = protocol === 'https:'
      const request = (isTls ? https : http).request(url, {
        method: 'POST',
        agent: agents[isTls ? 'https:' : 'http:'],
        timeout: timeoutMs,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'X-Service-Token': token,
        },
      })
      request.once('socket', (socket) => socket.unref())
      request.once('timeout', () => request.destroy(new Error('timeout')))
      // `on`: an error that comes when all is over must find somebody too, or it would end the program.
      request.on('error', reject)
      request.once('response', (response) => {
        response.resume()
        response.on('error', () => undefined)
        // The status says all: an answer that is cut off behind it is an answer.
        response.once('close', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
        )
      })
      request.end(body)
    })
}
