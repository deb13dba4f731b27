import { lookup } from 'node:dns/promises'
import type { Server } from 'node:http'
import net from 'node:net'
import { getSystemErrorName } from 'node:util'

/**
 * How many listeners each process has on one address. libuv takes one connection off a listener in a turn of its loop
 * (since 1.45), and while a thousand requests come at a time a turn takes 60 ms: with a single listener some fifteen new
 * connections got in a second (docs/adr/0008).
 */
const listenersOfAddress = 16

/**
 * Connections that wait to be accepted, as far as the system allows (net.core.somaxconn). One that finds no room is tried
 * again by its client after 1, 3 and 7 seconds; Node's 511 are as many as come during one busy turn of the loop.
 */
const backlog = 4096

/** A port that is this process's to give away, without connections being taken off it here. */
export interface BoundPort {
  /**
   * What the `stdio` of a child is to go on with: that many descriptors, each of its own and all of the same sockets, so
   * that what waits for one process waits for all, and for the next one when that process dies.
   */
  descriptors: number[]
  /** Gives up this process's own hold; those who listen go on. */
  release(): void
}

/**
 * Binds a port for other processes to listen on.
 *
 * @param host An address, or a name: then each address that it has on this machine.
 * @throws what keeps it from being bound, as an error with the system's code (`EADDRINUSE`, `EACCES`, …).
 */
export async function bindPort(host: string, port: number): Promise<BoundPort> {
  const handles: Handle[] = []
  const release = () => handles.splice(0).forEach((handle) => void handle.close())
  let failure: Error | undefined
  for (const { address, family } of await lookup(host, { all: true })) {
    const bound = bind(address, port, family)
    if (!(bound instanceof Error)) handles.push(bound)
    // A name may have addresses of the other family, which this machine does not speak, or of other machines.
    else if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(bound.code!)) failure ??= bound
    else {
      release()
      throw bound
    }
  }
  if (handles.length === 0) throw failure ?? new Error(`${host} has no address`)
  const descriptors = handles.flatMap(({ fd }) => new Array<number>(listenersOfAddress).fill(fd))
  return { descriptors, release }
}

/** A socket that is bound and not yet listening: what node:cluster makes for its processes, and has no public name. */
interface Handle {
  readonly fd: number
  getsockname(out: object): number
  close(): void
}

const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle(address: string, port: number, family: number): Handle | number
}

function bind(address: string, port: number, family: number): Handle | NodeJS.ErrnoException {
  const made = createHandle(address, port, family)
  // That an address is taken comes out when it is asked for, or listened on.
  const failed = typeof made === 'number' ? made : made.getsockname({})
  if (failed === 0) return made as Handle
  if (typeof made !== 'number') made.close()
  const code = getSystemErrorName(failed)
  return Object.assign(new Error(`bind ${code} ${address}:${port}`), { code })
}

/** Why a port cannot be had, in a sentence for who started the server. */
export function whyNoPort(error: unknown, { HOST, PORT }: { HOST: string; PORT: number }): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${PORT} of ${HOST} is in use. Set PORT to another, or end what uses it.`
  return `Cannot listen on ${HOST}:${PORT}: ${message}`
}

/** What lets connections in. */
export interface Listeners {
  /** How many connections are open. */
  countConnections(): Promise<number>
  /** Lets no more in; done when the last has ended. */
  close(): Promise<void>
}

/**
 * Lets connections into a server through descriptors that a supervisor has bound.
 *
 * @param descriptors Numbers of this process, as inherited.
 * @throws what keeps it from listening: two that were bound at the same moment may both have got this far.
 */
export async function listenOn(server: Server, descriptors: number[]): Promise<Listeners> {
  const servers: net.Server[] = []
  const all = <T>(act: (one: net.Server, done: (error: Error | null | undefined, value?: T) => void) => void) =>
    Promise.all(
      servers.map(
        (one) =>
          new Promise<T>((resolve, reject) => act(one, (error, value) => (error ? reject(error) : resolve(value!)))),
      ),
    )
  for (const fd of descriptors) {
    // The server's own first: it looks for requests that come too slowly from when it listens.
    const one = servers.length === 0 ? server : doorOf(server)
    await new Promise<void>((resolve, reject) => {
      one.once('error', reject).listen({ fd, backlog }, () => {
        one.off('error', reject)
        resolve()
      })
    })
    servers.push(one)
  }
  return {
    countConnections: async () =>
      (await all<number>((one, done) => one.getConnections(done))).reduce((sum, count) => sum + count, 0),
    close: async () => {
      await all<void>((one, done) => one.close(done))
    },
  }
}

/** Another listener, whose connections are the server's. They are as the server would make them. */
function doorOf(server: Server): net.Server {
  return net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket))
}
