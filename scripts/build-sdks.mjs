// Usage: node scripts/build-sdks.mjs
// Builds the JavaScript clients into sdks/javascript/<name>/dist, which is what is published: ESM and CommonJS, each with
// the core inside, so that a client has no dependency; types; a package.json of its own; for pages without a build, scripts.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const sdks = join(root, 'sdks/javascript')

/** What is inside of others. */
const internal = ['core', 'react']
/** What the client for React Native asks, where an app has it. */
const expoModules = ['expo', 'expo-application', 'expo-constants', 'expo-device', 'expo-updates']
/** Entries of each package; `scripts` are for a script element: name of the file, name of its source. */
const published = {
  core: { entries: ['index'] },
  node: { entries: ['index', 'express', 'fastify', 'koa', 'hono', 'next'], engines: { node: '>=20' } },
  browser: {
    entries: ['index', 'react', 'vue', 'svelte', 'clicks', 'reports'],
    scripts: { 'loader.js': 'loader', 'bugle.js': 'script' },
    peers: { react: '>=17' },
    optional: ['react'],
  },
  'react-native': {
    entries: ['index', 'metro', 'plugin'],
    peers: { react: '>=18', 'react-native': '>=0.74', ...Object.fromEntries(expoModules.map((name) => [name, '*'])) },
    optional: expoModules,
    // Expo loads `app.plugin.js` by `require`, from the folder itself.
    files: {
      'app.plugin.js': "module.exports = require('./cjs/plugin.js').withBugle\n",
      'app.plugin.d.ts': "import { withBugle } from './cjs/types/plugin.js'\nexport = withBugle\n",
    },
  },
}
const sources = [...new Set([...internal, ...Object.keys(published)])]
const mark = join(sdks, 'core/dist/.built-from')
const alias = Object.fromEntries(
  [...internal.map((name) => [name, 'index']), ['core/public', 'public']].map(([name, file]) => [
    `@bugle/${name}$`,
    join(sdks, name.split('/')[0], `src/${file}.ts`),
  ]),
)
const external = [/^node:/, 'react', 'react-native', /^expo[/-]/, /^promise\//]

/** Builds what was not made from the same files the last time. */
export async function buildSdksIfChanged() {
  const made = fingerprint()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === made) return
  const types = await declarations()
  for (const name of Object.keys(published)) await buildSdk(name, types)
  await rm(types, { recursive: true })
  await writeFile(mark, made)
}

function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)))
  for (const name of sources) {
    for (const file of ['package.json', 'README.md']) hash.update(readFileSync(join(sdks, name, file)))
    const folder = join(sdks, name, 'src')
    for (const file of readdirSync(folder, { recursive: true }).sort())
      if (/(?<!\.test)\.ts$/.test(file)) hash.update(`${name}/${file}\n`).update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex')
}

async function buildSdk(name, types) {
  const { entries, scripts = {} } = published[name]
  const output = join(sdks, name, 'dist')
  await rm(output, { recursive: true, force: true })
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(sdks, name, 'src', `${entry}.ts`)])),
    platform: name === 'node' ? 'node' : 'neutral',
    external,
    resolve: { alias },
    logLevel: 'warn',
  })
  for (const [format, type] of [
    ['esm', 'module'],
    ['cjs', 'commonjs'],
  ]) {
    const folder = join(output, format)
    await bundle.write({
      dir: folder,
      format,
      exports: 'named',
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[name].js',
    })
    if (published[name].optional && format === 'esm') await writePlainRequire(folder)
    // Says for all files below, types included, which of the two they are.
    await writeFile(join(folder, 'package.json'), `{ "type": "${type}" }\n`)
    await cp(join(types, name), join(folder, 'types'), { recursive: true })
    for (const part of internal.filter((one) => one !== name && usesPart(name, one)))
      await cp(join(types, part), join(folder, 'types', part), { recursive: true })
  }
  await bundle.close()
  for (const [file, source] of Object.entries(scripts)) await buildScript(name, source, join(output, 'script', file))
  await writePackage(name, output)
}

/** The bundler has a name of its own for `require`; Metro finds a module that may be missing by that word. */
async function writePlainRequire(folder) {
  const helper = /^import \{ t as __require \} from "\.\/shared\/rolldown-runtime\.js";\n/m
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js')).map((file) => join(folder, file))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  if (!texts.some((text) => helper.test(text))) return
  for (const [index, text] of texts.entries())
    await writeFile(files[index], text.replace(helper, '').replaceAll('__require(', 'require('))
  await rm(join(folder, 'shared/rolldown-runtime.js'))
  if ((await readdir(join(folder, 'shared'))).length === 0) await rmdir(join(folder, 'shared'))
}

/** A classic script, minified: nobody builds it once more. */
async function buildScript(name, source, file) {
  const bundle = await rolldown({
    input: join(sdks, name, 'src', `${source}.ts`),
    platform: 'browser',
    resolve: { alias },
    logLevel: 'warn',
  })
  await bundle.write({ file, format: 'iife', minify: true })
  await bundle.close()
}

const isSubpath = (entry) => entry !== 'index'

const usesPart = (name, part) =>
  JSON.parse(readFileSync(join(sdks, name, 'package.json'), 'utf8')).devDependencies?.[`@bugle/${part}`] !== undefined

async function writePackage(name, output) {
  const { entries, scripts, engines, peers, optional, files = {} } = published[name]
  const source = JSON.parse(await readFile(join(sdks, name, 'package.json'), 'utf8'))
  const { private: _, exports: __, devDependencies: ___, ...own } = source
  const typesOf = (format, entry) => `./${format}/types/${entry}.d.ts`
  const conditions = (format, entry) => ({ types: typesOf(format, entry), default: `./${format}/${entry}.js` })
  const subpaths = entries.map((entry) => [
    entry === 'index' ? '.' : `./${entry}`,
    { import: conditions('esm', entry), require: conditions('cjs', entry) },
  ])
  for (const [file, text] of Object.entries(files)) await writeFile(join(output, file), text)
  const whole = {
    ...own,
    files: ['cjs', 'esm', ...(scripts ? ['script'] : []), ...Object.keys(files), ...entries.filter(isSubpath)],
    ...(scripts ? { sideEffects: ['./script/*'] } : {}),
    ...(files['app.plugin.js'] ? { type: 'commonjs' } : {}),
    main: './cjs/index.js',
    module: './esm/index.js',
    types: typesOf('cjs', 'index'),
    exports: {
      ...Object.fromEntries(subpaths),
      ...(scripts ? { './script/*': './script/*' } : {}),
      ...(files['app.plugin.js'] ? { './app.plugin.js': './app.plugin.js' } : {}),
      './package.json': './package.json',
    },
    ...(engines ? { engines } : {}),
    ...(peers ? { peerDependencies: peers } : {}),
    ...(optional
      ? { peerDependenciesMeta: Object.fromEntries(optional.map((peer) => [peer, { optional: true }])) }
      : {}),
  }
  await writeJson(join(output, 'package.json'), whole)
  // For resolvers that do not read `exports`.
  for (const entry of entries.filter(isSubpath)) {
    await mkdir(join(output, entry))
    await writeJson(join(output, entry, 'package.json'), {
      main: `../cjs/${entry}.js`,
      module: `../esm/${entry}.js`,
      types: `.${typesOf('cjs', entry)}`,
    })
  }
  await cp(join(root, 'LICENSE'), join(output, 'LICENSE'))
  await cp(join(sdks, name, 'README.md'), join(output, 'README.md'))
}

const writeJson = (file, value) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`)

/** Types of all packages by the compiler, a folder for each; what is internal stands beside or below its user. */
async function declarations() {
  const output = join(sdks, '.types')
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const tsc = join(root, 'node_modules/.bin/tsc')
  const done = spawnSync(tsc, ['-p', join(sdks, 'tsconfig.build.json'), '--outDir', output], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`types of the clients: ${done.stdout}${done.stderr}`)
  for (const name of sources) {
    const from = join(output, name, 'src')
    await cp(from, join(output, name), { recursive: true })
    await rm(from, { recursive: true })
    const place = internal.includes(name) ? '..' : '.'
    for (const file of await readdir(join(output, name))) {
      const path = join(output, name, file)
      const text = (await readFile(path, 'utf8'))
        .replaceAll(/'@bugle\/(core|react)(?:\/(\w+))?'/g, (_, part, file = 'index') => `'${place}/${part}/${file}.js'`)
        .replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'")
      await writeFile(path, text)
    }
  }
  return output
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSdksIfChanged()
