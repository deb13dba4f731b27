// Usage: npm run bench -- --middleware [--node VERSION or PATH] [--flag=FLAG …] [--sets N] [express] [fastify] [koa] [hono]
// What a request without an error costs a server with Bugle's middleware on: CPU time of the serving process, against the
// same server without, and against one that has an AsyncLocalStorage around each request and nothing of ours: what Node itself
// takes for following asynchronous work.
//
// Two processes of the same program differ by more than what is to be measured: by when V8 compiles what, and where it lies in
// memory. So the three serve in one process, in rounds of some milliseconds, in another order each time; of a process it is the
// median of the differences within a round that counts. What of it is that process's luck, others do not have: a row has the
// median of some processes, and between what that lies with 95 % for all processes that there could be. Where a storage that is
// used once makes every promise of its process dearer (Node 20 and 22; measured first), the server without has a process
// of its own, and in it a twin that does as much: with one server alone a process comes out other than with two.
//
// `--node` is what runs the servers, and `--flag` what it is started with; who asks them is always the Node of this script.
import { fork } from 'node:child_process'
import http from 'node:http'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { intervalOfMedian, median, sorted } from './interval.mjs'
import { names, startDatabase } from './servers.mjs'

const rounds = 120
const requests = 50
const warmUp = 2500
const connections = 8
/** What Bugle may cost, as a share of the same server without it. */
const limit = 0.03
/** How much dearer an await may have become where kinds share a process. */
const sameAwait = 1.8

const { values, positionals } = parseArgs({
  options: {
    sets: { type: 'string', default: '12' },
    node: { type: 'string', default: process.execPath },
    flag: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const sets = Number(values.sets)

function forked(...args) {
  const child = fork(fileURLToPath(new URL('server-process.mjs', import.meta.url)), args.map(String), {
    execPath: values.node,
    execArgv: [...values.flag, '--expose-gc'],
  })
  // One that is stopped ends by a signal, and has no code.
  child.on('exit', (code) => {
    if (code) throw new Error(`${args.join(' ')} ended with ${code}`)
  })
  return {
    next: () => new Promise((resolve) => child.once('message', resolve)),
    send: (message) => child.send(message),
    stop: () => child.kill(),
  }
}

/** A process with servers of some kinds; a `round` tells the microseconds of CPU that a request took. */
async function start(framework, databasePort, kinds) {
  const child = forked('serve', framework, databasePort, ...kinds)
  const ports = await child.next()
  const cpu = (isEnd) => {
    child.send(isEnd)
    return child.next()
  }
  const servers = kinds.map((kind) => {
    const { load, end } = visitors(ports[kind])
    const round = async () => {
      const before = await cpu(false)
      await load(requests)
      return ((await cpu(true)) - before) / requests
    }
    return { kind, load, round, end }
  })
  return { servers, stop: child.stop }
}

function visitors(port) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const get = () =>
    new Promise((resolve, reject) => {
      http
        .get({ port, host: '127.0.0.1', path: '/orders/7', agent }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`))
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
  return { load, end: () => agent.destroy() }
}

const shuffled = (list) =>
  list
    .map((one) => [Math.random(), one])
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)

/** Microseconds of each kind in each round. */
async function measureSet(framework, databasePort, processes) {
  const started = []
  for (const kinds of shuffled(processes)) started.push(await start(framework, databasePort, shuffled(kinds)))
  const servers = started.flatMap((one) => one.servers)
  for (const { load } of servers) await load(warmUp)
  const measured = []
  for (let i = 0; i < rounds; i += 1) {
    const costs = {}
    for (const { kind, round } of shuffled(servers)) costs[kind] = await round()
    measured.push(costs)
  }
  for (const { end } of servers) end()
  for (const { stop } of started) stop()
  return measured
}

/** What a kind costs more than another, as a share of it: one figure for each set. */
const sharesOf = (all, kind, base) =>
  all.map((set) => median(set.map((costs) => costs[kind] - costs[base])) / median(set.map((costs) => costs[base])))

const percent = (share) => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(2)} %`

function wordsOf(shares) {
  const [low, high] = intervalOfMedian(shares)
  const ends = sorted(shares)
  return `${percent(median(shares))} (${percent(low)} … ${percent(high)}; all ${percent(ends[0])} … ${percent(ends.at(-1))})`
}

async function measure(framework, databasePort, processes) {
  const began = performance.now()
  const all = []
  for (let set = 0; set < sets; set += 1) all.push(await measureSet(framework, databasePort, processes))
  const bugle = sharesOf(all, 'with', 'without')
  const cost = median(all.flat().map(({ without }) => without))
  console.log(
    `${framework}: ${cost.toFixed(1)} µs without; with Bugle ${wordsOf(bugle)}, ` +
      `${intervalOfMedian(bugle)[1] < limit ? 'under 3 %' : 'not shown to be under 3 %'}; ` +
      `a storage alone ${wordsOf(sharesOf(all, 'storage', 'without'))}; ` +
      `Bugle beside a storage ${wordsOf(sharesOf(all, 'with', 'storage'))}; ` +
      `load average ${os.loadavg()[0].toFixed(1)}, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
}

const probe = forked('await')
const { version, never, inside, after } = await probe.next()
const isFree = Math.max(inside, after) < never * sameAwait
const processes = isFree
  ? [['without', 'storage', 'with']]
  : [
      ['without', 'twin'],
      ['storage', 'with'],
    ]
console.log(
  `Node ${[version, ...values.flag].join(' ')}: an await takes ${never.toFixed(3)} µs where no scope was ever entered, ` +
    `${inside.toFixed(3)} inside of one, ${after.toFixed(3)} outside afterwards: ` +
    `${isFree ? 'all kinds in one process' : 'the server without in a process of its own'}`,
)
console.log(`${sets} sets of ${rounds} rounds of ${requests} requests; in brackets what holds the median with 95 %`)
const database = await startDatabase()
for (const framework of positionals.length > 0 ? positionals : names)
  await measure(framework, database.address().port, processes)
database.close()
