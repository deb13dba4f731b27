import { createHook } from 'node:async_hooks'
import http, { type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { close } from '@bugle/core'
import { afterEach, expect, it } from 'vitest'
import { frameworks, rows } from '../bench/servers.mjs'
import { init } from './init.ts'

afterEach(() => close())

/** `bugle` is the entry of the client for the framework, `around` another middleware. */
type Start = (
  ask: (name: 'session' | 'order') => Promise<unknown>,
  bugle?: unknown,
  around?: (next: () => unknown) => unknown,
) => Promise<Server>

const requests = 20

// What follows asynchronous work makes each promise dearer, on Node 20 and 22; how many there are, no busy machine blurs.
it.each([
  ['express', 0, () => import('./express.ts')],
  ['fastify', 0, () => import('./fastify.ts')],
  ['koa', 1, () => import('./koa.ts')],
  ['hono', 1, () => import('./hono.ts')],
])('a request on %s has %d promises more than behind a middleware that does nothing', async (name, more, entry) => {
  init({ token: 'x', endpoint: 'http://127.0.0.1:9', appId: 'x', storeDirectory: false })
  const start = (frameworks as Record<string, Start>)[name]!
  const without = await promisesOf(await start(ask, undefined, (next) => next()))
  const withUs = await promisesOf(await start(ask, await entry()))
  expect(Math.round((withUs - without) / requests)).toBe(more)
})

const ask = async (name: 'session' | 'order') => JSON.parse(rows[name])

async function promisesOf(server: Server): Promise<number> {
  const { port } = server.address() as AddressInfo
  const get = () =>
    new Promise<void>((resolve, reject) => {
      const request = http.get({ port, host: '127.0.0.1', path: '/orders/7' }, (answer) => {
        expect(answer.statusCode).toBe(200)
        answer.resume().on('end', resolve)
      })
      request.on('error', reject)
    })
  let count = 0
  const hook = createHook({
    init(_, type) {
      if (type === 'PROMISE') count += 1
    },
  })
  await get()
  hook.enable()
  for (let i = 0; i < requests; i += 1) await get()
  hook.disable()
  server.close()
  return count
}
