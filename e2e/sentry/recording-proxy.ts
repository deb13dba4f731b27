import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** An item of an envelope as its SDK sent it. */
export interface SentItem {
  type: string
  header: Record<string, unknown>
  /** Parsed if it is JSON. */
  payload: unknown
}

/** One request of an SDK, and the response of the server. */
export interface Exchange {
  path: string
  headers: Record<string, string | string[] | undefined>
  status: number
  responseHeaders: Record<string, string | string[] | undefined>
  header: Record<string, unknown>
  items: SentItem[]
  /** The body, decompressed. */
  bytes: Buffer
}

/** A response of the proxy in place of the server's. */
export type Fault = { status: number; headers?: Record<string, string> } | 'cut' | 'hang'

/** Longer than most SDKs wait for a response. */
const hangMs = 6000

/** Stands between SDKs and the server, and keeps what passes. */
export interface RecordingProxy {
  url: string
  exchanges: Exchange[]
  /** Decides by the path whether a request meets a fault. */
  fault: (path: string) => Fault | undefined
  close(): void
}

export async function openProxy(target: string): Promise<RecordingProxy> {
  const { hostname, port } = new URL(target)
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const path = incoming.url ?? ''
    const fault = incoming.method === 'POST' ? proxy.fault(path) : undefined
    if (fault === 'cut') return void incoming.socket.destroy()
    if (fault === 'hang') return void setTimeout(() => incoming.socket.destroy(), hangMs)
    if (fault !== undefined) {
      proxy.exchanges.push({ ...read(path, incoming.headers, body), status: fault.status, responseHeaders: {} })
      // Without the header a browser would not learn the status, which it does from the server.
      return void response.writeHead(fault.status, { 'access-control-allow-origin': '*', ...fault.headers }).end('{}')
    }
    const forwarded = request(
      { hostname, port, path, method: incoming.method, headers: { ...incoming.headers, connection: 'close' } },
      (answer) => {
        const status = answer.statusCode ?? 0
        if (incoming.method === 'POST')
          proxy.exchanges.push({ ...read(path, incoming.headers, body), status, responseHeaders: answer.headers })
        response.writeHead(status, answer.headers)
        answer.pipe(response)
      },
    )
    forwarded.on('error', () => response.destroy())
    forwarded.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: RecordingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges: [],
    fault: () => undefined,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return proxy
}

function read(path: string, headers: Exchange['headers'], body: Buffer): Omit<Exchange, 'status' | 'responseHeaders'> {
  const bytes = decoded(body, String(headers['content-encoding'] ?? ''))
  if (path.includes('/store')) {
    const text = bytes.toString('utf8').trim()
    // Raven sends base64 of zlib without saying so.
    const event = json(text) ?? json(inflateSync(Buffer.from(text, 'base64')).toString('utf8'))
    return { path, headers, bytes, header: {}, items: [{ type: 'event', header: {}, payload: event }] }
  }
  return { path, headers, bytes, ...readEnvelope(bytes) }
}

function decoded(body: Buffer, encoding: string): Buffer {
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(body)
    if (encoding === 'deflate') return inflateSync(body)
    return encoding === 'br' ? brotliDecompressSync(body) : body
  } catch {
    return body
  }
}

/** Reads whole envelopes, simply: an oracle for the server's own reader, which reads streams. */
function readEnvelope(bytes: Buffer): Pick<Exchange, 'header' | 'items'> {
  const lineEnd = (from: number) => {
    const end = bytes.indexOf(10, from)
    return end < 0 ? bytes.length : end
  }
  let at = lineEnd(0)
  const header = (json(bytes.toString('utf8', 0, at)) ?? {}) as Record<string, unknown>
  const items: SentItem[] = []
  at += 1
  while (at < bytes.length) {
    const end = lineEnd(at)
    const text = bytes.toString('utf8', at, end)
    at = end + 1
    if (text.trim() === '') continue
    const item = (json(text) ?? {}) as Record<string, unknown>
    const payloadEnd = typeof item.length === 'number' ? at + item.length : lineEnd(at)
    const payload = bytes.toString('utf8', at, payloadEnd)
    items.push({ type: String(item.type), header: item, payload: json(payload) ?? payload })
    at = payloadEnd + 1
  }
  return { header, items }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
