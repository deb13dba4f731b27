// Usage: npm run bench -- --clients
//
// Measures two costs of the SDK on Node: a breadcrumb beside one of Sentry's, in turns in one process; and loading the package
// and `init`, over a program that does nothing, in turns in processes of their own, beside @sentry/node if the registry has it.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { addBreadcrumb as addToSentry, Client, setCurrentClient } from '@sentry/core'
import { fillOnce, installIn } from '../../../../scripts/runtimes.mjs'

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

/** Wall-clock and processor milliseconds of a whole process. */
function processOf({ code, cwd }) {
  const last =
    "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000)) })"
  const began = performance.now()
  const cpu = execFileSync(process.execPath, ['--input-type=module', '--eval', `${last}\n${code}`], { cwd })
  return { wall: performance.now() - began, cpu: Number(cpu) }
}

const sentryVersion = '11.12.0'
const sentryFolder = fileURLToPath(
  new URL(`../../../../node_modules/.cache/bench-sentry-node-${sentryVersion}`, import.meta.url),
)
const problem = fillOnce(sentryFolder, (folder) => {
  writeFileSync(`${folder}/package.json`, JSON.stringify({ dependencies: { '@sentry/node': sentryVersion } }))
  return installIn(folder)
})
if (problem) console.log(`no @sentry/node: ${problem}`)

const options = "{ token: 'x', endpoint: 'http://127.0.0.1:9', appId: 'x', release: 'r', storeDirectory: false }"
const programs = [
  { name: 'empty', code: '' },
  { name: '@bugle/node', code: `import { init } from '${entry}'; init(${options})` },
  ...(problem
    ? []
    : [
        {
          name: `@sentry/node ${sentryVersion}`,
          code: "import { init } from '@sentry/node'; init({ dsn: 'http://key@127.0.0.1:9/1', release: 'r' })",
          cwd: sentryFolder,
        },
      ]),
]
const runs = Array.from({ length: 25 }, () => programs.map(processOf))
for (const [at, { name }] of programs.entries()) {
  const of = (what) => median(runs.map((run) => run[at][what]))
  const more = (what) => median(runs.map((run) => run[at][what] - run[0][what]))
  const figures = ['wall', 'cpu'].map((what) => `${what} ${of(what).toFixed(0)} ms (+${more(what).toFixed(0)})`)
  console.log(`process, ${name}: ${figures.join(', ')}; median of 25 in turns`)
}
