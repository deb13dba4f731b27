import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../scripts/free-port.mjs'

/** A way to a server on this machine that can be closed and opened again: connections are cut and refused meanwhile. */
export class TcpProxy {
  #target: number
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  readonly port: number

  private constructor(target: number, port: number) {
    this.#target = target
    this.port = port
  }

  static async to(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target, await freePort())
    await proxy.open()
    return proxy
  }

  async open(): Promise<void> {
    const server = createServer((client) => {
      const upstream = connect(this.#target, '127.0.0.1')
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => {
          this.#sockets.delete(socket)
          other.destroy()
        })
        socket.pipe(other)
      }
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
  }

  /** Leads to another server from the next connection on. */
  leadTo(target: number): void {
    this.#target = target
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server!.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
