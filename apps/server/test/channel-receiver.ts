import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedMessage {
  path: string
  method: string
  headers: IncomingHttpHeaders
  body: string
}

export interface ChannelReceiver {
  host: string
  url: string
  received: ReceivedMessage[]
  /** Answers the next requests to a path in this way, instead of with 200. */
  answer: (path: string, ...answers: Answer[]) => void
  close: () => Promise<void>
}

/** @property after holds the answer back */
type Answer = { status: number; headers?: Record<string, string>; body?: string; after?: Promise<void> } | 'never'

/** A service that keeps what it is sent. */
export async function startChannelReceiver(): Promise<ChannelReceiver> {
  const received: ReceivedMessage[] = []
  const answers = new Map<string, Answer[]>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const path = request.url!
    received.push({ path, method: request.method!, headers: request.headers, body })
    const next = answers.get(path)?.shift() ?? { status: 200 }
    if (next === 'never') return
    await next.after
    response.writeHead(next.status, next.headers).end(next.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    received,
    answer: (path, ...given) => answers.set(path, [...(answers.get(path) ?? []), ...given]),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
