// The servers that middleware-cost.mjs measures: one app in each framework, over the same small database.
import http from 'node:http'
import net from 'node:net'
// Shared by all servers of a process: the module replaces the global `Response`.
import { getRequestListener } from '@hono/node-server'

/** Data that the handlers query: a session, and an order of 40 lines. */
const rows = {
  session: JSON.stringify({ user: 'u_17', rights: ['orders', 'stock'], until: 4_102_444_800_000 }),
  order: JSON.stringify({
    lines: Array.from({ length: 40 }, (_, i) => ({
      sku: `A-${i}`,
      name: `Part number ${i}`,
      count: i % 7,
      price: 100 + i,
    })),
  }),
}

const listening = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))

/** A database on a socket that responds at once: each line of a request names a row. */
export const startDatabase = () =>
  listening(
    net.createServer((socket) =>
      onLines(socket, (names) => socket.write(names.map((name) => `${rows[name]}\n`).join(''))),
    ),
  )

function onLines(socket, take) {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop()
    take(lines)
  })
}

/** The database's client: responses arrive in the order of requests. */
function connectTo(port) {
  const waiting = []
  const socket = net.connect(port, '127.0.0.1')
  onLines(socket, (lines) => {
    for (const line of lines) waiting.shift()(JSON.parse(line))
  })
  return (name) =>
    new Promise((resolve) => {
      waiting.push(resolve)
      socket.write(`${name}\n`)
    })
}

/** Loads the caller's session, as a server does before its handlers. */
async function sessionOf(ask) {
  const session = await ask('session')
  if (!session.rights.includes('orders') || session.until < Date.now()) throw new Error('not allowed')
  return session
}

/** A small handler: one query, some arithmetic, three kilobytes of response. */
async function orderOf(ask, { user }, id) {
  const order = await ask('order')
  const lines = order.lines.map((line) => ({ ...line, sum: line.count * line.price }))
  return { id, customer: user, lines, total: lines.reduce((total, { sum }) => total + sum, 0) }
}

/** Builds an app per framework. `bugle` is the SDK's entry for it, `around` wraps each request. */
const frameworks = {
  async express(load, ask, { bugle, around }) {
    const express = load('express')
    const app = express()
    if (bugle) app.use(bugle.bugleRequests())
    if (around) app.use((_request, _response, next) => around(next))
    app.use(async (_request, response, next) => {
      response.locals.session = await sessionOf(ask)
      next()
    })
    app.get('/orders/:id', async (request, response) =>
      response.json(await orderOf(ask, response.locals.session, request.params.id)),
    )
    if (bugle) app.use(bugle.bugleErrors())
    return listening(http.createServer(app))
  },
  async fastify(load, ask, { bugle, around }) {
    const app = load('fastify')()
    if (bugle) app.register(bugle.bugleFastify)
    if (around) app.addHook('onRequest', (_request, _reply, next) => around(next))
    app.decorateRequest('session', null)
    app.addHook('preHandler', async (request) => {
      request.session = await sessionOf(ask)
    })
    app.get('/orders/:id', (request) => orderOf(ask, request.session, request.params.id))
    await app.listen({ host: '127.0.0.1', port: 0 })
    return app.server
  },
  async koa(load, ask, { bugle, around }) {
    const Koa = load('koa')
    const { Router } = load('@koa/router')
    const app = new Koa()
    if (bugle) app.use(bugle.bugleKoa())
    if (around) app.use((_context, next) => around(next))
    app.use(async (context, next) => {
      context.state.session = await sessionOf(ask)
      await next()
    })
    const router = new Router()
    router.get('/orders/:id', async (context) => {
      context.body = await orderOf(ask, context.state.session, context.params.id)
    })
    app.use(router.routes())
    return listening(http.createServer(app.callback()))
  },
  async hono(load, ask, { bugle, around }) {
    const { Hono } = load('hono')
    const app = new Hono()
    if (bugle) app.use(bugle.bugleHono())
    if (around) app.use((_context, next) => around(next))
    app.use(async (context, next) => {
      context.set('session', await sessionOf(ask))
      await next()
    })
    app.get('/orders/:id', async (context) =>
      context.json(await orderOf(ask, context.get('session'), context.req.param('id'))),
    )
    return listening(http.createServer(getRequestListener(app.fetch)))
  },
}

export const frameworkNames = Object.keys(frameworks)

/** Starts a server and resolves with its port. `load` imports a framework by name. */
export async function startServer(framework, load, databasePort, additions) {
  const server = await frameworks[framework](load, connectTo(databasePort), additions)
  return server.address().port
}
