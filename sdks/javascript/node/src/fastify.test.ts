import { addBreadcrumb, close, setTag, start } from '@bugle/core'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { bugleFastify } from './fastify.ts'
import { asyncScopes } from './init.ts'

let test: TestClient

beforeEach(() => {
  // Fastify itself keeps the context while it reads a body.
  test = new TestClient({}, undefined, asyncScopes())
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => test.client)
})
afterEach(() => close())

it('reports once, also where it is registered twice, and Fastify starts all the same', async () => {
  const app = fastify()
  app.register(bugleFastify)
  app.register(async (api) => {
    api.register(bugleFastify)
    api.post('/orders/:id', (request) => {
      setTag('order', (request.params as { id: string }).id)
      addBreadcrumb({ category: 'order', message: 'posted' })
      throw new Error('stuck')
    })
  })
  const responses = await Promise.all(
    ['7', '8'].map((id) => app.inject({ method: 'POST', url: `/orders/${id}?key=hidden`, payload: { sku: 'A-17' } })),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([500, 500])
  await test.client.flush()
  expect(test.events.sort((a, b) => Number(a.tags!.order) - Number(b.tags!.order))).toMatchObject(
    ['7', '8'].map((id) => ({
      tags: { order: id },
      breadcrumbs: [{ message: 'posted' }],
      contexts: { request: { method: 'POST', url: `/orders/${id}`, route: '/orders/:id' } },
      mechanism: { type: 'fastify', handled: false },
    })),
  )
  await app.close()
})

it.each([
  ['an error with a status below 500', 200, Object.assign(new Error('closed'), { statusCode: 403 }), 403],
  ['an error with a response status below 500', 404, new Error('no such order'), 404],
  ['an error above 500 with a response below', 404, Object.assign(new Error('away'), { statusCode: 503 }), 503],
  ['an error with an invalid status', 200, Object.assign(new Error('cut off'), { status: 0 }), 500],
  ['an error', 200, new Error('stuck'), 500],
  ['a text', 200, 'out of paper', 500],
])('reports %s as Fastify responses it', async (_, code, thrown, status) => {
  const app = fastify()
  app.register(bugleFastify)
  app.get('/', async (_request, reply) => {
    reply.code(code)
    throw thrown
  })
  expect((await app.inject('/')).statusCode).toBe(status)
  await test.client.flush()
  expect(test.events).toHaveLength(status < 500 ? 0 : 1)
  await app.close()
})
