// Usage: node scripts/build-sdks.mjs
// Builds the JavaScript clients into sdks/javascript/<name>/dist, which is what is published: ESM and CommonJS, each with
// the core inside, so that a client has no dependency; types; a package.json of its own.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const sdks = join(root, 'sdks/javascript')
const names = ['core', 'node', 'browser']

const mark = join(sdks, 'core/dist/.built-from')

/** Builds what was not made from the same files the last time. */
export async function buildSdksIfChanged() {
  const made = fingerprint()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === made) return
  await buildSdks()
  await writeFile(mark, made)
}

function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)))
  for (const name of names) {
    hash.update(readFileSync(join(sdks, name, 'package.json')))
    const folder = join(sdks, name, 'src')
    for (const file of readdirSync(folder, { recursive: true }).sort())
      if (/(?<!\.test)\.ts$/.test(file)) hash.update(`${name}/${file}\n`).update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex')
}

async function buildSdks() {
  const types = await declarations()
  for (const name of names) await buildSdk(name, types)
  await rm(types, { recursive: true })
}

async function buildSdk(name, types) {
  const output = join(sdks, name, 'dist')
  await rm(output, { recursive: true, force: true })
  const bundle = await rolldown({
    input: join(sdks, name, 'src/index.ts'),
    platform: name === 'node' ? 'node' : 'neutral',
    external: /^node:/,
    resolve: { alias: { '@bugle/core': join(sdks, 'core/src/index.ts') } },
    logLevel: 'warn',
  })
  for (const [format, type] of [
    ['esm', 'module'],
    ['cjs', 'commonjs'],
  ]) {
    const folder = join(output, format)
    await bundle.write({ file: join(folder, 'index.js'), format })
    // Says for all files below, types included, which of the two they are.
    await writeFile(join(folder, 'package.json'), `{ "type": "${type}" }\n`)
    await cp(join(types, name), join(folder, 'types'), { recursive: true })
    if (name !== 'core') await cp(join(types, 'core'), join(folder, 'types/core'), { recursive: true })
  }
  await bundle.close()
  await writeFile(join(output, 'package.json'), `${JSON.stringify(await published(name), null, 2)}\n`)
  await cp(join(root, 'LICENSE'), join(output, 'LICENSE'))
  await cp(join(sdks, name, 'README.md'), join(output, 'README.md'))
}

async function published(name) {
  const {
    private: _,
    exports: __,
    devDependencies: ___,
    ...own
  } = JSON.parse(await readFile(join(sdks, name, 'package.json'), 'utf8'))
  const entry = (format) => ({ types: `./${format}/types/index.d.ts`, default: `./${format}/index.js` })
  return {
    ...own,
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/types/index.d.ts',
    exports: { '.': { import: entry('esm'), require: entry('cjs') }, './package.json': './package.json' },
    ...(name === 'node' ? { engines: { node: '>=20' } } : {}),
  }
}

/** Types of all packages by the compiler, a folder for each. */
async function declarations() {
  const output = join(sdks, '.types')
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const tsc = join(root, 'node_modules/.bin/tsc')
  const done = spawnSync(tsc, ['-p', join(sdks, 'tsconfig.build.json'), '--outDir', output], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`types of the clients: ${done.stdout}${done.stderr}`)
  for (const name of names) {
    const from = join(output, name, 'src')
    await cp(from, join(output, name), { recursive: true })
    await rm(from, { recursive: true })
    for (const file of await readdir(join(output, name))) {
      const path = join(output, name, file)
      const text = await readFile(path, 'utf8')
      await writeFile(
        path,
        text.replaceAll("'@bugle/core'", "'./core/index.js'").replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"),
      )
    }
  }
  return output
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSdksIfChanged()
