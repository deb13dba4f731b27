// Usage: npm run bench -- --middleware [--node VERSION or PATH] [--flag=FLAG …] [--sets N] [express] [fastify] [koa]
// [hono]
//
// Measures the CPU time that Bugle's middleware adds to a request without an error. Compares the serving process with
// the same server without Bugle, and with one that only runs each request in an AsyncLocalStorage, which is Node's own
// price for following asynchronous work.
//
// Two processes of the same program differ by more than this effect, depending on when V8 compiles what and where it
// lies in memory. Hence the three servers share a process and take turns in rounds of some milliseconds, in random
// order; a process counts with the median difference within a round. The remaining bias of a process does not repeat in
// others: a row is the median of several processes, with its 95 % interval. On Node 20 and 22 (measured first), a
// storage used once makes every promise of its process more expensive. There the server without Bugle gets a process of
// its own, together with an idle duplicate, because a process with one server behaves differently from one with two.
//
// `--node` selects the Node that runs the servers, and `--flag` its flags; the load always comes from the Node of this
// script.
import { fork } from 'node:child_process'
import http from 'node:http'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { intervalOfMedian, median, sorted } from './interval.mjs'
import { frameworkNames, startDatabase } from './servers.mjs'

const rounds = 120
const requests = 50
const warmUp = 2500
const connections = 8
/** The share of CPU time that Bugle may add. */
const limit = 0.03
/** Limit on how much slower an await may have become where servers share a process. */
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
  // Stopped by a signal, a child has no exit code.
  child.on('exit', (code) => {
    if (code) throw new Error(`${args.join(' ')} ended with ${code}`)
  })
  return {
    next: () => new Promise((resolve) => child.once('message', resolve)),
    send: (message) => child.send(message),
    stop: () => child.kill(),
  }
}

/** Starts a process with servers of the given kinds; `round` returns the microseconds of CPU per request. */
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
        .get({ port, host: '127.0.0.1', path: '/orders/7', agent }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`))
          response.resume().on('end', resolve)
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

/** Returns the microseconds per request of each kind and round. */
async function measureSet(framework, databasePort, processes) {
  const started = []
  for (const kinds of shuffled(processes)) started.push(await start(framework, databasePort, shuffled(kinds)))
  const servers = started.flatMap((one) => one.servers)
  for (const { load } of servers) await load(warmUp)
  const measured = []
  for (let i = 0; i < rounds; i += 1) {
    const times = {}
    for (const { kind, round } of shuffled(servers)) times[kind] = await round()
    measured.push(times)
  }
  for (const { end } of servers) end()
  for (const { stop } of started) stop()
  return measured
}

/** Returns, for each set, how much more one kind takes than another, as a share. */
const sharesOf = (all, kind, base) =>
  all.map((set) => median(set.map((times) => times[kind] - times[base])) / median(set.map((times) => times[base])))

const percent = (share) => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(2)} %`

function describe(shares) {
  const [low, high] = intervalOfMedian(shares)
  const ends = sorted(shares)
  return `${percent(median(shares))} (${percent(low)} … ${percent(high)}; all ${percent(ends[0])} … ${percent(ends.at(-1))})`
}

async function measure(framework, databasePort, processes) {
  const began = performance.now()
  const all = []
  for (let set = 0; set < sets; set += 1) all.push(await measureSet(framework, databasePort, processes))
  const bugle = sharesOf(all, 'with', 'without')
  const time = median(all.flat().map(({ without }) => without))
  console.log(
    `${framework}: ${time.toFixed(1)} µs without; with Bugle ${describe(bugle)}, ` +
      `${intervalOfMedian(bugle)[1] < limit ? 'under 3 %' : 'not shown to be under 3 %'}; ` +
      `a storage alone ${describe(sharesOf(all, 'storage', 'without'))}; ` +
      `Bugle beside a storage ${describe(sharesOf(all, 'with', 'storage'))}; ` +
      `load average ${os.loadavg()[0].toFixed(1)}, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
}

const probe = forked('await')
const { version, never, inside, after } = await probe.next()
const isFree = Math.max(inside, after) < never * sameAwait
const processes = isFree
  ? [['without', 'storage', 'with']]
  : [
      ['without', 'duplicate'],
      ['storage', 'with'],
    ]
console.log(
  `Node ${[version, ...values.flag].join(' ')}: an await takes ${never.toFixed(3)} µs where no scope was ever entered, ` +
    `${inside.toFixed(3)} inside of one, ${after.toFixed(3)} outside afterwards: ` +
    `${isFree ? 'all kinds in one process' : 'the server without in a process of its own'}`,
)
console.log(`${sets} sets of ${rounds} rounds of ${requests} requests; in brackets what holds the median with 95 %`)
const database = await startDatabase()
for (const framework of positionals.length > 0 ? positionals : frameworkNames)
  await measure(framework, database.address().port, processes)
database.close()
