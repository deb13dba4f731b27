// Usage: node scripts/build.mjs
// Builds the server into apps/server/dist: our own packages bundled, third-party packages left in node_modules.
import { cp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const server = new URL('../apps/server/', import.meta.url)
const path = (relative) => fileURLToPath(new URL(relative, server))

export async function build() {
  const bundle = await rolldown({
    input: {
      main: path('src/main.ts'),
      'http-main': path('src/http-main.ts'),
      'worker-main': path('src/worker-main.ts'),
    },
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[A-Za-z]:/.test(id) && !id.startsWith('@bugle/'),
    logLevel: 'warn',
  })
  await rm(path('dist'), { recursive: true, force: true })
  await bundle.write({ dir: path('dist'), format: 'esm', sourcemap: true, chunkFileNames: '[name].js' })
  await bundle.close()
  await cp(path('src/db/migrations'), path('dist/migrations'), { recursive: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
