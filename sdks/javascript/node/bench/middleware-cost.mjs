// Usage: node sdks/javascript/node/bench/middleware-cost.mjs [express] [fastify] [koa]
// What a request without an error costs with Bugle's middleware against without: CPU time of the serving process, by
// alternating rounds over keep-alive connections, the median of their ratios. Needs `node scripts/build-sdks.mjs`.
import { fork } from 'node:child_process'
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const rounds = 25
const requests = 4000
const connections = 8
const dist = new URL('../dist/esm/', import.meta.url)

/** An answer as services give it: looked up, put together, a few kilobytes. */
async function answerOf(id) {
  await new Promise((resolve) => setImmediate(resolve))
  const lines = Array.from({ length: 40 }, (_, line) => ({
    line,
    sku: `A-${id}-${line}`,
    count: line % 7,
    price: line,
  }))
  return { id, lines, total: lines.reduce((sum, { count, price }) => sum + count * price, 0) }
}

const frameworks = {
  async express(isOn) {
    const { default: express } = await import('express')
    const app = express()
    const { bugleErrors, bugleRequests } = await import(new URL('express.js', dist))
    if (isOn) app.use(bugleRequests())
    app.get('/orders/:id', async (request, response) => response.json(await answerOf(request.params.id)))
    if (isOn) app.use(bugleErrors())
    return new Promise((resolve) => {
      const server = app.listen(0, '127.0.0.1', () => resolve(server.address().port))
    })
  },
  async fastify(isOn) {
    const { default: fastify } = await import('fastify')
    const app = fastify()
    if (isOn) app.register((await import(new URL('fastify.js', dist))).bugleFastify)
    app.get('/orders/:id', (request) => answerOf(request.params.id))
    await app.listen({ host: '127.0.0.1', port: 0 })
    return app.server.address().port
  },
  async koa(isOn) {
    const { default: Koa } = await import('koa')
    const app = new Koa()
    if (isOn) app.use((await import(new URL('koa.js', dist))).bugleKoa())
    app.use(async (context) => {
      context.body = await answerOf(context.path)
    })
    return new Promise((resolve) => {
      const server = app.listen(0, '127.0.0.1', () => resolve(server.address().port))
    })
  },
}

async function serve(framework, isOn) {
  if (isOn) {
    const { init } = await import(new URL('index.js', dist))
    init({ token: 'bgl_live_x', endpoint: 'http://127.0.0.1:9', appId: 'com.example.bench', storeDirectory: false })
  }
  const port = await frameworks[framework](isOn)
  process.on('message', () => process.send(process.cpuUsage()))
  process.send({ port })
}

/** A process that serves; `round` tells the microseconds of CPU that a request took. */
async function start(framework, isOn) {
  const child = fork(fileURLToPath(import.meta.url), ['serve', framework, isOn ? 'on' : 'off'])
  const next = () => new Promise((resolve) => child.once('message', resolve))
  const { port } = await next()
  const cpu = () => {
    child.send('cpu')
    return next()
  }
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const get = () =>
    new Promise((resolve, reject) => {
      http
        .get({ port, host: '127.0.0.1', path: '/orders/7', agent }, (answer) => answer.resume().on('end', resolve))
        .on('error', reject)
    })
  const load = async (count) => {
    let left = count
    const one = async () => {
      while (left-- > 0) await get()
    }
    await Promise.all(Array.from({ length: connections }, one))
  }
  return {
    load,
    async round() {
      const before = await cpu()
      await load(requests)
      const after = await cpu()
      return (after.user + after.system - before.user - before.system) / requests
    },
    stop: () => child.kill(),
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

async function measure(framework) {
  const off = await start(framework, false)
  const on = await start(framework, true)
  await Promise.all([off.load(8000), on.load(8000)])
  await pause(500)
  const pairs = []
  for (let round = 0; round < rounds; round += 1) {
    // Whoever is first in a round may have it easier.
    const order = round % 2 === 0 ? [off, on] : [on, off]
    const first = await order[0].round()
    const second = await order[1].round()
    pairs.push(round % 2 === 0 ? [first, second] : [second, first])
  }
  off.stop()
  on.stop()
  const ratios = pairs.map(([without, withUs]) => (withUs / without - 1) * 100)
  const spread = ratios.toSorted((a, b) => a - b)
  const [low, high] = [spread[rounds >> 2], spread[rounds - 1 - (rounds >> 2)]]
  console.log(
    `${framework}: ${median(pairs.map(([one]) => one)).toFixed(1)} µs without, ` +
      `${median(pairs.map(([, one]) => one)).toFixed(1)} with, ${median(ratios).toFixed(1)} % more ` +
      `(half of ${rounds} rounds between ${low.toFixed(1)} and ${high.toFixed(1)})`,
  )
}

const [, , first, ...others] = process.argv
if (first === 'serve') await serve(others[0], others[1] === 'on')
else
  for (const framework of first === undefined ? Object.keys(frameworks) : [first, ...others]) await measure(framework)
