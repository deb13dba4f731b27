// Usage: node scripts/build.mjs [--changed [PART …]]
// Builds three parts. server: into apps/server/dist (build-server.mjs). dashboard: into dist/dashboard, from where the
// server serves it. sdk: into dist/sdk, for download. --changed builds only the parts whose sources have changed. A fourth part, docs, is
// built when it is named: it needs packages that a server does not, and takes as long as the others together.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { cliSources } from './build-cli.mjs'
import { buildServer, buildServerForDevelopment } from './build-server.mjs'
import { bundledPackages, listName } from './notices/bundled-packages.mjs'
import { writeNotices } from './notices/notices.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const output = join(root, 'apps/server/dist')
const dashboard = join(output, 'dashboard')
const docs = join(output, 'docs')
const sdk = join(output, 'sdk')
const sdkNames = ['core', 'react', 'browser', 'node', 'react-native', 'bundler']

const server = {
  mark: join(output, '.built-from'),
  sources: [
    'apps/server/src',
    ...['protocol', 'sentry-event', 'stacktrace', 'symbols'].map((name) => `packages/${name}/src`),
  ],
}
const parts = {
  server: { ...server, build: buildServer },
  /** A build of `server` that is up to date will do, so that `npm run dev` replaces it only after a change. */
  serverForDevelopment: { ...server, build: buildServerForDevelopment, acceptedBuild: buildServer },
  dashboard: {
    mark: join(dashboard, '.built-from'),
    sources: [
      'apps/dashboard',
      ...['protocol', 'api-client', 'client-state', 'presentation'].map((name) => `packages/${name}/src`),
      'packages/symbols/src/resolve',
      'docs/stack-still-minified.md',
    ],
    // A page that it shows.
    files: ['docs/stack-still-minified.md'],
    build: buildDashboard,
  },
  sdk: {
    mark: join(sdk, '.built-from'),
    sources: [
      ...sdkNames.map((name) => `sdks/javascript/${name}/src`),
      ...cliSources,
      'sdks/php',
      'sdks/dart',
      'scripts',
    ],
    // Parts of the packages that it serves.
    files: ['CHANGELOG.md', ...sdkNames.flatMap((name) => [`${name}/README.md`, `${name}/package.json`])].map(
      (file) => `sdks/javascript/${file}`,
    ),
    build: buildSdks,
  },
  docs: {
    mark: join(docs, '.built-from'),
    sources: ['docs', 'site'],
    files: ['ARCHITECTURE.md', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md', 'package.json'],
    build: buildDocs,
  },
}
/** Parts of every build. */
export const allParts = ['server', 'dashboard', 'sdk']

/** Lists the folders and files that the named parts are built from. */
export function sourcesOf(names) {
  return [...new Set(names.flatMap((name) => parts[name].sources))]
}

/** Builds the named parts whose sources have changed since their last build. */
export async function buildIfChanged(names = allParts) {
  const changed = names.filter((name) => hasChanged(parts[name]))
  for (const name of changed) await build(parts[name])
  if (changed.length > 0 && existsSync(dashboard)) writeNotices()
}

/**
 * Does the same in a process of its own, so that the 300 MB a build takes do not stay with a long-lived caller.
 * Aborting the signal ends the build.
 *
 * @param {{ signal?: AbortSignal, parts?: string[] }} [options]
 * @returns {Promise<boolean>} whether everything is built; errors have been printed
 */
export async function buildApart({ signal, parts: names = allParts } = {}) {
  if (!names.some((name) => hasChanged(parts[name]))) return true
  const options = { stdio: 'inherit', ...(signal === undefined ? {} : { signal }) }
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--changed', ...names], options)
  return new Promise((resolve) => {
    child.once('error', () => {}) // aborted: `close` follows
    child.once('close', (code) => resolve(code === 0))
  })
}

function hasChanged(part) {
  if (!existsSync(part.mark)) return true
  const mark = readFileSync(part.mark, 'utf8')
  return ![part.build, part.acceptedBuild].some((build) => build && mark === fingerprint(part, build))
}

async function build(part) {
  // Taken before the build, so that a change during it causes another one.
  const made = fingerprint(part, part.build)
  await part.build()
  await writeFile(part.mark, made)
}

async function buildDashboard() {
  const vite = await import('vite')
  // A test runner sets `test`, which would select React's development build.
  const former = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const { output: made } = await vite.build({
    root: join(root, 'apps/dashboard'),
    logLevel: 'warn',
    build: { outDir: dashboard, emptyOutDir: true },
  })
  if (former === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = former
  // Styles and fonts, whose files are no modules.
  const styles = ['tailwindcss', '@fontsource-variable/geist', '@fontsource-variable/geist-mono']
  const packages = bundledPackages(
    made,
    styles.map((name) => `node_modules/${name}`),
  )
  await writeFile(join(dashboard, listName), JSON.stringify(packages))
  await compress(dashboard)
}

async function buildSdks() {
  const { buildSdksIfChanged } = await import('./build-sdks.mjs')
  await buildSdksIfChanged(sdk)
  await compress(sdk)
}

/** In a process of its own, which understands TypeScript and gives its memory back. */
async function buildDocs() {
  const args = ['--import', 'tsx', 'site/build.ts']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('the documentation could not be built')
}

/** Writes a compressed copy beside each text file, so that the server never compresses a response of static content. */
export async function compress(directory) {
  const names = (await readdir(directory, { recursive: true })).filter((name) => /\.(js|css|html|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(directory, name))
      await writeFile(join(directory, `${name}.br`), await promisify(brotliCompress)(content))
      await writeFile(join(directory, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

function fingerprint(part, build) {
  const hash = createHash('sha256').update(build.name)
  hash.update(readFileSync(join(root, 'package-lock.json')))
  for (const name of ['build', 'build-server', 'notices/bundled-packages', 'notices/notices'])
    hash.update(readFileSync(join(root, 'scripts', `${name}.mjs`)))
  for (const file of part.files ?? []) hash.update(readFileSync(join(root, file)))
  for (const folder of part.sources) {
    const path = join(root, folder)
    const files = statSync(path).isFile() ? [''] : readdirSync(path, { recursive: true }).sort()
    for (const file of files) {
      if (file.startsWith('node_modules')) continue
      const { mtimeMs, size } = statSync(join(path, file))
      hash.update(`${folder}/${file}:${mtimeMs}:${size}\n`)
    }
  }
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [flag, ...names] = process.argv.slice(2)
  if (flag === '--changed') await buildIfChanged(names.length === 0 ? undefined : names)
  else {
    for (const name of allParts) await build(parts[name])
    writeNotices()
  }
}
