// Usage: import { installPrograms } from './programs.mjs'
//
// Installs the programs that tests run (browsers, languages), on Debian as root, after asking if somebody is at a terminal.
// Elsewhere tests name the programs they skip.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { rootPath, run } from './install.mjs'

const lists = ['e2e/apt-packages.txt', 'scripts/apt-packages.txt']

/** @param {string[]} [more] further lists of packages */
export async function installPrograms(more = []) {
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const missing = wanted([...lists, ...more]).filter((name) => !isInstalled(name))
  if (missing.length === 0 || !(await mayInstall(missing))) return
  console.log(`Installing ${missing.join(', ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], env)
  const status = run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], env)
  if (status !== 0 && process.env.CI === 'true') process.exit(status)
}

/**
 * Asks whoever is at the terminal. CI, and a call without a terminal, want the programs.
 *
 * @typedef {{ isTTY?: boolean }} Terminal
 * @param {string[]} packages
 * @param {{ stdin: NodeJS.ReadableStream & Terminal, stdout: NodeJS.WritableStream & Terminal, env: NodeJS.ProcessEnv }} [given]
 */
export async function mayInstall(packages, { stdin, stdout, env } = process) {
  if (!stdin.isTTY || !stdout.isTTY || env.CI === 'true') return true
  const terminal = createInterface({ input: stdin, output: stdout })
  stdout.write(`Some tests need ${packages.length} more Debian packages: ${packages.join(', ')}.\n`)
  const response = await terminal.question('Install them with apt-get? Without them, these tests are skipped. [y/N] ')
  terminal.close()
  return /^y(?:es)?$/i.test(response.trim())
}

function wanted(files) {
  const lines = files.flatMap((list) => readFileSync(join(rootPath, list), 'utf8').split('\n'))
  return [
    ...new Set(
      lines
        .map((line) => line.replace(/#.*/, '').trim())
        .filter(Boolean)
        .flatMap((line) => line.split(/\s+/)),
    ),
  ]
}

/** Whether a package of Debian is installed and set up. */
export function isInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '$' + '{db:Status-Status}', name], { encoding: 'utf8' })
  return stdout === 'installed'
}
