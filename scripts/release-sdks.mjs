// Usage: node scripts/release-sdks.mjs VERSION DIRECTORY
//
// Sets the version of all JavaScript SDKs, builds them, and packs each into DIRECTORY as npm would. Publishes nothing:
// see docs/releasing.md. With the current version, no source changes.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, rootPath } from './install.mjs'
import { pack } from './pack.mjs'

const [version, directory] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '') || directory === undefined) {
  console.error('Usage: node scripts/release-sdks.mjs VERSION DIRECTORY')
  process.exit(2)
}
const sdks = join(rootPath, 'sdks/javascript')
if (!readFileSync(join(sdks, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}\n`)) {
  console.error(`sdks/javascript/CHANGELOG.md has no section for ${version}`)
  process.exit(1)
}
// Before the lock file changes, which names the versions of the packages: nothing else in it does.
ensureInstalled('server')
const names = readdirSync(sdks).filter((folder) => existsSync(join(sdks, folder, 'package.json')))
/** Packages of the repository that are no SDKs keep their own. */
const versions = new RegExp(`("(?:version|@bugle/(?:${names.join('|')}))": ")[^"]+`, 'g')
for (const name of names) {
  rewrite(`${name}/package.json`, (text) => text.replace(versions, `$1${version}`))
  if (existsSync(join(sdks, name, 'src/version.ts')))
    rewrite(`${name}/src/version.ts`, (text) => text.replace(/version = '[^']+'/, `version = '${version}'`))
}
rewrite('../../package-lock.json', (text) => {
  const lock = JSON.parse(text)
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.startsWith('sdks/javascript/')) continue
    entry.version = version
    for (const name of names)
      if (entry.devDependencies?.[`@bugle/${name}`]) entry.devDependencies[`@bugle/${name}`] = version
  }
  return `${JSON.stringify(lock, null, 2)}\n`
})
const { buildSdksIfChanged, publishedNames } = await import('./build-sdks.mjs')
await buildSdksIfChanged()
mkdirSync(directory, { recursive: true })
for (const name of publishedNames) {
  const file = join(directory, `bugle-${name}-${version}.tgz`)
  writeFileSync(file, await pack(join(sdks, name, 'dist')))
  console.log(file)
}

function rewrite(file, change) {
  const path = join(sdks, file)
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed !== text) writeFileSync(path, changed)
}
