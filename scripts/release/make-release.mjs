// Usage: import { makeRelease } from './make-release.mjs'
//
// Everything that is published, made from the checkout.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureInstalled, rootPath } from '../install.mjs'
import { pack, tar } from '../pack.mjs'
import { describeBill } from './sbom.mjs'
import { serverPackageName, writeServerPackage } from './server-package.mjs'
import { setVersion } from './set-version.mjs'
import { writeSystemPackages } from './system-packages.mjs'

/**
 * Sets the version in the checkout, builds, and writes the packages of npm, the chart, the bill of materials, the archive and the packages of the
 * server for this system, and SHA256SUMS.
 *
 * @param {string} version
 * @param {string} directory
 * @param {{ withMobile: boolean, withDocs: boolean, withSystemPackages: boolean }} options `withMobile`: the server gets the mobile app's
 *   page; `withDocs`: it gets the documentation; `withSystemPackages`: .deb and .rpm are made, on Linux
 */
export async function makeRelease(version, directory, { withMobile, withDocs, withSystemPackages }) {
  // Before the lock file changes, which names the versions of the workspaces: nothing else in it does.
  ensureInstalled(withDocs ? 'all' : 'server')
  setVersion(rootPath, version)
  const { allParts, buildIfChanged } = await import('../build.mjs')
  await buildIfChanged(withDocs ? [...allParts, 'docs'] : allParts)
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
  const chart = await tar(join(rootPath, 'deploy/helm/bugle'), 'bugle/')
  writeFileSync(join(directory, `bugle-chart-${version}.tgz`), gzipSync(chart, { level: 9 }))
  writeFileSync(
    join(directory, `bugle-${version}-${process.platform}-${process.arch}-sbom.cdx.json`),
    `${JSON.stringify(describeBill(version), null, 2)}\n`,
  )
  await inFolder((folder) => {
    const name = `bugle-${version}`
    run('scripts/image.mjs', join(folder, name))
    const archive = join(directory, `${name}-${process.platform}-${process.arch}.tar.gz`)
    // By tar, since PostgreSQL's libraries are links.
    execFileSync('tar', ['--sort=name', '--owner=0', '--group=0', '--mtime=@0', '-czf', archive, '-C', folder, name])
    if (withSystemPackages && process.platform === 'linux') writeSystemPackages(join(folder, name), version, directory)
  })
  const sums = readdirSync(directory)
    .filter((name) => name !== 'SHA256SUMS')
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
