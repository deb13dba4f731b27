import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { fetchTransport } from './transport.ts'

let answer: [status: number, body: string] = [202, '']
const server = createServer((_, response) => response.writeHead(answer[0]).end(answer[1]))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ingest`
const send = fetchTransport(fetch)

it.each<[status: number, body: string, message: unknown]>([
  [401, '{"message":"The ingest token is invalid."}', 'The ingest token is invalid.'],
  [413, '<html>Too large</html>', undefined],
  [400, 'null', undefined],
  [502, '', undefined],
  [403, '"no"', undefined],
])('a response of %d with the body %s is one', async (status, body, message) => {
  answer = [status, body]
  const response = await send({ url, token: 'bgl_live_x', body: '{}', keepalive: false })
  expect({ status: response.status, message: response.message }).toEqual({ status, message })
})

it('a stand-in for fetch that returns a status alone is believed', async () => {
  const standIn = fetchTransport((async () => ({ status: 202, headers: new Headers() })) as unknown as typeof fetch)
  const response = await standIn({ url, token: 'bgl_live_x', body: '{}', keepalive: false })
  expect(response.status).toBe(202)
})
