import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A network between a client and a server. */
export interface BadNetwork {
  url: string
  /** Cuts every n-th request, 0 none: by turns before it arrives, after it, so that its response is lost, and within that. */
  every: number
  /** Requests that came so far. */
  requests: number
  /** Requests that were cut so far. */
  cuts: number
  /** Cuts every open connection; further ones work. */
  cutAll(): void
  close(): void
}

/** Opens a network that cuts every n-th request, 0 none. */
export async function openBadNetwork(target: string, every: number): Promise<BadNetwork> {
  const server = createServer((incoming, outgoing) => {
    network.requests++
    const isCut = network.every > 0 && network.requests % network.every === 0
    if (isCut) network.cuts++
    const turn = network.cuts % 3
    if (isCut && turn === 1) return void incoming.socket.destroy()
    const { method, headers } = incoming
    const forwarded = request(target + incoming.url, { method, headers, agent: false }, (response) => {
      if (isCut && turn === 2) return void incoming.socket.destroy()
      outgoing.writeHead(response.statusCode!, response.headers)
      if (isCut) return void outgoing.write('{', () => incoming.socket.destroy())
      response.pipe(outgoing)
    })
    forwarded.on('error', () => incoming.socket.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const network: BadNetwork = {
    url: `http://127.0.0.1:${port}`,
    every,
    requests: 0,
    cuts: 0,
    cutAll: () => server.closeAllConnections(),
    close,
  }
  return network
}
