// Usage: npm run release -- [--rehearse] [--without-mobile] [--without-docs] [--without-system-packages] VERSION DIRECTORY
//
// Sets the version everywhere, builds, and puts everything that is published into DIRECTORY, with checksums. Publishes nothing:
// docs/releasing.md says what follows. --rehearse does it in a copy of the last commit, installs each file as a user would, sends an
// event through those that send one, and prints a table. --without-mobile leaves out the mobile app's page, whose packages are half a gigabyte; --without-docs the documentation;
// --without-system-packages .deb and .rpm, whose maker is compiled by Go.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled, rootPath } from '../install.mjs'
import { changelogs, describesVersion } from './changelogs.mjs'
import { describeMissingMaintainer } from './maintainer.mjs'

const args = process.argv.slice(2)
const options = ['--rehearse', '--without-mobile', '--without-docs', '--without-system-packages']
const [isRehearsal, isWithoutMobile, isWithoutDocs, isWithoutSystem] = options.map((option) => args.includes(option))
const [version = '', given, ...rest] = args.filter((arg) => !options.includes(arg))
if (!/^\d+\.\d{1,2}\.\d{1,2}(-[\w.]+)?$/.test(version) || given === undefined || rest.length > 0) {
  console.error(`Usage: npm run release -- ${options.map((option) => `[${option}]`).join(' ')} VERSION DIRECTORY`)
  process.exit(2)
}
const directory = resolve(given)
if (isRehearsal) {
  // The rehearsal drives a browser from this checkout, too.
  ensureInstalled('all')
  const { rehearse } = await import('./rehearse.mjs')
  if (!(await rehearse(version, directory))) process.exit(1)
} else {
  // Every changelog describes the version, or there is no release.
  for (const file of changelogs)
    if (!describesVersion(readFileSync(join(rootPath, file), 'utf8'), version)) {
      console.error(`${file} has no section for ${version}`)
      process.exit(1)
    }
  const missing = describeMissingMaintainer(JSON.parse(readFileSync(join(rootPath, 'package.json'), 'utf8')))
  if (missing !== undefined) {
    console.error(missing)
    process.exit(1)
  }
  const { makeRelease } = await import('./make-release.mjs')
  await makeRelease(version, directory, {
    withMobile: !isWithoutMobile,
    withDocs: !isWithoutDocs,
    withSystemPackages: !isWithoutSystem,
  })
}
