import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Whether the long tests run: what they need is too large for everybody's installation. */
export const isLong = process.env.BUGLE_LONG === '1'

/**
 * Installs what a package.json names, as its lock file has it; without scripts. Returns why it could not, such as for want of
 * a network; nothing when it is done.
 */
export function installIn(directory: string): string | undefined {
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
 * @param bin path of the program in the package
 * @returns its path, or why there is none
 */
export function installRuntime(name: string, version: string, bin: string): { path: string } | { missing: string } {
  const place = join(repository, 'node_modules/.cache/bugle-runtimes', `${name.replaceAll('/', '-')}-${version}`)
  const path = join(place, 'node_modules', name, bin)
  if (existsSync(path)) return { path }
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
  const missing = installIn(place)
  return missing === undefined ? { path } : { missing }
}
