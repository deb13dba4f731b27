// Usage: npm run dev
// Serves the dashboard from its sources, with hot reload, in front of a server on data of its own (./data/dev). A change to
// the server or an SDK rebuilds and restarts the server alone. The first run adds sample data. Ctrl+C ends everything.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, rootPath } from './install.mjs'
import { onEnd } from './on-end.mjs'

ensureInstalled('all')
const { buildApart, buildIfChanged, sourcesOf } = await import('./build.mjs')
const { createServer } = await import('vite')

/** Everything but the dashboard, which Vite serves from its sources. */
const parts = ['serverForDevelopment', 'sdk']
const data = process.env.BUGLE_DATA ?? join(rootPath, 'data/dev')
const port = Number(process.env.PORT || 8080)
/** Time for an editor or a checkout to write several files. */
const settleMs = 200
const ending = new AbortController()
let server
/** The server that is being stopped. */
let leaving
let seeding
let timer
/** Runs starts and stops one after another. */
let turn = Promise.resolve()

onEnd(() => void end())
const pages = await servePages()
const env = {
  BUGLE_URL: pages.resolvedUrls.local[0].replace(/\/$/, ''), // links in mails, and the origin that cookies are accepted from
  NODE_COMPILE_CACHE: join(rootPath, 'node_modules/.cache/node'), // Node 22 and later
  ...process.env,
  BUGLE_DATA: data,
}
for (const folder of sourcesOf(parts)) watch(join(rootPath, folder), { recursive: true }, () => changed())
await inTurn(async () => (await build()) && start())
// The seed writes this file when it is done, so that a later run adds nothing twice.
if (!existsSync(join(data, 'seeded')) && !ending.signal.aborted) seed()

/**
 * Serves the dashboard on the port after the server's, or the next free one. The content security policy does not apply
 * here: hot reload needs an inline script. `npm start` serves the built dashboard with it.
 */
async function servePages() {
  const target = `http://127.0.0.1:${port}`
  const toServer = { target, configure: (proxy) => proxy.on('error', () => {}) } // restarting: Vite answers 500
  const dashboard = await createServer({
    root: join(rootPath, 'apps/dashboard'),
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port: port + 1,
      proxy: {
        '^/(api|ingest|sdk|healthz|readyz|metrics)([/?]|$)': toServer,
        // Mail programs post here; a browser gets the page.
        '^/unsubscribe': { ...toServer, bypass: ({ method, url }) => (method === 'GET' ? url : undefined) },
      },
    },
  })
  return dashboard.listen()
}

function start() {
  // A process group of its own: Ctrl+C reaches this process alone, which signals the server once.
  const options = { stdio: 'inherit', env, detached: true }
  const started = spawn(process.execPath, [join(rootPath, 'apps/server/dist/main.js')], options)
  server = started
  started.once('exit', (code) => {
    if (started !== leaving) console.error(`The server ended (${code}); it starts again when a file changes.`)
  })
}

/** Builds the server in this process, where Vite has loaded the bundler already: that takes two thirds of the CPU. */
async function build() {
  const isBuilt = (await buildServer()) && (await buildApart({ signal: ending.signal, parts: ['sdk'] }))
  if (ending.signal.aborted) return false
  if (!isBuilt) console.error('The build failed; the next change tries again.')
  return isBuilt
}

async function buildServer() {
  try {
    await buildIfChanged(['serverForDevelopment'])
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}

function seed() {
  seeding = spawn(process.execPath, ['--import', 'tsx', join(rootPath, 'scripts/seed.ts')], { stdio: 'inherit', env })
}

function changed() {
  clearTimeout(timer)
  timer = setTimeout(() => inTurn(restart), settleMs)
}

/** Keeps the running server when the build fails. */
async function restart() {
  if (ending.signal.aborted || !(await build())) return
  console.error('A source changed; restarting …')
  await stop()
  if (!ending.signal.aborted) start()
}

async function stop() {
  leaving = server
  if (leaving === undefined || leaving.exitCode !== null || leaving.signalCode !== null) return
  await new Promise((resolve) => {
    leaving.once('exit', resolve)
    leaving.kill('SIGTERM')
  })
}

async function end() {
  if (ending.signal.aborted) return
  ending.abort()
  clearTimeout(timer)
  seeding?.kill()
  await inTurn(stop)
  process.exit(0)
}

function inTurn(step) {
  turn = turn.then(step)
  return turn
}
