// Usage: middleware-cost.mjs forks it, with --expose-gc: serve FRAMEWORK DATABASE_PORT KIND …, or await
// Servers in one process, each with copies of its own of the framework and of the handlers: what V8 learns of the work of one
// does not show in another. Asked for it, the process tells the microseconds of CPU that it has taken until now.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const bugle = (entry) => import(new URL(`../dist/esm/${entry}.js`, import.meta.url))

/** What stands in front of the handler, by the kind of server. */
const additions = {
  async without() {
    return {}
  },
  /** Beside it where it has a process of its own. */
  async twin() {
    return {}
  },
  /** What Node itself takes for following asynchronous work. */
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
    ports[kind] = await startServer(framework, loadAnew, Number(databasePort), await additions[kind](framework))
  }
  process.on('message', (isEnd) => {
    // The garbage of a round belongs to it, and not to whoever comes after.
    if (isEnd) globalThis.gc({ type: 'minor' })
    process.send(cpuNow())
  })
  process.on('disconnect', () => process.exit())
  process.send(ports)
}

function loadAnew(name) {
  for (const path of Object.keys(require.cache)) delete require.cache[path]
  return require(name)
}

function cpuNow() {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** What an `await` of an async function takes while no scope was ever entered, inside of one, and outside again. */
async function tellAwaits() {
  const never = await costOfAwait()
  const inside = await new AsyncLocalStorage().run({}, costOfAwait)
  process.send({ version: process.version, never, inside, after: await costOfAwait() })
}

async function costOfAwait() {
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
if (what === 'await') await tellAwaits()
else await serve(...given)
