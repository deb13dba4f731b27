// Usage: node conformance/maps/make/main.mjs [BUNDLER …]
//
// Builds the programs with every bundler, runs the builds and the programs themselves in Node, and writes
// conformance/maps/BUNDLER.json: code, map, and the stacks of the build with what the program's own run says of each
// frame. Installs the bundlers from npm into a temporary folder.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundlers } from './bundlers.mjs'
import { hermesPackages, makeHermes } from './hermes.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const target = join(here, '..')
const wanted = process.argv.slice(2)

/** The versions that the files in the repository were made with. */
const packages = {
  '@jridgewell/trace-mapping': '0.3.31',
  '@rspack/core': '2.3.2',
  '@swc/core': '1.16.22',
  esbuild: '0.28.2',
  rolldown: '1.2.19',
  rollup: '4.68.7',
  terser: '5.51.2',
  'ts-blank-space': '0.9.0',
  typescript: '6.0.3',
  vite: '8.3.8',
  webpack: '5.112.2',
}

const directory = mkdtempSync(join(tmpdir(), 'maps-'))
const hermesDirectory = join(directory, 'hermes')
try {
  install(directory, packages)
  install(hermesDirectory, { ...hermesPackages, '@jridgewell/trace-mapping': packages['@jridgewell/trace-mapping'] })
  await makeAll()
} finally {
  rmSync(directory, { recursive: true, force: true })
}

function install(folder, wantedPackages) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const names = Object.entries(wantedPackages).map(([name, version]) => `${name}@${version}`)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...names], { cwd: folder })
}

async function makeAll() {
  const require = createRequire(join(directory, 'package.json'))
  const tools = Object.fromEntries(
    await Promise.all(Object.keys(packages).map(async (name) => [name, await import(pathToFileURL(resolve(name)))])),
  )
  function resolve(name) {
    return require.resolve(name)
  }
  const programs = readdirSync(join(here, 'programs')).map((name) => prepare(name, tools))
  const isWanted = (name) => wanted.length === 0 || wanted.includes(name)
  for (const [name, bundler] of Object.entries(bundlers).filter(([one]) => isWanted(one))) {
    const cases = []
    for (const program of programs) cases.push(await makeCase(bundler, program, tools))
    write(name, `${bundler.package} ${packages[bundler.package]}`, cases)
  }
  for (const [name, withText] of [
    ['metro-hermes', true],
    ['metro-hermes-without-text', false],
  ]) {
    const version = `metro ${hermesPackages.metro}, Hermes ${hermesPackages['hermes-engine-cli']}`
    if (isWanted(name)) write(name, version, await makeHermes(programs, hermesDirectory, withText))
  }
}

function write(name, version, cases) {
  const lines = cases.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
  const text = `{\n  "bundler": ${JSON.stringify(version)},\n  "cases": [\n${lines}\n  ]\n}\n`
  writeFileSync(join(target, `${name}.json`), text)
  const frames = cases.flatMap(({ stacks }) => stacks.flat())
  console.log(`${name}: ${frames.filter(({ expected }) => expected).length} of ${frames.length} frames are confirmed`)
}

/** Copies a program, and runs it as it is, with types blanked: these runs say what is right. */
function prepare(name, tools) {
  const source = join(directory, 'programs', name)
  const plain = join(directory, 'plain', name)
  for (const folder of [source, plain]) cpSync(join(here, 'programs', name), folder, { recursive: true })
  for (const file of readdirSync(plain).filter((one) => one.endsWith('.ts'))) {
    const text = tools['ts-blank-space'].default(readFileSync(join(plain, file), 'utf8'))
    writeFileSync(join(plain, file.replace(/\.ts$/, '.js')), text.replaceAll(/(from '.*)\.ts'/g, "$1.js'"))
  }
  const entry = readdirSync(source).find((file) => file.startsWith('main.'))
  return { name, source, entry, truth: run(join(plain, 'main.js')) }
}

/** Runs a file; returns a list of frames for each error that it reports. */
function run(file) {
  const text = execFileSync('node', ['--import', pathToFileURL(join(here, 'prelude.mjs')).href, file], {
    encoding: 'utf8',
  })
  return JSON.parse(text)
}

async function makeCase(bundler, program, tools) {
  const output = join(directory, 'out', program.name)
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const files = await bundler.build({ ...program, output, tools })
  for (const { name, code } of files) writeFileSync(join(output, name), code)
  const built = run(join(output, files[0].name))
  const stacks = built.map((frames, error) =>
    frames.flatMap((frame) => toFrame(frame, files, program.truth[error], tools)),
  )
  return { program: program.name, files: files.map(({ oracle: _, ...file }) => file), stacks }
}

/** A frame of the build, with the frame of the program's own run at the same position, if there is one. */
function toFrame({ function: name, file, line, column }, files, truth, tools) {
  const number = files.findIndex((one) => file.endsWith(`/${one.name}`))
  if (number < 0) return []
  const { AnyMap, originalPositionFor } = tools['@jridgewell/trace-mapping'].default
  const map = files[number].oracle ?? files[number].map
  const traced = originalPositionFor(new AnyMap(map), { line, column: column - 1 })
  const same = truth?.find(
    (one) =>
      withoutEnding(one.file) === withoutEnding(traced.source ?? '') &&
      one.line === traced.line &&
      one.column === traced.column + 1,
  )
  const expected = same && { ...same, file: traced.source.split('/').at(-1) }
  return [{ ...(name ? { function: name } : {}), file: number, line, column, ...(expected ? { expected } : {}) }]
}

function withoutEnding(path) {
  return path
    .split('/')
    .at(-1)
    .replace(/\.[jt]s$/, '')
}
