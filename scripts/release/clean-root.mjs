// Usage: import { CleanRoot, debianTar, startIn } from './clean-root.mjs'
//
// A Debian that has what every Debian has, in a folder of its own, to install packages in. Its programs share network and processes with this
// machine. Only root can make and enter one; mmdebstrap makes the first.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { rootPath } from '../install.mjs'
import { fillOnce } from '../runtimes.mjs'

const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }
const mounted = ['proc', 'dev/shm']

/** A clean system, until it is removed. */
export class CleanRoot {
  /** @param {string} path its folder here */
  constructor(path) {
    this.path = path
  }

  /** Unpacks a new one. */
  static make() {
    const root = new CleanRoot(mkdtempSync(join(tmpdir(), 'bugle-root-')))
    execFileSync('tar', ['-xpf', debianTar(), '-C', root.path])
    chmodSync(root.path, 0o755)
    execFileSync('mount', ['-t', 'proc', 'proc', join(root.path, 'proc')])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(root.path, 'dev/shm')])
    return root
  }

  /**
   * Copies a file to /.
   *
   * @param {string} file
   * @returns {string} its path there
   */
  take(file) {
    cpSync(file, join(this.path, basename(file)))
    return `/${basename(file)}`
  }

  /**
   * Runs a command as root.
   *
   * @param {string} command
   * @param {...string} args
   * @returns {string} what it prints, errors included
   */
  run(command, ...args) {
    const options = /** @type {const} */ ({ encoding: 'utf8', env: environment })
    const { status, stdout, stderr } = spawnSync('chroot', [this.path, command, ...args], options)
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} → ${status}: ${stdout}${stderr}`)
    return `${stdout}${stderr}`
  }

  /**
   * Whether a path is there.
   *
   * @param {string} path
   */
  has(path) {
    return spawnSync('chroot', [this.path, 'test', '-e', path]).status === 0
  }

  /**
   * Starts what a systemd unit starts, as its account and with its settings.
   *
   * @param {string} unit
   * @param {Record<string, string>} settings further ones
   */
  startUnit(unit, settings) {
    const text = this.run('cat', unit)
    const given = [...text.matchAll(/^Environment=(.*)$/gm)].map(([, assignment]) => assignment)
    const file = readUnit(text, 'EnvironmentFile').replace(/^-/, '')
    const own = this.run('cat', file)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
    const more = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    const user = readUnit(text, 'User')
    const command = `cd ${readUnit(text, 'WorkingDirectory')} && exec env ${[...given, ...own, ...more].join(' ')} ${readUnit(text, 'ExecStart')}`
    return startIn(this.path, `${user}:${user}`, environment, '/bin/sh', '-c', command)
  }

  remove() {
    for (const folder of mounted) spawnSync('umount', ['-l', join(this.path, folder)])
    rmSync(this.path, { recursive: true, force: true })
  }
}

/**
 * Starts a program of a system, as one of its accounts.
 *
 * @param {string} root
 * @param {string} account
 * @param {Record<string, string>} env
 * @param {...string} command
 */
export function startIn(root, account, env, ...command) {
  const child = spawn('chroot', ['--userspec', account, root, ...command], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'close')
  return {
    child,
    /** Ends it as a service manager does. */
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The packages of every Debian, with rpm, as an archive that later runs find. */
export function debianTar() {
  const directory = join(rootPath, 'node_modules/.cache/bugle-programs/debian-bookworm')
  const missing = fillOnce(directory, (unfinished) => {
    const file = join(unfinished, 'root.tar')
    const args = ['--quiet', '--variant=minbase', '--include=rpm,ca-certificates', 'bookworm', file]
    const { status, error, stderr } = spawnSync('mmdebstrap', args, { encoding: 'utf8' })
    return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').slice(-3).join(' '))
  })
  if (missing !== undefined) throw new Error(`no clean Debian: ${missing}`)
  return join(directory, 'root.tar')
}

function readUnit(text, name) {
  const [, value] = new RegExp(`^${name}=(.*)$`, 'm').exec(text) ?? []
  if (value === undefined) throw new Error(`the unit has no ${name}`)
  return value
}
