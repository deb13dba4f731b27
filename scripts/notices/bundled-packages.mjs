// Usage: import { keepBundledPackages, packageOf } from './notices/bundled-packages.mjs'
//
// The packages of others whose code a build contains, by what its bundler has read, not by what a manifest asks for.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rootPath } from '../install.mjs'

/** Name of the list beside a build. */
export const listName = '.bundled-packages.json'

/**
 * Finds the package that a module belongs to.
 *
 * @param {string} id of a module, as bundlers name it: a path with what plugins put before and after
 * @returns {string | undefined} the folder of the package, below the checkout; undefined for code of our own
 */
export function packageOf(id) {
  const path = id.replace(/^\0(?:[\w-]+:)?/, '').replace(/\?.*$/, '')
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/.][^/]*)\//.exec(path) ?? []
  return folder === undefined ? undefined : relative(rootPath, folder)
}

/**
 * Lists the packages of a build.
 *
 * @param {readonly { moduleIds?: readonly string[] }[]} output of a bundler
 * @param {readonly string[]} [more] folders of packages whose files are taken without the bundler
 * @returns {{ name: string, version: string, license: string, folder: string }[]} by name
 */
export function bundledPackages(output, more = []) {
  const folders = output.flatMap(({ moduleIds = [] }) => moduleIds.map(packageOf))
  const unique = new Set([...folders.filter((folder) => folder !== undefined), ...more])
  return [...unique].map(describePackage).sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** @param {string} folder of an installed package, below the checkout */
export function describePackage(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(rootPath, folder, 'package.json'), 'utf8'))
  const given = license ?? licenses?.[0] ?? 'UNKNOWN'
  return { name, version, license: typeof given === 'string' ? given : given.type, folder }
}
