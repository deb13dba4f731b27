import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that Linux gives to outgoing connections, and to servers that ask for any. */
const [first, end] = [20_000, 32_000]

/**
 * Chooses a port on 127.0.0.1 for a program that listens later, or again after it was killed. One that the system chooses could go to
 * another program in between; this one goes to nobody that asks for any, nor to another call before this process ends.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(first, end)
    const reservation = await listen({ path: `\0bugle-test-port-${port}` })
    if (reservation === undefined) continue
    const server = await listen({ port, host: '127.0.0.1' })
    if (server === undefined) {
      reservation.close()
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

/**
 * Listens, unless somebody does already. A name that begins with a zero is an abstract socket: no file, and gone with its process.
 * @param {import('node:net').ListenOptions} options
 */
async function listen(options) {
  // Elsewhere, another call may choose the same port, once in thousands of times.
  if (options.path !== undefined && process.platform !== 'linux') return createServer()
  const server = createServer().listen(options)
  try {
    await once(server, 'listening')
    return server.unref()
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE') return undefined
    throw error
  }
}
