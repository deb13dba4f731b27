// Usage: import { setVersion } from './set-version.mjs'
//
// The one version of a release: of the server, the command line, the mobile app and the SDKs of every language.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Finds the version that follows a text. */
const after = (text) => new RegExp(`(?<=${text})\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?`)
const field = after('"version": "')
const constant = after("version = '")
/** Twice where two containers run it. */
const image = new RegExp(after('ghcr.io/bugle/bugle:'), 'g')

/** Places that spell the version, beside the workspaces' package.json and the lock files. */
const places = {
  'docs/openapi.json': [field],
  'docs/sdk-dart.md': [after('version: \\^')],
  'docs/self-hosting.md': [image],
  'apps/server/README.md': [after('npx bugle-server@')],
  'deploy/helm/bugle/Chart.yaml': [after('\nversion: '), after('\nappVersion: ')],
  'deploy/kubernetes/embedded.yaml': [image],
  'deploy/kubernetes/external.yaml': [image],
  'apps/mobile/package.json': [field],
  'apps/mobile/app.json': [field],
  'apps/cli/src/version.ts': [constant],
  'sdks/javascript/browser/src/version.ts': [constant],
  'sdks/javascript/node/src/version.ts': [constant],
  'sdks/javascript/react-native/src/version.ts': [constant],
  'sdks/dart/core/lib/src/version.dart': [constant],
  'sdks/dart/core/pubspec.yaml': [after('\nversion: ')],
  'sdks/dart/flutter/pubspec.yaml': [after('\nversion: '), after('\n {2}bugle: ')],
  'sdks/php/core/src/Version.php': [after("VERSION = '")],
}
const lockFiles = ['package-lock.json', 'apps/mobile/package-lock.json']
/** PHP packages of a framework need the client of the same minor version: Composer's `^0.1` means less than 0.2. */
const composerFiles = ['sdks/php/laravel/composer.json', 'sdks/php/symfony/composer.json']
const composerRange = /(?<="bugle\/bugle-php": "\^)\d+\.\d+(?=")/
/** Files of a release that the documentation spells, in the form of the system: 1.2.3-rc.1 is 1.2.3~rc.1 there. */
const systemPackage = /(?<=\/bugle[_-])\d+\.\d+\.\d+(?:~[\w.]+)?/g

/**
 * Sets the version in every file that spells it.
 *
 * @param {string} root the checkout
 * @param {string} version such as 1.2.3, or 1.2.3-rc.1
 * @throws if a place spells no version: then the list above is out of date
 */
export function setVersion(root, version) {
  for (const file of manifestsOf(root))
    rewrite(root, file, (text) =>
      text.replace(field, version).replaceAll(/("@bugle\/[\w-]+": ")\d[^"]*/g, `$1${version}`),
    )
  for (const [file, patterns] of Object.entries(places))
    rewrite(root, file, (text) => {
      for (const pattern of patterns) {
        if (text.search(pattern) === -1) throw new Error(`${file} spells no version`)
        text = text.replace(pattern, version)
      }
      return text
    })
  for (const file of composerFiles)
    rewrite(root, file, (text) => {
      if (!composerRange.test(text)) throw new Error(`${file} names no version of bugle/bugle-php`)
      return text.replace(composerRange, version.split('.').slice(0, 2).join('.'))
    })
  rewrite(root, 'docs/self-hosting.md', (text) => text.replace(systemPackage, version.replace('-', '~')))
  const build = buildNumberOf(version)
  rewrite(root, 'apps/mobile/app.json', (text) =>
    text.replace(/(?<="buildNumber": ")\d+/, build).replace(/(?<="versionCode": )\d+/, build),
  )
  for (const file of lockFiles)
    rewrite(root, file, (text) => {
      const lock = JSON.parse(text)
      lock.version = version
      for (const [path, entry] of Object.entries(lock.packages))
        if (!path.includes('node_modules')) setOwn(entry, version)
      return `${JSON.stringify(lock, null, 2)}\n`
    })
}

/**
 * The number by which the stores tell builds apart: 1.2.3 is build 10203, and each version has a greater one than those before it.
 *
 * @param {string} version
 * @returns {number}
 */
export function buildNumberOf(version) {
  const [major, minor, patch] = version.split(/[.-]/).map(Number)
  return major * 10_000 + minor * 100 + patch
}

function manifestsOf(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folders = workspaces.flatMap((name) => {
    const [above, all] = name.split('/*')
    return all === undefined ? [name] : readdirSync(join(root, above)).map((folder) => `${above}/${folder}`)
  })
  return ['package.json', ...folders.map((folder) => `${folder}/package.json`)].filter((file) =>
    existsSync(join(root, file)),
  )
}

/** Sets the version of a workspace in the lock file, and of the workspaces that it depends on. */
function setOwn(entry, version) {
  if (entry.version !== undefined) entry.version = version
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'])
    for (const name of Object.keys(entry[kind] ?? {})) if (name.startsWith('@bugle/')) entry[kind][name] = version
}

function rewrite(root, file, change) {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed !== text) writeFileSync(path, changed)
}
