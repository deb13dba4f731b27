import http from 'node:http'

/** What the handlers ask: somebody's session, and an order of 40 lines. */
export const rows = {
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

/** What a small handler does: asks who it is and what it is about, reckons, and answers with three kilobytes. */
async function answerOf(ask, id) {
  const session = await ask('session')
  if (!session.rights.includes('orders') || session.until < Date.now()) throw new Error('not allowed')
  const order = await ask('order')
  const lines = order.lines.map((line) => ({ ...line, sum: line.count * line.price }))
  return { id, customer: session.user, lines, total: lines.reduce((total, { sum }) => total + sum, 0) }
}

const listening = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))

/**
 * Each starts a server, and resolves with it. `ask` resolves with a row by its name; `bugle` is the entry of the client for
 * this framework, `around` what else is to be done around each request.
 */
export const frameworks = {
  async express(ask, bugle, around) {
    const { default: express } = await import('express')
    const app = express()
    if (bugle) app.use(bugle.bugleRequests())
    if (around) app.use((_request, _response, next) => around(next))
    app.get('/orders/:id', async (request, response) => response.json(await answerOf(ask, request.params.id)))
    if (bugle) app.use(bugle.bugleErrors())
    return listening(http.createServer(app))
  },
  async fastify(ask, bugle, around) {
    const { default: fastify } = await import('fastify')
    const app = fastify()
    if (bugle) app.register(bugle.bugleFastify)
    if (around) app.addHook('onRequest', (_request, _reply, next) => around(next))
    app.get('/orders/:id', (request) => answerOf(ask, request.params.id))
    await app.listen({ host: '127.0.0.1', port: 0 })
    return app.server
  },
  async koa(ask, bugle, around) {
    const { default: Koa } = await import('koa')
    const app = new Koa()
    if (bugle) app.use(bugle.bugleKoa())
    if (around) app.use((_context, next) => around(next))
    app.use(async (context) => {
      context.body = await answerOf(ask, context.path)
    })
    return listening(http.createServer(app.callback()))
  },
  async hono(ask, bugle, around) {
    const { Hono } = await import('hono')
    const app = new Hono()
    if (bugle) app.use(bugle.bugleHono())
    if (around) app.use((_context, next) => around(next))
    app.get('/orders/:id', async (context) => context.json(await answerOf(ask, context.req.param('id'))))
    const server = http.createServer(async (request, response) => {
      const answer = await app.fetch(new Request(`http://127.0.0.1${request.url}`))
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
    return listening(server)
  },
}
