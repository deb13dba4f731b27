// Usage: npm run dev
// Builds, starts the server on its own data (./data/dev), fills it once with sample data, and does the first two
// again whenever a source changes. Ctrl+C ends it.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureInstalled, rootPath } from './install.mjs'

ensureInstalled('all')
const { buildIfChanged, sources } = await import('./build.mjs')

const data = process.env.BUGLE_DATA ?? join(rootPath, 'data/dev')
const isNew = !existsSync(data)
let server
let restart
let isEnding = false

for (const folder of sources) watch(join(rootPath, folder), { recursive: true }, () => changed())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal))
await start()
if (isNew) spawn(bin('tsx'), [join(rootPath, 'scripts/seed.ts')], { stdio: 'inherit', env: serverEnv() })

async function start() {
  try {
    await buildIfChanged()
  } catch (error) {
    console.error(`The build failed; it is tried again when a file changes.\n${error.message}`)
    return
  }
  server = spawn(process.execPath, [join(rootPath, 'apps/server/dist/main.js')], { stdio: 'inherit', env: serverEnv() })
}

function serverEnv() {
  return { ...process.env, BUGLE_DATA: data }
}

function changed() {
  clearTimeout(restart)
  restart = setTimeout(async () => {
    await stop('SIGTERM')
    if (!isEnding) await start()
  }, 200)
}

function stop(signal) {
  const running = server
  if (running === undefined || running.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    running.once('exit', resolve)
    running.kill(signal)
  })
}

async function end(signal) {
  isEnding = true
  await stop(signal)
  process.exit(0)
}
