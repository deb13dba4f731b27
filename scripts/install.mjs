// Usage: import { ensureInstalled } from './install.mjs'
// Installs what a command needs and nothing when it is there. Two sets: `server` for running, `all` for developing.
// A larger set is never taken away by a command that needs the smaller one.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const stamp = new URL('node_modules/.bugle-installed.json', root)
const oldest = [20, 20, 2]
/** Older ones work, and nobody mends them any more. */
const oldestMaintained = 22

export const rootPath = fileURLToPath(root)

/** @param {'server' | 'all'} wanted */
export function ensureInstalled(wanted) {
  checkNode()
  const lock = createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', root)))
    .digest('hex')
  const installed = readStamp()
  const set = wanted === 'all' || installed?.set === 'all' ? 'all' : 'server'
  if (installed?.lock === lock && (installed.set === 'all' || wanted === 'server')) return
  console.log(`Installing what ${set === 'all' ? 'development' : 'the server'} needs …`)
  // Not `ci`: it deletes everything first, also under a server that runs from here, and refuses a lock file that does
  // not name optional packages of every other platform. Versions are exact and come from the lock file all the same.
  const scope = set === 'all' ? ['--include=dev'] : ['--omit=dev']
  const result = spawnSync(npm(), ['install', '--no-save', ...scope, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: rootPath,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: undefined },
  })
  if (result.status !== 0) {
    console.error('npm could not install the dependencies; its messages stand above.')
    process.exit(1)
  }
  writeFileSync(stamp, JSON.stringify({ lock, set }))
}

/** Runs a program of the installation, and ends this process when it fails. */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, { cwd: rootPath, stdio: 'inherit', env: { ...process.env, ...env } })
  return result.status ?? 1
}

/** A program that npm installed. */
export function bin(name) {
  return fileURLToPath(new URL(`node_modules/.bin/${name}`, root))
}

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm'
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'))
  } catch {
    return undefined
  }
}

function checkNode() {
  const given = process.versions.node.split('.').map(Number)
  if (given[0] >= oldest[0] && given[0] < oldestMaintained)
    console.error(
      `Node ${given[0]} has its end of life behind it. Bugle runs on it; use Node ${oldestMaintained} or 24.`,
    )
  for (let place = 0; place < 3; place++) {
    if (given[place] > oldest[place]) return
    if (given[place] < oldest[place]) {
      console.error(`Node ${oldest.join('.')} or later is needed; this is ${process.versions.node}.`)
      process.exit(1)
    }
  }
}
