import { lookup } from 'node:dns/promises'
import type { Server } from 'node:http'
import net from 'node:net'
import { getSystemErrorName } from 'node:util'

/**
 * Listeners of each process per address. libuv accepts one connection per listener in a turn of its loop (since 1.45),
 * and under a thousand concurrent requests a turn takes 60 ms: a single listener accepted about fifteen new connections
 * a second (docs/adr/0008).
 */
const listenersOfAddress = 16

/**
 * Connections that may wait to be accepted, up to the system's limit (net.core.somaxconn). A client whose connection
 * finds no room retries after 1, 3 and 7 seconds; Node's default of 511 fills up within one busy turn of the loop.
 */
const backlog = 4096

/** A port bound for child processes; this process accepts no connections on it. */
export interface BoundPort {
  /**
   * Descriptors to append to the `stdio` of a child. All refer to the same sockets, so that a connection waiting for
   * one process can be accepted by any other, also by the successor of a process that dies.
   */
  descriptors: number[]
  /** Closes this process's own descriptors; processes that listen are not affected. */
  release(): void
}

/**
 * Binds a port for other processes to listen on.
 *
 * @param host an address, or a name, which stands for each of its addresses on this machine
 * @throws the error that prevents binding, with the system's code (`EADDRINUSE`, `EACCES`, …)
 */
export async function bindPort(host: string, port: number): Promise<BoundPort> {
  const handles: Handle[] = []
  const release = () => handles.splice(0).forEach((handle) => void handle.close())
  let failure: Error | undefined
  for (const { address, family } of await lookup(host, { all: true })) {
    const bound = bind(address, port, family)
    if (!(bound instanceof Error)) handles.push(bound)
    // A name may resolve to addresses of a family that this machine does not support, or of other machines.
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

/** A bound socket that does not listen yet: the handle that node:cluster uses internally, without a public API. */
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
  // That an address is taken becomes known only when the socket's name is read, or at listen.
  const failed = typeof made === 'number' ? made : made.getsockname({})
  if (failed === 0) return made as Handle
  if (typeof made !== 'number') made.close()
  const code = getSystemErrorName(failed)
  return Object.assign(new Error(`bind ${code} ${address}:${port}`), { code })
}

/** Explains in a sentence, for the operator, why the server cannot listen. */
export function describeListenError(error: unknown, { HOST, PORT }: { HOST: string; PORT: number }): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Port ${PORT} on ${HOST} is in use. Set PORT to another one, or stop the program that uses it.`
  return `Cannot listen on ${HOST}:${PORT}: ${message}`
}

/** The listeners of a server, on all its descriptors. */
export interface Listeners {
  /** How many connections are open. */
  countConnections(): Promise<number>
  /** Accepts no more connections; resolves when the last one has ended. */
  close(): Promise<void>
}

/**
 * Accepts connections for a server on descriptors that a supervisor has bound.
 *
 * @param descriptors numbers in this process, as inherited
 * @throws the error that prevents listening: of two processes that bind at the same moment, one may fail only here
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
    // The server itself listens first: its checks for slow requests start when it does.
    const one = servers.length === 0 ? server : extraListener(server)
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

/** Creates a further listener that hands its connections to the server, with the same options as the server's own. */
function extraListener(server: Server): net.Server {
  return net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket))
}
