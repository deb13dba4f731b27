import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const app = await newReporter(server)
const port = Number(new URL(server.url).port)
const open = async (): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  return socket
}

it('disconnects refused clients that do not close', async () => {
  const before = await server.connections()
  const sockets = await Promise.all(Array.from({ length: 20 }, open))
  for (const socket of sockets) {
    socket.on('error', () => {})
    socket.resume()
    socket.write('NOT HTTP\r\n\r\n')
  }
  await Promise.all(sockets.map((socket) => once(socket, 'end')))
  await until(server.connections, (count) => count <= before)
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([])
  for (const socket of sockets) socket.destroy()
})

it.each([
  ['plain', '', '{"exception_type":"A","mess'],
  ['compressed', 'content-encoding: gzip\r\n', gzipSync('{"exception_type":"A"}').subarray(0, 12)],
])('a truncated body is not logged as a bug: %s', async (_name, header, body) => {
  const answered: number[] = []
  server.log.length = 0
  for (const end of ['end', 'destroy', 'resetAndDestroy'] as const) {
    const socket = await open()
    socket.on('error', () => {})
    socket.write(
      `POST /ingest HTTP/1.1\r\nhost: x\r\nx-service-token: ${app.token}\r\n${header}content-length: 5000\r\n\r\n`,
    )
    socket.write(body)
    await new Promise((resolve) => setImmediate(resolve))
    socket[end]()
    socket.destroySoon()
  }
  // Whatever happened to them has been logged by the time that the next event is acknowledged.
  await app.report()
  await until(
    async () => (await fetch(`${server.url}/metrics`)).text(),
    (text) => text.includes('status="202"'),
  )
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  for (const [, count] of metrics.matchAll(/responses_total\{[^}]*status="500"[^}]*\} (\d+)/g))
    answered.push(Number(count))
  expect(answered).toEqual([])
  expect(server.log.filter((line) => line.includes('"msg":"bug"'))).toEqual([])
})

it.each([
  '/api/docs/static/../../../etc/passwd',
  '/api/docs/static/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
])('a path that leads out of its folder is not found: %s', async (path) => {
  const socket = await open()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  expect(text).toMatch(/^HTTP\/1\.1 404 /)
})
