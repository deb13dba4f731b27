import { close, start } from '@bugle/core'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { afterEach, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { bugleHono } from './hono.ts'

afterEach(() => close())

it.each([
  [
    'an error of somebody’s interface, whose status is not ours',
    Object.assign(new Error('no such key'), { status: 404 }),
  ],
  ['a value that is no error', 'out of paper'],
  ['a response about the server’s own failure', new HTTPException(503, { message: 'closed' })],
])('reports %s, and hands it on', async (_, thrown) => {
  const test = new TestClient()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => test.client)
  const app = ordersThat(thrown)
  const response = await Promise.resolve(app.request('/orders/7')).catch((error: unknown) => error)
  if (typeof thrown === 'string') expect(response).toBe(thrown)
  else expect((response as Response).status).toBeGreaterThanOrEqual(500)
  await test.client.flush()
  const contexts = { request: { method: 'GET', url: '/orders/7', route: '/orders/:id' } }
  const message = typeof thrown === 'string' ? thrown : thrown.message
  expect(test.events).toMatchObject([{ message, contexts, mechanism: { type: 'hono', handled: false } }])
})

it('does not report regular responses', async () => {
  const test = new TestClient()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => test.client)
  expect((await ordersThat(new HTTPException(403)).request('/orders/7')).status).toBe(403)
  await test.client.flush()
  expect(test.events).toEqual([])
})

/** Builds an app whose order route ends like this, with its own output. */
function ordersThat(thrown: unknown): Hono {
  const app = new Hono()
  app.use(bugleHono())
  app.get('/orders/:id', () => {
    throw thrown
  })
  app.onError((error, context) =>
    error instanceof HTTPException ? error.getResponse() : context.text(error.message, 500),
  )
  return app
}
