import { connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { freePort } from '../../../scripts/free-port.mjs'

/** A way to a database server that can be closed, as if the server were away. */
export interface LeavingProxy {
  /** The connection that leads through it. */
  connection: pg.PoolConfig
  /** Cuts all connections and refuses new ones. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

export async function startLeavingProxy(target: pg.PoolConfig): Promise<LeavingProxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const { host = 'localhost', port = 5432 } = target
  const newServer = () =>
    createServer((client) => {
      const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      for (const socket of [client, server]) keep(socket)
      client.on('close', () => server.destroy())
      server.on('close', () => client.destroy())
      client.pipe(server).pipe(client)
    })
  let server = newServer()
  const own = await freePort()
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(own, '127.0.0.1', resolve)
    })
  await listen()
  const leave = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    connection: { ...target, host: '127.0.0.1', port: own },
    leave,
    comeBack: () => {
      server = newServer()
      return listen()
    },
    close: leave,
  }
}
