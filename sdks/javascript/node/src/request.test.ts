import { createHook } from 'node:async_hooks'
import { close } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bugleRequests } from './express.ts'
import { bugleFastify } from './fastify.ts'
import { bugleHono } from './hono.ts'
import { init } from './init.ts'
import { bugleKoa } from './koa.ts'

beforeEach(() => init({ token: 'x', endpoint: 'http://127.0.0.1:9', appId: 'x', storeDirectory: false }))
afterEach(() => close())

const request = { method: 'GET', url: '/orders/7', path: '/orders/7' }
const context = { ...request, req: request, res: { status: 200 }, status: 200, headerSent: false, error: undefined }
const response = { statusCode: 200, headersSent: false, sent: false }
const answered = Promise.resolve()
const next = () => answered

/** What comes in front of a request's own work. */
const middleware: Record<string, () => unknown> = {
  express: () => bugleRequests()(request, response, next),
  fastify: () =>
    bugleFastify({ addHook: (name, hook) => name !== 'onError' && hook(request, response, next) }, {}, next),
  koa: () => bugleKoa()(context, next),
  hono: () => bugleHono()({ ...context, finalized: false }, next),
}

// Following asynchronous work makes each promise dearer, on Node 20 and 22; how many there are, no busy machine blurs.
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
