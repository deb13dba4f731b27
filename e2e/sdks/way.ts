import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fate of a request: a status from the network itself, or a connection cut before or behind the server. */
export type Fate = 'arrives' | 'lost' | 'unanswered' | 429 | 500 | 413

/** A network between programs and the server that fails as real ones do, by number and size of requests. */
export async function openWay(to: string, fateOf: (count: number, bytes: number) => Fate) {
  let count = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const fate = fateOf(count, body.length)
    count += 1
    if (fate === 'lost') return void request.socket.destroy()
    if (typeof fate === 'number') return void response.writeHead(fate, { 'retry-after': '1' }).end()
    const names = ['x-service-token', 'content-encoding'].filter((name) => request.headers[name] !== undefined)
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]))
    const forwarded = await fetch(to + request.url, { method: 'POST', body, headers })
    if (fate === 'unanswered') return void request.socket.destroy()
    response.writeHead(forwarded.status).end(await forwarded.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
