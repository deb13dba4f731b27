// Usage: node scripts/mobile-version.mjs VERSION
// Sets the version of the mobile app, and the numbers by which the stores tell builds apart: 1.2.3 is build 10203. Run it when the
// version of the server is set.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const app = new URL('../apps/mobile/', import.meta.url)

/** The number of a build: each version has a greater one than those before it. */
export function buildNumberOf(version) {
  const [major, minor, patch] = version.split(/[.-]/).map(Number)
  return major * 10_000 + minor * 100 + patch
}

function rewrite(name, change) {
  const file = new URL(name, app)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

function setVersion(version) {
  const first = /("version": ")[^"]+/
  rewrite('package.json', (text) => text.replace(first, `$1${version}`))
  // Its own version stands there twice, before those of all packages.
  rewrite('package-lock.json', (text) =>
    text.replace(/("version": ")[^"]+([\s\S]*?"version": ")[^"]+/, `$1${version}$2${version}`),
  )
  rewrite('app.json', (text) =>
    text
      .replace(first, `$1${version}`)
      .replace(/("buildNumber": ")\d+/, `$1${buildNumberOf(version)}`)
      .replace(/("versionCode": )\d+/, `$1${buildNumberOf(version)}`),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version = ''] = process.argv.slice(2)
  if (!/^\d+\.\d{1,2}\.\d{1,2}$/.test(version)) {
    console.error('Usage: node scripts/mobile-version.mjs VERSION, such as 1.2.3')
    process.exit(1)
  }
  setVersion(version)
  console.log(`The mobile app is ${version}, build ${buildNumberOf(version)}.`)
}
