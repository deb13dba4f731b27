// Usage: node scripts/site.mjs [--path PATH] [--media DIRECTORY] DIRECTORY
// Makes the public site in DIRECTORY: this checkout at its root, and every released version, by its tag, in a folder of its own. The site
// is served at PATH, by default /. --media has the recordings of the landing page, which `npm run recordings` makes; without them it
// shows pictures.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, rootPath } from './install.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { path: { type: 'string', default: '/' }, media: { type: 'string' } },
})
if (positionals.length !== 1) {
  console.error('Name a directory: node scripts/site.mjs [--path PATH] [--media DIRECTORY] DIRECTORY')
  process.exit(2)
}
const directory = resolve(positionals[0])
const media = values.media === undefined ? [] : ['--media', resolve(values.media)]
const versions = git('tag', '--list', 'v[0-9]*', '--sort=-v:refname').split('\n').filter(hasSite).map(versionOf)

ensureInstalled('all')
build(rootPath, 'main', directory, ...media)
for (const version of versions) buildRelease(version)
writeFileSync(join(directory, 'versions.json'), JSON.stringify(versions))
writeFileSync(join(directory, '404.html'), missingPage(values.path))
// GitHub Pages would leave out what it takes for files of another generator.
writeFileSync(join(directory, '.nojekyll'), '')

/** Builds the site of a release in a copy of its files. */
function buildRelease(version) {
  const parent = mkdtempSync(join(tmpdir(), 'bugle-site-'))
  const checkout = join(parent, 'checkout')
  try {
    git('worktree', 'add', '--detach', checkout, `v${version}`)
    const hasSamePackages = lockOf(checkout) === lockOf(rootPath)
    if (hasSamePackages) symlinkSync(join(rootPath, 'node_modules'), join(checkout, 'node_modules'))
    build(checkout, `v${version}`, join(directory, version))
  } finally {
    git('worktree', 'remove', '--force', checkout)
    rmSync(parent, { recursive: true })
  }
}

/** Links to files of the repository lead to the given revision. */
function build(checkout, revision, output, ...more) {
  const args = ['scripts/docs.mjs', '--public', '--versions', values.path, ...more, output]
  execFileSync(process.execPath, args, {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, BUGLE_DOCS_REVISION: revision },
  })
}

/** Whether a tag is of a version that can build its documentation. */
function hasSite(tag) {
  return tag !== '' && git('ls-tree', '--name-only', tag, 'site/build.ts') !== ''
}

function versionOf(tag) {
  return tag.slice(1)
}

function lockOf(checkout) {
  return readFileSync(join(checkout, 'package-lock.json'), 'utf8')
}

function git(...args) {
  return execFileSync('git', args, { cwd: rootPath, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function missingPage(path) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Bugle</title>
<p>There is no such page. <a href="${path}">Bugle</a></p></html>
`
}
