import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that both the jobs of a worker and its events reach, so that their order can be seen. */
export async function openOrder(): Promise<{ url: string; order: string[]; close(): void }> {
  const order: string[] = []
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    order.push(request.method === 'POST' ? 'event' : (request.url ?? ''))
    response.writeHead(request.method === 'POST' ? 202 : 200).end()
  })
  return { url: await listen(server), order, close: () => void server.close() }
}

/** The order in which `count` jobs start, of which every third fails, with its event before the next job. */
export const expectedOrder = (count: number) =>
  Array.from({ length: count }, (_, at) => (at % 3 === 0 ? [`/job/${at}`, 'event'] : [`/job/${at}`])).flat()

/** A server that accepts requests and never responds. */
export async function openHanging(): Promise<{
  url: string
  count(): number
  requested: Promise<void>
  close(): void
}> {
  let requests = 0
  let begin = () => {}
  const requested = new Promise<void>((resolve) => {
    begin = resolve
  })
  const server = createServer(() => {
    requests += 1
    begin()
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: await listen(server), count: () => requests, requested, close }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
