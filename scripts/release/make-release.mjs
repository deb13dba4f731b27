// Usage: import { makeRelease } from './make-release.mjs'
//
// Everything that is published, made from the checkout.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, rootPath } from '../install.mjs'
import { pack } from '../pack.mjs'
import { serverPackageName, writeServerPackage } from './server-package.mjs'
import { setVersion } from './set-version.mjs'

/**
 * Sets the version in the checkout, builds, and writes the packages of npm, the archive of the server for this system, and SHA256SUMS.
 *
 * @param {string} version
 * @param {string} directory
 * @param {boolean} withMobile whether the server gets the mobile app's page
 */
export async function makeRelease(version, directory, withMobile) {
  // Before the lock file changes, which names the versions of the workspaces: nothing else in it does.
  ensureInstalled('server')
  setVersion(rootPath, version)
  const { buildIfChanged } = await import('../build.mjs')
  await buildIfChanged()
  if (withMobile) run('scripts/mobile.mjs')
  mkdirSync(directory, { recursive: true })
  const { publishedNames } = await import('../build-sdks.mjs')
  for (const name of publishedNames)
    writeFileSync(
      join(directory, `bugle-${name}-${version}.tgz`),
      await pack(join(rootPath, 'sdks/javascript', name, 'dist')),
    )
  writeFileSync(join(directory, `bugle-cli-${version}.tgz`), await pack(join(rootPath, 'apps/cli/dist')))
  await inFolder(async (folder) => {
    writeServerPackage(folder)
    writeFileSync(join(directory, `${serverPackageName}-${version}.tgz`), await pack(folder))
  })
  await inFolder((folder) => {
    const name = `bugle-${version}`
    run('scripts/image.mjs', join(folder, name))
    const archive = join(directory, `${name}-${process.platform}-${process.arch}.tar.gz`)
    // By tar, since PostgreSQL's libraries are links.
    execFileSync('tar', ['--sort=name', '--owner=0', '--group=0', '--mtime=@0', '-czf', archive, '-C', folder, name])
  })
  const sums = readdirSync(directory)
    .filter((name) => name.endsWith('gz'))
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(directory, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(directory, 'SHA256SUMS'), sums.join(''))
}

function run(script, ...args) {
  execFileSync(process.execPath, [script, ...args], { cwd: rootPath, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'bugle-release-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
