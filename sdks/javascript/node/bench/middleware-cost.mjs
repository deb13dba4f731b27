// Usage: npm run bench -- --middleware [--node VERSION or PATH] [--sets N] [express] [fastify] [koa] [hono]
// What a request without an error costs a server with Bugle's middleware on: CPU time of the serving process, against the
// same server without, and against one that has an AsyncLocalStorage around each request and nothing of ours: what Node itself
// takes for following asynchronous work. Rounds are short and alternate between the kinds, so that whatever else the machine
// does falls on all of them: a ratio is taken within a round, and of a set of processes it is the median over its rounds.
// Processes differ by themselves, so there are several sets: a row quotes the median of their ratios, the lowest and the highest,
// how many are under 3 %, and the ratio of what each kind costs in the calmest tenth of its rounds. All of nine by chance, when
// the truth is 3 %, is one case in five hundred. `--node` is what runs the servers; who asks them is always the Node of this
// script.
import { fork } from 'node:child_process'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { frameworks, rows } from './servers.mjs'

const rounds = 60
const requests = 100
const warmUp = 3000
/** What Bugle may cost, as a ratio to the same server without it. */
const limit = 1.03
const connections = 8
const kinds = ['without', 'storage', 'with']
const dist = new URL('../dist/esm/', import.meta.url)

/** A database that has the answer at once, on a socket: each line names a row. */
function startDatabase() {
  const server = net.createServer((socket) => onLines(socket, (names) => socket.write(names.map(rowOf).join(''))))
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const rowOf = (name) => `${rows[name]}\n`

function onLines(socket, take) {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop()
    take(lines)
  })
}

/** Its client: answers come in the order of the questions. */
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

async function serve(framework, kind, databasePort) {
  const ask = connectTo(Number(databasePort))
  let bugle
  let around
  if (kind === 'with') {
    const { init } = await import(new URL('index.js', dist))
    init({ token: 'bgl_live_x', endpoint: 'http://127.0.0.1:9', appId: 'com.example.bench', storeDirectory: false })
    bugle = await import(new URL(`${framework}.js`, dist))
  }
  if (kind === 'storage') {
    const { AsyncLocalStorage } = await import('node:async_hooks')
    const storage = new AsyncLocalStorage()
    around = (next) => storage.run({}, next)
  }
  const server = await frameworks[framework](ask, bugle, around)
  process.on('message', () => process.send(process.cpuUsage()))
  process.send({ port: server.address().port, version: process.version })
}

/** A process that serves; `round` tells the microseconds of CPU that a request took. */
async function start(framework, kind, databasePort) {
  const child = fork(fileURLToPath(import.meta.url), ['serve', framework, kind, String(databasePort)], {
    execPath: node,
  })
  const next = () => new Promise((resolve) => child.once('message', resolve))
  const { port, version } = await next()
  const cpu = () => {
    child.send('cpu')
    return next()
  }
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const get = () =>
    new Promise((resolve, reject) => {
      http
        .get({ port, host: '127.0.0.1', path: '/orders/7', agent }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`${framework} ${kind} answered ${answer.statusCode}`))
          answer.resume().on('end', resolve)
        })
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
    version,
    load,
    async round() {
      const before = await cpu()
      await load(requests)
      const after = await cpu()
      return (after.user + after.system - before.user - before.system) / requests
    },
    stop() {
      agent.destroy()
      child.kill()
    },
  }
}

/** Microseconds for each kind in each round, and the Node that took them. */
async function measureSet(framework, databasePort) {
  const servers = []
  for (const kind of kinds) servers.push(await start(framework, kind, databasePort))
  for (const server of servers) await server.load(warmUp)
  const measured = []
  for (let round = 0; round < rounds; round += 1) {
    const costs = []
    // Whoever is first in a round may have it easier.
    for (let i = 0; i < kinds.length; i += 1) {
      const at = (i + round) % kinds.length
      costs[at] = await servers[at].round()
    }
    measured.push(costs)
  }
  for (const server of servers) server.stop()
  return { version: servers[0].version, measured }
}

const sorted = (values) => values.toSorted((a, b) => a - b)
const quantile = (values, share) => sorted(values)[Math.round((values.length - 1) * share)]
const median = (values) => quantile(values, 0.5)
const span = (values, low, high) => `${quantile(values, low).toFixed(3)} … ${quantile(values, high).toFixed(3)}`

/** What a request costs in the calmest tenth of a set's rounds: other work on the machine makes it dearer, never cheaper. */
const calmest = (set, at) =>
  quantile(
    set.map((costs) => costs[at]),
    0.1,
  )

/** What a kind costs against another: a ratio for each set, and how far its rounds lie apart. */
function ratiosOf(all, kind, base = 'without') {
  const [at, against] = [kinds.indexOf(kind), kinds.indexOf(base)]
  const rounds = all.map((set) => set.map((costs) => costs[at] / costs[against]))
  const sets = rounds.map(median)
  const calm = all.map((set) => calmest(set, at) / calmest(set, against))
  const spread = `${span(sets, 0, 1)}; half of the rounds ${span(rounds.flat(), 0.25, 0.75)}`
  return { sets, text: `${median(sets).toFixed(3)} (${spread}; by the calmest tenth ${median(calm).toFixed(3)})` }
}

async function measure(framework, databasePort) {
  const all = []
  let ran
  for (let set = 0; set < sets; set += 1) {
    const { version, measured } = await measureSet(framework, databasePort)
    ran = version
    all.push(measured)
  }
  const cost = kinds.map((_, at) => `${median(all.flat().map((costs) => costs[at])).toFixed(1)} µs`)
  const bugle = ratiosOf(all, 'with')
  console.log(
    `Node ${ran}, ${framework}: ${cost[0]} without, ${cost[1]} with a storage alone, ${cost[2]} with Bugle; ` +
      `on/off ${bugle.text}, ${bugle.sets.filter((ratio) => ratio < limit).length} of ${sets} sets under 3 %; ` +
      `a storage alone ${ratiosOf(all, 'storage').text}; Bugle against that ${ratiosOf(all, 'with', 'storage').text}; ` +
      `load average ${os.loadavg()[0].toFixed(1)}`,
  )
}

const { values, positionals } = parseArgs({
  options: { sets: { type: 'string', default: '9' }, node: { type: 'string', default: process.execPath } },
  allowPositionals: true,
})
const { node } = values
const sets = Number(values.sets)
const [first, ...others] = positionals
if (first === 'serve') await serve(...others)
else {
  console.log(`CPU of a request, median of ${sets} sets (lowest … highest) of ${rounds} rounds of ${requests}`)
  const database = await startDatabase()
  for (const framework of first === undefined ? Object.keys(frameworks) : [first, ...others])
    await measure(framework, database.address().port)
  database.close()
}
