import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { captureMessage, close, setTag, setUser, start } from '@bugle/core'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { bugleRequests } from './express.ts'
import { bugleFastify } from './fastify.ts'
import { bugleHono } from './hono.ts'
import { asyncScopes } from './init.ts'
import { bugleKoa } from './koa.ts'

let test: TestClient

beforeEach(() => {
  test = new TestClient({}, undefined, asyncScopes())
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => test.client)
})
afterEach(() => close())

/** A handler of orders: sets the user, works, and reports. */
async function handle({ id, user }: { id: number; user?: string }) {
  if (user !== undefined) setUser({ id: user })
  setTag('order', id)
  await setImmediate()
  captureMessage(`order ${id}`)
  return { id }
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Apps that accept an order, each reading the body in its framework's way. */
const apps: Record<string, () => Promise<http.Server> | http.Server> = {
  express: () => {
    const app = express().use(bugleRequests(), express.json())
    return http.createServer(app.post('/', async (request, response) => void response.json(await handle(request.body))))
  },
  fastify: async () => {
    const app = fastify().register(bugleFastify)
    app.post('/', (request) => handle(request.body as { id: number }))
    await app.ready()
    return app.server
  },
  koa: () => {
    const app = new Koa().use(bugleKoa()).use(async (context) => {
      context.body = await handle(JSON.parse(await textOf(context.req)))
    })
    return http.createServer(app.callback())
  },
  hono: () => {
    const app = new Hono()
      .use(bugleHono())
      .post('/', async (context) => context.json(await handle(await context.req.json())))
    return http.createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  },
}

/** Sends an order's body in two pieces, the second long after the first. */
async function send(agent: http.Agent, port: number, order: { id: number; user?: string }): Promise<void> {
  const body = JSON.stringify(order)
  await new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const request = http.request({ port, host: '127.0.0.1', method: 'POST', agent, headers }, (response) => {
      expect(response.statusCode).toBe(200)
      response.resume().on('end', resolve)
    })
    request.on('error', reject).write(body.slice(0, 3))
    setTimeout(() => request.end(body.slice(3)), 20)
  })
}

describe.each(Object.keys(apps))('what a request on %s sets', (name) => {
  it('stays with it over the reading of a body, and away from the next one of its connection', async () => {
    const server = await apps[name]!()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const agents = [1, 2].map(() => new http.Agent({ keepAlive: true, maxSockets: 1 }))
    const { port } = server.address() as AddressInfo
    await Promise.all(
      agents.map(async (agent, index) => {
        await send(agent, port, { id: index * 10 + 1, user: `u-${index}` })
        await send(agent, port, { id: index * 10 + 2 })
      }),
    )
    for (const agent of agents) agent.destroy()
    server.close()
    await test.client.flush()
    const known = test.events.map(({ message, user, tags }) => [message, tags?.order, user?.id])
    expect(known.sort()).toEqual([
      ['order 1', 1, 'u-0'],
      ['order 11', 11, 'u-1'],
      ['order 12', 12, undefined],
      ['order 2', 2, undefined],
    ])
  })
})
