import { createHook } from 'node:async_hooks'
import { close, getClient } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bugleRequests } from './express.ts'
import { bugleFastify } from './fastify.ts'
import { bugleHono } from './hono.ts'
import { init } from './init.ts'
import { bugleKoa } from './koa.ts'
import { isExpectedError, requestScope } from './request.ts'

beforeEach(() => init({ token: 'x', endpoint: 'http://127.0.0.1:9', appId: 'x', storeDirectory: false }))
afterEach(() => close())

const request = { method: 'GET', url: '/orders/7', path: '/orders/7' }
const context = { ...request, req: request, res: { status: 200 }, status: 200, headerSent: false, error: undefined }
const response = { statusCode: 200, headersSent: false, sent: false }
const answered = Promise.resolve()
const next = () => answered

const fastifyApp = {
  addHook: (name: string, hook: (...given: never[]) => void) =>
    name !== 'onError' && Reflect.apply(hook, undefined, [request, response, next]),
  hasRequestDecorator: () => true,
  decorateRequest: () => undefined,
}

/** Middleware that runs before the request's own work. */
const middleware: Record<string, () => unknown> = {
  express: () => bugleRequests()(request, response, next),
  fastify: () => bugleFastify(fastifyApp, {}, next),
  koa: () => bugleKoa()(context, next),
  hono: () => bugleHono()({ ...context, finalized: false }, next),
}

// Following asynchronous work slows each promise on Node 20 and 22. Their count, unlike time, is exact on a busy
// machine.
it.each([
  ['express', 0],
  ['fastify', 0],
  ['koa', 1],
  ['hono', 1],
])('a request on %s has %d promises of ours', async (name, count) => {
  let made = 0
  const hook = createHook({
    init(_, type) {
      if (type === 'PROMISE') made += 1
    },
  })
  hook.enable()
  const end = middleware[name]!()
  hook.disable()
  await end
  expect(made).toBe(count)
})

it('inherits the outer scope, and does not change it', () => {
  const outer = getClient()!.scopes.current()
  outer.setUser({ id: 'u' })
  outer.setTag('plan', 'team')
  outer.setContext('shop', { open: true })
  outer.setExtra('cart', 1)
  outer.breadcrumbs = [{ category: 'a', message: 'b', ts: 1 }]
  Object.assign(outer, { level: 'warning', fingerprint: ['x'] })
  const before = { ...outer }
  const scope = requestScope(() => ({}), {})!
  expect({ ...scope }).toEqual({
    ...before,
    session: { status: 'exited' },
    contexts: { ...before.contexts, request: expect.any(Function), trace: expect.any(Function) },
  })
  scope.setTag('order', 7)
  scope.setUser(null)
  expect({ ...outer }).toEqual(before)
})

it.each([
  [{ status: 403 }, true],
  [{ statusCode: 404 }, true],
  [{ status: 'paid', statusCode: 402 }, true],
  [{ status: 503 }, false],
  // An outgoing request that was cut off; frameworks answer 500.
  [{ status: 0 }, false],
  [{ status: 200 }, false],
  [{ status: '404' }, false],
  ['closed', false],
  [undefined, false],
])('%j is an expected error: %s', (error, expected) => {
  expect(isExpectedError(error)).toBe(expected)
})
