import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { BugleEvent } from '@bugle/core'

/** A server that accepts and keeps every event unchanged, for details that the real one does not show. */
export interface Recorder {
  url: string
  /** Events by request path, without duplicates, in order of their ids. */
  eventsOf(path: string): BugleEvent[]
  /** Withholds all responses until the returned function is called. */
  hold(): () => void
  close(): void
}

export async function openRecorder(): Promise<Recorder> {
  const received = new Map<string, Map<string, BugleEvent>>()
  let held: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method !== 'POST') return void response.writeHead(204, headers).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    // Sessions and the like are no events.
    if (!request.url?.endsWith('/ingest')) return void response.writeHead(202, headers).end()
    const isPacked = request.headers['content-encoding'] === 'gzip'
    const event = JSON.parse((isPacked ? gunzipSync(body) : body).toString()) as BugleEvent
    const path = (request.url ?? '').replace(/\/ingest$/, '')
    received.set(path, (received.get(path) ?? new Map()).set(event.event_id, event))
    await held
    response.writeHead(202, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    eventsOf: (path) => [...(received.get(path)?.values() ?? [])].sort((a, b) => (a.event_id < b.event_id ? -1 : 1)),
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
