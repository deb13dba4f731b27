// Usage: import { loadedPackages, lockedPackages } from './loaded-packages.mjs'
import { dirname } from 'node:path'

/** Packages that scripts/build-server.mjs leaves out of the bundle, beside the embedded PostgreSQL: they have files of their own. */
export const loadedPackages = ['@node-rs/argon2', '@fastify/swagger-ui']

/**
 * Lists the entries of a lock file for packages and everything that they depend on, by the folders in which npm puts them.
 *
 * @param {{ packages: Record<string, any> }} lock
 * @param {string[]} names packages that the workspace depends on
 * @param {string} workspace such as `apps/server`
 */
export function lockedPackages({ packages }, names, workspace) {
  const found = {}
  const add = (name, from) => {
    const folder = findFolder(packages, name, from)
    // Peers that are optional are not installed.
    if (folder === undefined || folder in found) return
    found[folder] = packages[folder]
    const { dependencies = {}, optionalDependencies = {} } = packages[folder]
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) add(dependency, folder)
  }
  for (const name of names) add(name, workspace)
  return found
}

/** Resolves as Node.js does, in each folder above. */
function findFolder(packages, name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '.') return undefined
  }
}
