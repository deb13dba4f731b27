// Usage: node scripts/build-sdks.mjs
//
// Builds the JavaScript SDKs into sdks/javascript/<name>/dist, as they are published: ESM and CommonJS, each with the
// core inside and no dependencies; types; a package.json; scripts for pages without a build. Also builds the command line
// (build-cli.mjs). Installs missing packages.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildCli, cliSources } from './build-cli.mjs'
import { buildDart } from './build-dart.mjs'
import { buildPhp } from './build-php.mjs'
import { ensureInstalled } from './install.mjs'
import { pack } from './pack.mjs'

// In a fresh clone, none of the imports below is installed yet.
if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled('server')
const { rolldown } = await import('rolldown')
const { isolatedDeclarationSync } = await import('rolldown/experimental')
const { shortNames } = await import('./internal-names.mjs')

const root = fileURLToPath(new URL('../', import.meta.url))
const sdks = join(root, 'sdks/javascript')

/** Packages that are included in others. */
const internal = ['core', 'react']
/** Modules that the React Native SDK uses if an app has them. */
const expoModules = ['expo', 'expo-application', 'expo-constants', 'expo-device', 'expo-updates']
/** Entries of each package. `scripts` are for script elements: file name, source name; `programs` for `npx`: name, source. */
const published = {
  core: { entries: ['index'] },
  node: {
    entries: [
      'index',
      'express',
      'fastify',
      'koa',
      'hono',
      'nest',
      'next',
      'cron',
      'failed-requests',
      'handlers',
      'local-variables',
      'loggers',
    ],
    keywords: ['node', 'express', 'fastify', 'koa', 'hono', 'nestjs', 'nextjs'],
    programs: { 'bugle-node': 'check' },
  },
  browser: {
    keywords: ['browser', 'react', 'vue', 'svelte'],
    entries: [
      'index',
      'core',
      'react',
      'vue',
      'svelte',
      'attachments',
      'callbacks',
      'clicks',
      'failed-requests',
      'feedback',
      'reports',
    ],
    // In this order: the loader names the digest of the other.
    scripts: { 'bugle.js': 'script', 'loader.js': 'loader' },
    peers: { react: '>=17' },
    optional: ['react'],
  },
  'react-native': {
    keywords: ['react-native', 'expo'],
    entries: ['index', 'metro', 'plugin'],
    peers: { react: '>=18', 'react-native': '>=0.74', ...Object.fromEntries(expoModules.map((name) => [name, '*'])) },
    optional: expoModules,
    // Expo loads `app.plugin.js` from the package's folder by `require`.
    files: {
      'app.plugin.js': "module.exports = require('./cjs/plugin.js').withBugle\n",
      'app.plugin.d.ts': "import { withBugle } from './cjs/types/plugin.js'\nexport = withBugle\n",
    },
    // Steps of native builds.
    folders: ['native'],
  },
  bundler: {
    keywords: ['source-maps', 'vite', 'rollup', 'rolldown', 'webpack', 'rspack', 'esbuild', 'unplugin'],
    entries: ['index', 'vite', 'rollup', 'rolldown', 'webpack', 'rspack', 'esbuild'],
    engines: { node: '^20.19.0 || >=22.12.0' },
  },
}
export const publishedNames = Object.keys(published)
const sources = [...new Set([...internal, ...Object.keys(published)])]
const mark = join(sdks, 'core/dist/.built-from')
const alias = Object.fromEntries(
  [...internal.map((name) => [name, 'index']), ['core/public', 'public']].map(([name, file]) => [
    `@bugle/${name}$`,
    join(sdks, name.split('/')[0], `src/${file}.ts`),
  ]),
)
/** Packages that only run on Node. */
const onNode = new Set(['node', 'bundler'])
const external = [/^node:/, 'unplugin', 'react', 'react-native', /^expo[/-]/, /^promise\//]

/**
 * Builds the packages if their sources have changed since the last build.
 *
 * @param {string} [served] also receives the files that the server serves
 */
export async function buildSdksIfChanged(served) {
  const made = fingerprint()
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== made) {
    const types = await declarations()
    for (const name of Object.keys(published)) await buildSdk(name, types)
    await rm(types, { recursive: true })
    await buildCli()
    await writeFile(mark, made)
  }
  if (served !== undefined) await serve(served)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const script of ['build-sdks.mjs', 'internal-names.mjs'])
    hash.update(readFileSync(join(root, 'scripts', script)))
  for (const file of ['package.json', 'sdks/javascript/CHANGELOG.md']) hash.update(readFileSync(join(root, file)))
  for (const name of sources) {
    for (const file of ['package.json', 'README.md', ...(hasBadge(name) ? ['size.svg'] : [])])
      hash.update(readFileSync(join(sdks, name, file)))
    const folder = join(sdks, name, 'src')
    for (const file of readdirSync(folder, { recursive: true }).sort())
      if (/(?<!\.test)\.ts$/.test(file)) hash.update(`${name}/${file}\n`).update(readFileSync(join(folder, file)))
    for (const folder of published[name]?.folders ?? [])
      for (const file of readdirSync(join(sdks, name, folder)).sort())
        hash.update(readFileSync(join(sdks, name, folder, file)))
  }
  for (const file of ['CHANGELOG.md', 'README.md', 'package.json'])
    hash.update(readFileSync(join(root, 'apps/cli', file)))
  hash.update(readFileSync(join(root, 'scripts/build-cli.mjs')))
  for (const folder of cliSources)
    for (const file of readdirSync(join(root, folder), { recursive: true }).sort())
      if (/(?<!\.test)\.ts$/.test(file))
        hash.update(`${folder}/${file}\n`).update(readFileSync(join(root, folder, file)))
  return hash.digest('hex')
}

async function buildSdk(name, types) {
  const { entries, programs = {}, scripts = {} } = published[name]
  const output = join(sdks, name, 'dist')
  await rm(output, { recursive: true, force: true })
  const bundle = await rolldown({
    input: Object.fromEntries(
      [...entries, ...Object.values(programs)].map((entry) => [entry, join(sdks, name, 'src', `${entry}.ts`)]),
    ),
    platform: onNode.has(name) ? 'node' : 'neutral',
    external,
    resolve: { alias },
    plugins: name === 'browser' ? [shortNames()] : [],
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
      sourcemap: true,
      // One file, with all that it imports: Node takes half a millisecond to find another.
      ...(name === 'node' ? { codeSplitting: { groups: [{ name: 'init', test: /node\/src\/init\.ts$/ }] } } : {}),
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[name].js',
    })
    if (published[name].optional && format === 'esm') await writePlainRequire(folder)
    // Declares the module type of all files below, types included.
    await writeFile(join(folder, 'package.json'), `{ "type": "${type}" }\n`)
    await cp(join(types, name), join(folder, 'types'), { recursive: true })
    for (const part of internal.filter((one) => one !== name && usesPart(name, one)))
      await cp(join(types, part), join(folder, 'types', part), { recursive: true })
  }
  await bundle.close()
  let define = {}
  for (const [file, source] of Object.entries(scripts)) {
    const path = join(output, 'script', file)
    await buildScript(join(sdks, name, 'src', `${source}.ts`), path, define)
    define = pinnedScript(file, await readFile(path))
  }
  await writePackage(name, output)
}

/** The bundler renames `require`; Metro recognizes an optional module by that name. */
async function writePlainRequire(folder) {
  const helper = /^import \{ t as __require \} from "\.\/shared\/rolldown-runtime\.js";\n/m
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js')).map((file) => join(folder, file))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  if (!texts.some((text) => helper.test(text))) return
  for (const [index, text] of texts.entries())
    await writeFile(files[index], text.replace(helper, '\n').replaceAll('__require(', 'require('))
  for (const file of ['rolldown-runtime.js', 'rolldown-runtime.js.map'])
    await rm(join(folder, 'shared', file), { force: true })
  if ((await readdir(join(folder, 'shared'))).length === 0) await rmdir(join(folder, 'shared'))
}

/** A classic script, minified, since no build follows. */
async function buildScript(input, file, define) {
  const bundle = await rolldown({
    input,
    platform: 'browser',
    resolve: { alias },
    transform: { define },
    plugins: [shortNames()],
    logLevel: 'warn',
  })
  await bundle.write({ file, format: 'iife', minify: true, sourcemap: true })
  await bundle.close()
}

/** The name and the digest by which a page, or the loader, asks for these bytes and no others. */
function pinnedScript(name, content) {
  const digest = createHash('sha384').update(content).digest('base64')
  return {
    'pinned.file': JSON.stringify(hashedName(name, content)),
    'pinned.integrity': JSON.stringify(`sha384-${digest}`),
  }
}

/** @example hashedName('bugle.js', content) // 'bugle.3f9a1c04be27.js' */
function hashedName(name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return name.replace(/(?=\.\w+$)/, `.${hash}`)
}

/** Whether the size of a package is published; see sdk-sizes.mjs. */
const hasBadge = (name) => existsSync(join(sdks, name, 'size.svg'))

const isSubpath = (entry) => entry !== 'index'

const usesPart = (name, part) =>
  JSON.parse(readFileSync(join(sdks, name, 'package.json'), 'utf8')).devDependencies?.[`@bugle/${part}`] !== undefined

async function writePackage(name, output) {
  const {
    entries,
    programs,
    scripts,
    engines = { node: '>=20' },
    keywords,
    peers,
    optional,
    files = {},
    folders = [],
  } = published[name]
  const source = JSON.parse(await readFile(join(sdks, name, 'package.json'), 'utf8'))
  const { private: _, exports: __, devDependencies: ___, ...own } = source
  const typesOf = (format, entry) => `./${format}/types/${entry}.d.ts`
  const conditions = (format, entry) => ({ types: typesOf(format, entry), default: `./${format}/${entry}.js` })
  const subpaths = entries.map((entry) => [
    entry === 'index' ? '.' : `./${entry}`,
    { import: conditions('esm', entry), require: conditions('cjs', entry) },
  ])
  for (const [file, text] of Object.entries(files)) await writeFile(join(output, file), text)
  for (const folder of folders) await cp(join(sdks, name, folder), join(output, folder), { recursive: true })
  const { repository, homepage, bugs } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const whole = {
    ...own,
    keywords: ['errors', 'error-tracking', 'crash-reporting', 'monitoring', 'bugle', ...(keywords ?? [])],
    homepage,
    bugs,
    repository: { ...repository, directory: `sdks/javascript/${name}` },
    publishConfig: { access: 'public', provenance: true },
    files: [
      'CHANGELOG.md',
      ...(hasBadge(name) ? ['size.svg'] : []),
      'cjs',
      'esm',
      ...(scripts ? ['script'] : []),
      ...Object.keys(files),
      ...folders,
      ...entries.filter(isSubpath),
    ],
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
    engines,
    ...(programs
      ? { bin: Object.fromEntries(Object.entries(programs).map(([program, file]) => [program, `./esm/${file}.js`])) }
      : {}),
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
  await cp(join(sdks, 'CHANGELOG.md'), join(output, 'CHANGELOG.md'))
  await cp(join(sdks, name, 'README.md'), join(output, 'README.md'))
  if (hasBadge(name)) await cp(join(sdks, name, 'size.svg'), join(output, 'size.svg'))
}

const writeJson = (file, value) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`)

/**
 * Writes the types of all packages, a folder each, with internal packages beside or below their user. Each file is
 * transformed by itself, so that no compiler must be installed; the checks make sure that this is possible.
 */
async function declarations() {
  const output = join(sdks, '.types')
  await rm(output, { recursive: true, force: true })
  for (const name of sources) {
    await mkdir(join(output, name), { recursive: true })
    const base = internal.includes(name) ? '..' : '.'
    const from = join(sdks, name, 'src')
    for (const file of await readdir(from)) {
      if (!/(?<!\.test|\.d)\.ts$/.test(file)) continue
      const { code, errors } = isolatedDeclarationSync(file, await readFile(join(from, file), 'utf8'), {
        stripInternal: true,
      })
      if (errors.length > 0) throw new Error(`types of ${name}/${file}: ${errors.map(({ message }) => message)}`)
      const text = code
        .replaceAll(
          /["']@bugle\/(core|react)(?:\/(\w+))?["']/g,
          (_, part, entry = 'index') => `'${base}/${part}/${entry}.js'`,
        )
        .replaceAll(/(from ["']\.[^"']*)\.ts(["'])/g, '$1.js$2')
      await writeFile(join(output, name, file.replace(/\.ts$/, '.d.ts')), text)
    }
  }
  return output
}

/**
 * Writes the files that the server serves: scripts under their plain name and under a content hash, and packages for
 * npm. Reproducible byte for byte.
 */
async function serve(directory) {
  await rm(directory, { recursive: true, force: true })
  await mkdir(join(directory, 'npm'), { recursive: true })
  const add = async (name, content) => {
    for (const file of [name, hashedName(name, content)]) await writeFile(join(directory, file), content)
  }
  for (const file of Object.keys(published.browser.scripts)) {
    await add(file, await readFile(join(sdks, 'browser/dist/script', file)))
    await cp(join(sdks, 'browser/dist/script', `${file}.map`), join(directory, `${file}.map`))
  }
  for (const name of Object.keys(published)) await add(`npm/bugle-${name}.tgz`, await pack(join(sdks, name, 'dist')))
  await add('npm/bugle-cli.tgz', await pack(join(root, 'apps/cli/dist')))
  await buildPhp(join(directory, 'composer'))
  await buildDart(join(directory, 'pub'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSdksIfChanged()
