import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nodeTransport } from './transport.ts'

let server: Server
let url: string
/** The socket of the next request, once the request is complete. */
let asked: Promise<Socket>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = createServer()
  asked = new Promise((resolve) =>
    server.once('connection', (socket) => socket.once('data', () => resolve(socket)).on('error', () => {})),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/ingest`
})

afterEach(() => {
  vi.useRealTimers()
  server.close()
})

const send = () => nodeTransport(url)({ url, token: 't', body: '{}', keepalive: false })

it('gives a request up after a time, however busy its socket is', async () => {
  const response = send()
  const failed = expect(response).rejects.toThrow('timeout')
  const socket = await asked
  for (const letter of 'HTTP/1.1 202 OK') {
    socket.write(letter)
    vi.advanceTimersByTime(1000)
  }
  await failed
})

it('takes the status and Retry-After of a response that is cut off', async () => {
  const response = send()
  const socket = await asked
  socket.end('HTTP/1.1 429 Slow down\r\nRetry-After: 7\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy())
  expect(await response).toEqual({ status: 429, retryAfter: '7' })
})
