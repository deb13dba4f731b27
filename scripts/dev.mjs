// Usage: npm run dev
// Builds, starts the server on its own data (./data/dev), fills it once with sample data, and does the first two
// again whenever a source changes. Ctrl+C ends it.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, rootPath } from './install.mjs'
import { onEnd } from './on-end.mjs'

ensureInstalled('all')
const { buildApart, sources } = await import('./build.mjs')

const data = process.env.BUGLE_DATA ?? join(rootPath, 'data/dev')
const env = { ...process.env, BUGLE_DATA: data }
/** Of files that an editor or a checkout writes one after another. */
const settleMs = 200
let server
/** The server that was told to end. */
let leaving
let seeding
let timer
const ending = new AbortController()
/** Starts and stops follow each other, whatever comes in between. */
let turn = Promise.resolve()

for (const folder of sources) watch(join(rootPath, folder), { recursive: true }, () => changed())
onEnd(() => void end())
await inTurn(start)
// The seed writes the mark when it is through; what is there already is not added twice.
if (!existsSync(join(data, 'seeded')) && !ending.signal.aborted) seed()

async function start() {
  if (ending.signal.aborted || !(await build())) return
  // A process group of its own: Ctrl+C is for us, and the server hears once that it is to end.
  const options = { stdio: 'inherit', env, detached: true }
  const started = spawn(process.execPath, [join(rootPath, 'apps/server/dist/main.js')], options)
  server = started
  started.once('exit', (code) => {
    if (started !== leaving) console.error(`The server ended (${code}); it starts again when a file changes.`)
  })
}

async function build() {
  const isBuilt = await buildApart(ending.signal)
  if (ending.signal.aborted) return false
  if (!isBuilt) console.error('The build failed; it is tried again when a file changes.')
  return isBuilt
}

function seed() {
  seeding = spawn(process.execPath, ['--import', 'tsx', join(rootPath, 'scripts/seed.ts')], { stdio: 'inherit', env })
}

function changed() {
  clearTimeout(timer)
  timer = setTimeout(() => inTurn(restart), settleMs)
}

/** What does not build leaves the server as it was. */
async function restart() {
  if (ending.signal.aborted || !(await build())) return
  console.error('A source changed; starting again …')
  await stop()
  await start()
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
