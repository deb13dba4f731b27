// Usage: forked by middleware-cost.mjs with --expose-gc: serve FRAMEWORK DATABASE_PORT KIND …, or await
//
// Runs servers in one process, each with its own copy of the framework and the handlers, so that V8's optimizations for
// one do not affect another. On request, reports the CPU time used so far in microseconds.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const bugle = (entry) => import(new URL(`../dist/esm/${entry}.js`, import.meta.url))

/** Code in front of the handler, by kind of server. */
const additions = {
  async without() {
    return {}
  },
  /** The idle duplicate of a server that has a process of its own. */
  async duplicate() {
    return {}
  },
  /** Node's own price for following asynchronous work. */
  async storage() {
    const storage = new AsyncLocalStorage()
    return { around: (next) => storage.run({}, next) }
  },
  async with(framework) {
    const { init } = await bugle('index')
    init({ token: 'bgl_live_x', endpoint: 'http://127.0.0.1:9', appId: 'com.example.bench', storeDirectory: false })
    return { bugle: await bugle(framework) }
  },
}

async function serve(framework, databasePort, ...kinds) {
  const ports = {}
  for (const kind of kinds) {
    const { startServer } = await import(`./servers.mjs?${kind}`)
    ports[kind] = await startServer(framework, loadFresh, Number(databasePort), await additions[kind](framework))
  }
  process.on('message', (isEnd) => {
    // Collected within the round that made the garbage.
    if (isEnd) globalThis.gc({ type: 'minor' })
    process.send(cpuNow())
  })
  process.on('disconnect', () => process.exit())
  process.send(ports)
}

function loadFresh(name) {
  for (const path of Object.keys(require.cache)) delete require.cache[path]
  return require(name)
}

function cpuNow() {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Measures an `await` before any scope was entered, inside one, and outside again. */
async function measureAwaits() {
  const never = await timePerAwait()
  const inside = await new AsyncLocalStorage().run({}, timePerAwait)
  process.send({ version: process.version, never, inside, after: await timePerAwait() })
}

async function timePerAwait() {
  const nothing = async () => {}
  const count = 100_000
  const rounds = []
  for (let round = 0; round < 15; round += 1) {
    const before = cpuNow()
    for (let i = 0; i < count; i += 1) await nothing()
    rounds.push((cpuNow() - before) / count)
  }
  return Math.min(...rounds)
}

const [what, ...given] = process.argv.slice(2)
if (what === 'await') await measureAwaits()
else await serve(...given)
