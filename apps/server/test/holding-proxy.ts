import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

/** A way to a database server that stops at the first statement with a text, until it is released. */
export interface HoldingProxy {
  connection: pg.PoolConfig
  /** Resolves when the statement has been sent, and not arrived. */
  held: Promise<void>
  release(): void
  /** Counts the statements with the text. */
  seen(): number
  close(): Promise<void>
}

export async function startHoldingProxy(target: pg.PoolConfig, text: string): Promise<HoldingProxy> {
  const { host = 'localhost', port = 5432 } = target
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  let count = 0
  const [held, released] = [new Gate(), new Gate()]
  const server = createServer((client) => {
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const socket of [client, database]) keep(socket)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
    database.pipe(client)
    client.on('data', (chunk) => {
      if (!chunk.includes(text)) return database.write(chunk)
      count += 1
      if (count > 1) return database.write(chunk)
      client.pause()
      held.open()
      return released.opened.then(() => {
        database.write(chunk)
        client.resume()
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    connection: { ...target, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    held: held.opened,
    release: () => released.open(),
    seen: () => count,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A promise that somebody resolves. */
class Gate {
  open: () => void = () => {}
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve
  })
}
