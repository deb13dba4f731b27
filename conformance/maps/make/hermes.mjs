// Builds the programs of the maps as React Native does, and runs their bytecode.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The versions that the files in the repository were made with: the last ones for Node 20. */
export const hermesPackages = {
  '@babel/core': '7.29.0',
  '@react-native/babel-preset': '0.82.0',
  '@react-native/metro-babel-transformer': '0.82.0',
  'hermes-engine-cli': '0.12.0',
  metro: '0.83.3',
  'metro-runtime': '0.83.3',
  'metro-source-map': '0.83.3',
}

/** Programs without timers and methods that this Hermes lacks. */
const names = ['cart', 'classes', 'closures', 'errors', 'legacy', 'modules']
const bundleName = 'index.android.bundle'

/**
 * Builds programs as a release of React Native is built: bundled by Metro, compiled to bytecode by Hermes, the two maps
 * composed; and runs the bytecode. Returns a case for each, without code: bytecode is no text.
 */
export async function makeHermes(programs, directory, withText) {
  const require = createRequire(join(directory, 'package.json'))
  const cases = []
  for (const program of programs.filter(({ name }) => names.includes(name))) {
    cases.push(await makeCase(program, join(directory, 'apps', program.name), require, withText))
  }
  return cases
}

async function makeCase({ name, source, truth }, app, require, withText) {
  mkdirSync(app, { recursive: true })
  cpSync(source, app, { recursive: true })
  writeFileSync(join(app, 'package.json'), '{"private":true}')
  writeFileSync(join(app, 'entry.js'), "require('./report')\nrequire('./main')\n")
  writeFileSync(join(app, 'report.js'), 'globalThis.report = (error) => print(JSON.stringify(error.stack))\n')
  const bundle = await bundleOf(app, require)
  writeFileSync(join(app, bundleName), bundle.code)
  const printed = compileAndRun(app, require)
  const map = composed(JSON.parse(bundle.map), join(app, 'index.hbc.map'), require, withText ? app : undefined)
  const stacks = printed.map((stack, error) =>
    framesOf(stack).map((frame) => withExpected(frame, map, truth[error], require)),
  )
  return {
    program: name,
    files: [{ name: bundleName, map: JSON.stringify(map).replaceAll(`${app}/`, '/app/') }],
    stacks,
  }
}

async function bundleOf(app, require) {
  const Metro = require('metro')
  const base = await Metro.loadConfig({ cwd: app, projectRoot: app })
  const config = {
    ...base,
    projectRoot: app,
    watchFolders: [app, join(app, '../..')],
    maxWorkers: 1,
    resetCache: true,
    reporter: { update() {} },
    transformer: {
      ...base.transformer,
      enableBabelRCLookup: false,
      babelTransformerPath: require.resolve('@react-native/metro-babel-transformer'),
      asyncRequireModulePath: require.resolve('metro-runtime/src/modules/asyncRequire'),
    },
  }
  const options = { entry: 'entry.js', platform: 'android', minify: true, dev: false, sourceMap: true }
  return Metro.runBuild(config, { ...options, out: join(app, 'out.js') })
}

function compileAndRun(app, require) {
  const bin = join(require.resolve('hermes-engine-cli/package.json'), '../linux64-bin')
  for (const name of ['hermes', 'hermesc']) chmodSync(join(bin, name), 0o755)
  const flags = ['-O', '-w', '-emit-binary', '-output-source-map', '-out', 'index.hbc', bundleName]
  execFileSync(join(bin, 'hermesc'), flags, { cwd: app })
  const output = execFileSync(join(bin, 'hermes'), ['-b', 'index.hbc'], { cwd: app, encoding: 'utf8' })
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Composes both maps. It keeps the texts of the app alone, or none. */
function composed(metro, hermesMap, require, app) {
  const { composeSourceMaps } = require('metro-source-map')
  const map = composeSourceMaps([metro, JSON.parse(readFileSync(hermesMap, 'utf8'))])
  if (app === undefined) delete map.sourcesContent
  else
    map.sourcesContent = map.sourcesContent.map((text, source) => (map.sources[source].startsWith(app) ? text : null))
  map.sources = map.sources.map((path) => path.replace(/^.*\/node_modules\//, '/node_modules/'))
  return map
}

/** Frames of a stack; Hermes counts bytecode offsets from 0. */
function framesOf(stack) {
  return [...stack.matchAll(/^ {4}at (?:(.*) )?\(address at [^:]+:(\d+):(\d+)\)$/gm)].map(([, name, line, offset]) => ({
    ...(name === 'anonymous' ? {} : { function: name }),
    file: 0,
    line: Number(line),
    column: Number(offset) + 1,
  }))
}

/** Engines name different columns of a call, so the line decides which frame of the program's own run it is. */
function withExpected(frame, map, truth, require) {
  const { AnyMap, originalPositionFor } = require('@jridgewell/trace-mapping')
  const { source, line, column } = originalPositionFor(new AnyMap(map), { line: frame.line, column: frame.column - 1 })
  const file = source?.split('/').at(-1)
  const same = truth.filter((one) => one.file.endsWith(`/${file}`) && one.line === line)
  if (new Set(same.map((one) => one.function)).size !== 1) return frame
  const { function: name } = same[0]
  return { ...frame, expected: { ...(name ? { function: name } : {}), file, line, column: column + 1 } }
}
