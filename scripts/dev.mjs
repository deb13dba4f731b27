// Usage: npm run dev
// Builds, starts the server on its own data (./data/dev), fills it once with sample data, and does the first two
// again whenever a source changes. Ctrl+C ends it.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, rootPath } from './install.mjs'

ensureInstalled('all')
const { buildIfChanged, sources } = await import('./build.mjs')

const data = process.env.BUGLE_DATA ?? join(rootPath, 'data/dev')
const env = { ...process.env, BUGLE_DATA: data }
/** Of files that an editor or a checkout writes one after another. */
const settleMs = 200
let server
/** The server that was told to end. */
let leaving
let seeding
let timer
let isEnding = false
/** Starts and stops follow each other, whatever comes in between. */
let turn = Promise.resolve()

for (const folder of sources) watch(join(rootPath, folder), { recursive: true }, () => changed())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end())
await inTurn(start)
// The seed writes the mark when it is through; what is there already is not added twice.
if (!existsSync(join(data, 'seeded')) && !isEnding) seed()

async function start() {
  if (isEnding || !(await build())) return
  // A process group of its own: Ctrl+C is for us, and the server hears once that it is to end.
  const options = { stdio: 'inherit', env, detached: true }
  const started = spawn(process.execPath, [join(rootPath, 'apps/server/dist/main.js')], options)
  server = started
  started.once('exit', (code) => {
    if (started !== leaving) console.error(`The server ended (${code}); it starts again when a file changes.`)
  })
}

async function build() {
  try {
    await buildIfChanged()
    return true
  } catch (error) {
    console.error(`The build failed; it is tried again when a file changes.\n${error.message}`)
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

/** What does not build leaves the server as it was. */
async function restart() {
  if (isEnding || !(await build())) return
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
  if (isEnding) return
  isEnding = true
  clearTimeout(timer)
  seeding?.kill()
  await inTurn(stop)
  process.exit(0)
}

function inTurn(step) {
  turn = turn.then(step)
  return turn
}
