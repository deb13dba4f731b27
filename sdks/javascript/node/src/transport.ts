import type { IngestResponse, Transport } from '@bugle/core'

const timeoutMs = 15_000

/**
 * Sends by node:http, on sockets that never keep the program alive; a caller that waits holds a timer.
 *
 * @throws when the endpoint is no URL
 */
export function nodeTransport(endpoint: string): Transport {
  const { protocol } = new URL(endpoint)
  let sender: ReturnType<typeof senderOf> | undefined
  return async ({ url, token, body, type = 'application/json' }) => {
    sender ??= senderOf(protocol)
    const { agent, request } = await sender
    return new Promise<IngestResponse>((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        agent,
        headers: {
          'Content-Type': type,
          'Content-Length': Buffer.byteLength(body),
          'X-Service-Token': token,
        },
      })
      // A limit on the whole request: a socket that receives a byte now and then is never idle.
      const limit = setTimeout(() => sent.destroy(new Error('timeout')), timeoutMs)
      limit.unref()
      sent.once('socket', (socket) => socket.unref())
      sent.once('close', () => clearTimeout(limit))
      // `on`, not `once`: a late error without a listener would end the program.
      sent.on('error', reject)
      sent.once('response', (response) => {
        response.resume()
        response.on('error', () => undefined)
        // The status suffices: a response cut off after it is still a response.
        response.once('close', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            location: response.headers.location,
          }),
        )
      })
      sent.end(body)
    })
  }
}

/** Loads node:http or node:https, a tenth of the time that an empty program takes to start, when something is to be sent. */
async function senderOf(protocol: string) {
  const name = protocol === 'https:' ? 'node:https' : 'node:http'
  // Older versions of Node lack the first; Jest cannot do the second.
  const { Agent, request } = process.getBuiltinModule?.(name) ?? (await import(name)).default
  return { agent: new Agent({ keepAlive: true }), request }
}
