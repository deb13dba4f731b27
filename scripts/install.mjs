// Usage: import { ensureInstalled } from './install.mjs'
//
// Installs missing packages. Of the two sets, `server` suffices to run Bugle and `all` to develop it; a command that
// needs the smaller set never removes the larger.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const stamp = new URL('node_modules/.bugle-installed.json', root)
const oldest = [20, 20, 2]
/** Older versions work, but are no longer maintained. */
const oldestMaintained = 22

/** npm says nothing while it tries again, by default for minutes: one more attempt, after a second. */
const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

export const rootPath = fileURLToPath(root)

/** @param {'server' | 'all'} wanted */
export function ensureInstalled(wanted) {
  checkNode()
  const lock = createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', root)))
    .digest('hex')
  const installed = readStamp()
  const set = wanted === 'all' || installed?.set === 'all' || isInstalledByHand(installed) ? 'all' : 'server'
  if (installed?.lock === lock && (installed.set === 'all' || wanted === 'server')) return
  console.log(`Installing packages for ${set === 'all' ? 'development' : 'the server'} …`)
  // Not `ci`: it first deletes everything, even under a running server, and rejects a lock file without the optional
  // packages of every other platform. Versions are exact and come from the lock file anyway.
  const scope = set === 'all' ? ['--include=dev'] : ['--omit=dev']
  const options = [
    '--no-save',
    ...scope,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...patience,
    ...offlineIfUnreachable(),
  ]
  const result = spawnSync('npm', ['install', ...options], {
    cwd: rootPath,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: undefined },
  })
  if (result.status !== 0) stopWithAdvice()
  writeFileSync(stamp, JSON.stringify({ lock, set }))
}

/** Whether somebody has installed the packages for development without these scripts. */
function isInstalledByHand(installed) {
  if (installed !== undefined) return false
  const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return Object.keys(devDependencies).some((name) => existsSync(new URL(`node_modules/${name}`, root)))
}

/** Codes of npm for a registry that it cannot reach. Any other answer, a refusal as well, comes from one that it can. */
const unreachable = /CERT|UNABLE_TO|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|TIMEOUT/

/** One question to the registry: an installation asks it for hundreds of packages, and says after minutes what is wrong. */
function offlineIfUnreachable() {
  const ping = spawnSync('npm', ['ping', '--loglevel=error', ...patience], { cwd: rootPath, encoding: 'utf8' })
  const [code = ''] = /(?<=^npm error code )\S+/m.exec(ping.stderr) ?? []
  if (!unreachable.test(code)) return []
  console.error(`${ping.stderr}\nThe registry cannot be reached. Trying with the packages that npm has kept …`)
  return ['--offline']
}

function stopWithAdvice() {
  console.error(
    'npm could not install the dependencies; see its messages above. Behind a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its certificate; behind a proxy, HTTPS_PROXY.',
  )
  process.exit(1)
}

/** Runs an installed program; returns its exit code. */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, { cwd: rootPath, stdio: 'inherit', env: { ...process.env, ...env } })
  return result.status ?? 1
}

/** Returns the path of an installed program. */
export function bin(name) {
  return fileURLToPath(new URL(`node_modules/.bin/${name}`, root))
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
      `Node ${given[0]} has reached its end of life. Bugle still runs on it; use Node ${oldestMaintained} or 24.`,
    )
  for (let index = 0; index < 3; index++) {
    if (given[index] > oldest[index]) return
    if (given[index] < oldest[index]) {
      console.error(`Node ${oldest.join('.')} or later is needed; this is ${process.versions.node}.`)
      process.exit(1)
    }
  }
}
