// Usage: npm run bench -- --clients
//
// Measures two costs of the SDK on Node: a breadcrumb beside one of Sentry's, in turns in one process; and loading the package
// and `init`, over a program that does nothing, in turns in processes of their own.
import { execFileSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { addBreadcrumb as addToSentry, Client, setCurrentClient } from '@sentry/core'

const entry = pathToFileURL(fileURLToPath(new URL('../dist/esm/index.js', import.meta.url))).href
const bugle = await import(entry)

class QuietClient extends Client {
  eventFromException() {}
  eventFromMessage() {}
}

setCurrentClient(
  new QuietClient({
    dsn: 'http://key@bugle.test/1',
    integrations: [],
    stackParser: () => [],
    transport: () => ({ send: async () => ({}), flush: async () => true }),
  }),
)
bugle.init({ token: 'x', endpoint: 'http://127.0.0.1:9', appId: 'x', storeDirectory: false })

const crumb = (index) => ({
  category: 'http',
  message: `GET https://shop.example.com/cart/${index}`,
  data: { status_code: 200, duration_ms: index, url: 'https://shop.example.com/cart' },
})

/** Microseconds of processor time a breadcrumb. */
function costOf(add) {
  const began = process.cpuUsage()
  for (let index = 0; index < 20_000; index += 1) add(crumb(index))
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 20_000
}

const rounds = Array.from({ length: 30 }, (_, index) => {
  const inTurn = index % 2 ? [bugle.addBreadcrumb, addToSentry] : [addToSentry, bugle.addBreadcrumb]
  const costs = new Map(inTurn.map((add) => [add, costOf(add)]))
  return [costs.get(bugle.addBreadcrumb), costs.get(addToSentry)]
}).slice(5)
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
const [own, sentry] = [0, 1].map((at) => median(rounds.map((round) => round[at])))
const ratio = median(rounds.map(([a, b]) => a / b))
console.log(`breadcrumb: ${own.toFixed(2)} µs, Sentry's ${sentry.toFixed(2)} µs; ratio ${ratio.toFixed(2)} (25 rounds)`)
await bugle.close(0)

/** Milliseconds of a whole process. */
function processOf(code) {
  const began = performance.now()
  execFileSync(process.execPath, ['--input-type=module', '--eval', code])
  return performance.now() - began
}

const options = "{ token: 'x', endpoint: 'http://127.0.0.1:9', appId: 'x', release: 'r', storeDirectory: false }"
const programs = ['', `import { init } from '${entry}'; init(${options})`]
const runs = Array.from({ length: 25 }, () => programs.map(processOf))
const [empty, started] = [0, 1].map((at) => median(runs.map((run) => run[at])))
const more = median(runs.map(([without, withInit]) => withInit - without))
console.log(
  `process: ${empty.toFixed(0)} ms empty, ${started.toFixed(0)} ms with init; ${more.toFixed(0)} ms more (25 pairs)`,
)
