// Usage: import { buildCli } from './build-cli.mjs'
//
// Builds the command line into apps/cli/dist, as it is published: one file for each command, minified, with all
// dependencies inside.
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledPackages, listName } from './notices/bundled-packages.mjs'
import { noticesName, noticesOf } from './notices/notices.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const source = join(root, 'apps/cli')
const output = join(source, 'dist')

/** Folders that the command line is built from. */
export const cliSources = [
  'apps/cli/src',
  'packages/sourcemaps/src',
  'packages/symbols/src',
  'packages/api-client/src',
  'packages/protocol/src/vocabulary',
]

export async function buildCli() {
  const { rolldown } = await import('rolldown')
  await rm(output, { recursive: true, force: true })
  const bundle = await rolldown({
    input: { bugle: join(source, 'src/main.ts') },
    platform: 'node',
    treeshake: { moduleSideEffects: (id) => id.includes('/node_modules/') || id.endsWith('/main.ts') },
    logLevel: 'warn',
  })
  const made = await bundle.write({
    dir: output,
    format: 'esm',
    minify: true,
    chunkFileNames: 'parts/[name].js',
    banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : ''),
  })
  await bundle.close()
  const packages = bundledPackages(made.output)
  await writeFile(join(output, listName), JSON.stringify(packages))
  await writeFile(join(output, noticesName), noticesOf(packages, 'The command line of Bugle'))
  await writePackage()
}

async function writePackage() {
  const { private: _, dependencies: __, devDependencies: ___, ...own } = await readJson(join(source, 'package.json'))
  const { repository, homepage, bugs, engines } = await readJson(join(root, 'package.json'))
  const whole = {
    ...own,
    keywords: ['errors', 'error-tracking', 'source-maps', 'cli', 'bugle'],
    homepage,
    bugs,
    repository: { ...repository, directory: 'apps/cli' },
    publishConfig: { access: 'public', provenance: true },
    bin: { bugle: 'bugle.js' },
    files: ['CHANGELOG.md', noticesName, 'bugle.js', 'parts'],
    exports: { './package.json': './package.json' },
    engines,
  }
  await writeFile(join(output, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`)
  await cp(join(root, 'LICENSE'), join(output, 'LICENSE'))
  for (const file of ['CHANGELOG.md', 'README.md']) await cp(join(source, file), join(output, file))
}

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'))
