const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { buildSync } = require('esbuild')

const packages = join(__dirname, '../../packages')
const sdks = join(__dirname, '../../sdks/javascript')

/** Our packages are used as TypeScript; what they import comes from this app's installation. */
const ours = [
  [/^@bugle\/api-client$/, join(packages, 'api-client/src/index.ts')],
  [/^@bugle\/protocol\/vocabulary$/, join(packages, 'protocol/src/vocabulary/index.ts')],
  [/^@bugle\/client-state\/(.+)$/, join(packages, 'client-state/src/$1.ts')],
  [/^@bugle\/presentation\/labels\/de$/, usedLabels()],
  [/^@bugle\/presentation\/(.+)$/, join(packages, 'presentation/src/$1.ts')],
  [/^@bugle\/symbols\/reason$/, join(packages, 'symbols/src/resolve/reason.ts')],
  [/^@bugle\/core\/(\w+)$/, join(sdks, 'core/src/$1.ts')],
  [/^@bugle\/(core|react|browser|react-native)$/, join(sdks, '$1/src/index.ts')],
]

/** @returns the file of one of our packages */
function fileOfOurs(name) {
  const rule = ours.find(([pattern]) => pattern.test(name))
  return rule === undefined ? undefined : name.replace(...rule)
}

/** Whether a file of ours names another package. */
function isFromOurs(name, origin) {
  return [packages, sdks].some((folder) => origin.startsWith(folder)) && !/^[./]/.test(name)
}

/** Writes the German texts of the dashboard that this app uses too, less than half of them. @returns the file */
function usedLabels() {
  const presentation = join(packages, 'presentation/src')
  const state = join(packages, 'client-state/src')
  const { outputFiles } = buildSync({
    entryPoints: [join(presentation, 'labels/de.ts')],
    bundle: true,
    format: 'cjs',
    write: false,
  })
  const made = { exports: {} }
  new Function('module', 'exports', outputFiles[0].text)(made, made.exports)
  // Units of ages are looked up by a variable.
  const used = new Set(['y', 'mo', 'd', 'h', 'min', 's'])
  for (const folder of [join(__dirname, 'src'), presentation, state, join(packages, 'symbols/src/resolve')])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue
      // As the test of translations finds them.
      const sentences = /\bt\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)")/g
      for (const [, single, double] of readFileSync(join(folder, name), 'utf8').matchAll(sentences))
        used.add((single ?? double).replaceAll("\\'", "'"))
    }
  const labels = Object.entries(made.exports.labels).filter(([key]) => used.has(key.replace(/_(one|other)$/, '')))
  const folder = join(__dirname, 'node_modules/.cache/bugle')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'labels-de.js')
  writeFileSync(file, `export const labels = ${JSON.stringify(Object.fromEntries(labels))}\n`)
  return file
}

module.exports = { packages, sdks, fileOfOurs, isFromOurs }
