// Usage: import { ensureMobileInstalled } from './mobile-packages.mjs'
//
// Installs the packages of the mobile app, half a gigabyte, in apps/mobile alone.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootPath } from './install.mjs'
import { installIn } from './runtimes.mjs'

export const mobileApp = join(rootPath, 'apps/mobile')
const stamp = join(mobileApp, 'node_modules/.bugle-installed')

/** Whether the packages of the app's lock file are installed. */
export function isMobileInstalled() {
  try {
    return readFileSync(stamp, 'utf8') === lockHash()
  } catch {
    return false
  }
}

/**
 * Installs the packages unless they are there. Without a network the app's part of tests and checks is left out, except
 * under CI=true, where that is a failure.
 *
 * @returns {boolean} whether they are there
 */
export function ensureMobileInstalled() {
  if (isMobileInstalled()) return true
  console.log('Installing the packages of the mobile app …')
  const problem = installIn(mobileApp)
  if (problem === undefined) {
    writeFileSync(stamp, lockHash())
    return true
  }
  console.error(`npm could not install the packages of the mobile app, which is left out: ${problem}`)
  if (process.env.CI === 'true') process.exit(1)
  return false
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(mobileApp, 'package-lock.json')))
    .digest('hex')
}
