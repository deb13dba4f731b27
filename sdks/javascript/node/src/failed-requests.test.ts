import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { failedRequests } from './failed-requests.ts'

let server: Server
let url: string

beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(Number(/\d{3}/.exec(request.url ?? '')?.[0]), { 'set-cookie': 'hidden' }).end('hidden')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

it('reports what a server answers with 500 or above, by fetch and node:http, without query or body', async () => {
  const test = new TestClient({}, undefined, undefined, [failedRequests()])
  await (await fetch(`${url}/503?token=hidden`, { method: 'POST', body: 'hidden' })).text()
  await (await fetch(`${url}/404`)).text()
  await new Promise<void>((resolve) => {
    get(`${url}/500?token=hidden`, (response) => response.resume().on('end', resolve))
  })
  await test.client.flush()
  expect(test.events.map(({ exception_type, message, tags }) => [exception_type, message, tags])).toEqual([
    ['FailedRequest', `POST ${url}/503 answered 503`, { status: 503 }],
    ['FailedRequest', `GET ${url}/500 answered 500`, { status: 500 }],
  ])
  expect(JSON.stringify(test.requests)).not.toContain('hidden')
  await test.client.close()
})

it('reports the chosen statuses, and never the SDK’s own requests', async () => {
  const test = new TestClient({ endpoint: `${url}/500` }, undefined, undefined, [
    failedRequests({ statuses: (status) => status >= 404 }),
  ])
  await (await fetch(`${url}/404`)).text()
  await (await fetch(`${url}/500/ingest/sessions`)).text()
  await test.client.flush()
  const messages = test.requests.map(({ body }) => JSON.parse(body as string).message)
  expect(messages).toEqual([`GET ${url}/404 answered 404`])
  await test.client.close()
})
