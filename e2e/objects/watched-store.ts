import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A moment of a request: before the store gets it, once it has done it, and once its response is on the way back. */
export type Moment = 'before' | 'done' | 'answered'

/** A proxy in front of an object store, that lets a test act at a moment of a request. */
export class WatchedStore {
  readonly #server: Server
  /** Requests so far, by method. */
  readonly counts = new Map<string, number>()
  /** Called at each moment; a request waits for it, and is dropped if it returns false. */
  at: (moment: Moment, method: string, path: string) => Promise<boolean | undefined> | undefined = () => undefined
  /** Whether connections are refused. */
  isAway = false

  private constructor(targetPort: number) {
    this.#server = createServer((incoming, outgoing) => {
      void this.#forward(targetPort, incoming, outgoing).catch(() => outgoing.destroy())
    })
  }

  static async open(targetPort: number): Promise<WatchedStore> {
    const proxy = new WatchedStore(targetPort)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #forward(port: number, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    this.counts.set(method, (this.counts.get(method) ?? 0) + 1)
    if (this.isAway || (await this.at('before', method, url)) === false) return void outgoing.destroy()
    const { response, body } = await new Promise<{ response: IncomingMessage; body: Buffer }>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('end', () => resolve({ response, body: Buffer.concat(parts) }))
        response.once('error', reject)
      })
      sent.once('error', reject)
      sent.end(Buffer.concat(chunks))
    })
    if ((await this.at('done', method, url)) === false) return void outgoing.destroy()
    const { 'transfer-encoding': _chunked, ...kept } = response.headers
    outgoing.writeHead(response.statusCode ?? 500, kept)
    outgoing.end(body)
    await this.at('answered', method, url)
  }
}
