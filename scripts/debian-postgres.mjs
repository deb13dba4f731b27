// Usage: import { startDebianPostgres } from './debian-postgres.mjs'
//
// Starts Debian's PostgreSQL with a data directory of its own, on loopback and a free port, and stops it.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.mjs'
import { folderOfDatabases } from './memory-folder.mjs'
import { maxConnections } from './test-connections.mjs'

const versions = '/usr/lib/postgresql'

/** Whether it is installed; in CI it must be. */
export const hasDebianPostgres = existsSync(versions) || process.env.CI === 'true'

/**
 * @param {Record<string, string>} [environment] added to our own
 * @param {string[]} [options] added to our own
 * @param {string} [copyOf] URL of a server that it becomes a streaming standby of
 * @param {string} [parent] the folder in which it gets a directory
 * @returns {Promise<{ url: string, directory: string, port: number, kill(): Promise<void>, hasEnded(): boolean, restart(): Promise<void>, promote(): void, stop(): Promise<void> }>}
 * `directory` holds its Unix socket; `restart` starts it again after it ended
 */
export async function startDebianPostgres(
  environment = {},
  options = [],
  copyOf = undefined,
  parent = folderOfDatabases(),
) {
  const binaries = findBinaries()
  const account = accountToRunAs()
  const directory = mkdtempSync(join(parent, 'bugle-debian-postgres-'))
  if (account.uid !== undefined) chownSync(directory, account.uid, account.gid)
  const data = join(directory, 'data')
  run(binaries, account, ...(copyOf === undefined ? initdb(data) : baseBackup(data, copyOf)))
  const port = await freePort()
  const settings = [
    '-c',
    `max_connections=${maxConnections}`,
    '-c',
    'timezone=UTC',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    directory,
  ]
  const isReady = () =>
    spawnSync(join(binaries, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q']).status === 0
  /** @returns {Promise<import('node:child_process').ChildProcess | undefined>} undefined if it ended before it was ready */
  const launch = async () => {
    const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings, ...options], {
      ...account,
      cwd: '/',
      stdio: 'ignore',
      env: { ...process.env, ...environment },
    })
    while (!isReady()) {
      if (server.exitCode !== null) return undefined
      await pause(100)
    }
    return server
  }
  const start = async (attempts) => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const started = await launch()
      if (started !== undefined) return started
      await pause(200)
    }
    throw new Error('Debian’s PostgreSQL did not start')
  }
  let server = await start(1)
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  const end = async (signal) => {
    if (hasEnded()) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  return {
    directory,
    port,
    url: `postgres://bugle@127.0.0.1:${port}/postgres`,
    kill: () => end('SIGKILL'),
    hasEnded,
    restart: async () => {
      // Its last processes, which end a moment after the first one was killed, keep another one from starting.
      server = await start(50)
    },
    promote: () => run(binaries, account, 'pg_ctl', ['promote', '-w', '-D', data]),
    stop: async () => {
      await end('SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The arguments that make a new cluster. */
function initdb(data) {
  return ['initdb', ['-D', data, '-A', 'trust', '-U', 'bugle', '-E', 'UTF8', '--no-sync']]
}

/** The arguments that copy a running server, with what the copy needs to follow it. */
function baseBackup(data, url) {
  return ['pg_basebackup', ['-D', data, '-d', url, '-R', '-X', 'stream', '-c', 'fast']]
}

function run(binaries, account, program, args) {
  const done = spawnSync(join(binaries, program), args, { ...account, cwd: '/', encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}`)
}

function findBinaries() {
  const found = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  if (found.length === 0) throw new Error('PostgreSQL is not installed (apt-get install postgresql).')
  return join(versions, found[0], 'bin')
}

/** PostgreSQL refuses to run as root. */
function accountToRunAs() {
  if (process.getuid() !== 0) return {}
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}
