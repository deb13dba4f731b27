import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { close, setTag, start } from '@bugle/core'
import express from 'express'
import { afterEach, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { bugleErrors, bugleRequests } from './express.ts'

afterEach(() => close())

it('reports an error with the scope of its request, also by a callback that comes without it', async () => {
  const test = new TestClient()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => test.client)
  const [one, other] = ['/orders/7?a=hidden', '/orders/8'].map((url) => ({ method: 'GET', url }))
  const response = { statusCode: 200, headersSent: false }
  const passedOn: unknown[] = []
  bugleRequests()(one!, response, () => setTag('order', 7))
  bugleRequests()(other!, response, () => {
    setTag('order', 8)
    // A connection opened by this request delivers the other one's response.
    bugleErrors()(new Error('no such order'), one!, response, (error) => passedOn.push(error))
  })
  await test.client.flush()
  expect(test.events).toMatchObject([
    { tags: { order: 7 }, contexts: { request: { method: 'GET', url: '/orders/7' } }, mechanism: { type: 'express' } },
  ])
  expect(passedOn).toMatchObject([{ message: 'no such order' }])
})

it.each([
  ['an error with a status below 500', 200, Object.assign(new Error('closed'), { status: 403 }), 403],
  ['an error with a response status below 500', 404, new Error('no such order'), 404],
  ['an error above 500 with a response below', 404, Object.assign(new Error('away'), { status: 503 }), 503],
  ['an error with an invalid status', 200, Object.assign(new Error('cut off'), { status: 0 }), 500],
  ['an error', 200, new Error('stuck'), 500],
])('reports %s as Express answers it', async (_, code, thrown, status) => {
  const test = new TestClient()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => test.client)
  const app = express()
  // Keeps Express from printing the error.
  app.set('env', 'test')
  app.use(bugleRequests())
  app.get('/', (_request: unknown, response: { status(code: number): void }) => {
    response.status(code)
    throw thrown
  })
  app.use(bugleErrors())
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  server.close()
  expect(response.status).toBe(status)
  await test.client.flush()
  expect(test.events).toHaveLength(status < 500 ? 0 : 1)
})
