// Usage: import { writeServerPackage } from './server-package.mjs'
//
// The server as an npm package: built, with dashboard, mobile app, documentation and SDKs in it. What it loads besides, npm brings.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rootPath } from '../install.mjs'
import { noticesName, servedNotices } from '../notices/notices.mjs'
import { loadedPackages, lockedPackages } from './loaded-packages.mjs'

export const serverPackageName = 'bugle-server'

/** Writes the folder of the package from what is built in apps/server/dist. */
export function writeServerPackage(directory) {
  const { optionalDependencies, version, type } = readJson('apps/server/package.json')
  const { description, license, author, homepage, bugs, repository, engines } = readJson('package.json')
  const manifest = {
    name: serverPackageName,
    version,
    description,
    keywords: ['error-tracking', 'errors', 'monitoring', 'self-hosted', 'source-maps', 'bugle'],
    license,
    author,
    homepage,
    bugs,
    repository: { ...repository, directory: 'apps/server' },
    publishConfig: { access: 'public', provenance: true },
    type,
    bin: { [serverPackageName]: 'dist/main.js' },
    files: ['dist', 'CHANGELOG.md', noticesName],
    engines,
    dependencies: testedVersions(),
    optionalDependencies,
  }
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(rootPath, file), join(directory, file))
  cpSync(servedNotices, join(directory, noticesName))
  cpSync(join(rootPath, 'apps/server/README.md'), join(directory, 'README.md'))
  cpSync(join(rootPath, 'apps/server/dist'), join(directory, 'dist'), {
    recursive: true,
    filter: (path) => basename(path) !== '.built-from',
  })
}

/**
 * Names the loaded packages and all that they need, in the versions of the lock file: those are tested, and npm would take the newest of
 * what a dependency allows. It reads a shrinkwrap file of packages from a registry alone.
 */
function testedVersions() {
  const locked = Object.entries(lockedPackages(readJson('package-lock.json'), loadedPackages, 'apps/server'))
  const needed = locked.filter(([, { optional }]) => optional !== true)
  const versions = needed.map(([folder, { version }]) => [
    folder.slice(folder.lastIndexOf('node_modules/') + 13),
    version,
  ])
  if (new Set(versions.map(([name]) => name)).size < versions.length) throw new Error('a package in two versions')
  return Object.fromEntries(versions.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const readJson = (file) => JSON.parse(readFileSync(join(rootPath, file), 'utf8'))
