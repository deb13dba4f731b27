import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { respondToBrokenRequest } from './broken-request.ts'

const headersTimeout = 300
const server = createServer({ headersTimeout, connectionsCheckingInterval: 50 }, (_request, response) => {
  response.end('served')
})
server.on('clientError', respondToBrokenRequest)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.close()
})

const request = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Returns everything that the server sends until it closes the connection. */
async function responseOn(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close')
  return text
}

it('a partial request gets 408', async () => {
  const socket = await open()
  socket.write(request.slice(0, 20))
  expect(await responseOn(socket)).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
})

it('a connection that was never used is closed without a response', async () => {
  expect(await responseOn(await open())).toBe('')
})

it('a request that arrived before its connection was found overdue is served', async () => {
  const socket = await open()
  await setTimeout(headersTimeout - 100)
  // After this, timers run before anything is read: the process is busy until the connection is overdue.
  await setImmediate()
  socket.write(request)
  const until = performance.now() + 300
  while (performance.now() < until);
  expect(await responseOn(socket)).toMatch(/^HTTP\/1\.1 200 .*served$/s)
})
