// Runs the scripts of the stacks in engines of JavaScript outside of browsers.
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { fromCallSite, replaceAllIn, withInApp } from './expected.mjs'

const programs = join(dirname(fileURLToPath(import.meta.url)), 'programs')
export const modern = ['scenarios.js', 'modern.js', 'wasm.js', 'collect.js']
const old = ['scenarios.js', 'collect-old.js']

/** Bundles the scripts into one file with short names, as a customer deploys it. */
export async function minify(names, to) {
  const input = `${to}.entry.js`
  writeFileSync(input, names.map((name) => readFileSync(join(programs, name), 'utf8')).join('\n'))
  await build({ input, output: { file: to, format: 'iife', minify: true }, logLevel: 'silent', treeshake: false })
}

export function copyPrograms(directory) {
  cpSync(programs, directory, { recursive: true })
}

export async function node(directory) {
  copyPrograms(directory)
  await minify(modern, join(directory, 'app.min.js'))
  const replacements = [[directory, '/srv/app']]
  const run = (...scripts) =>
    JSON.parse(
      execFileSync('node', ['--enable-source-maps=false', join(directory, 'run-node.cjs'), ...scripts], {
        encoding: 'utf8',
      }),
    )
  return {
    runtime: 'node',
    engine: 'v8',
    version: `Node ${process.version}`,
    expected_from: 'V8 call sites',
    cases: [
      ...toCases(run(...modern), replacements, 'node'),
      ...toCases(run('app.min.js'), replacements, 'node', ', minified'),
    ],
  }
}

/** Builds cases from V8's text and call sites. */
export function toCases(errors, replacements, platform, suffix = '') {
  return replaceAllIn(
    errors.filter(({ stack }) => stack),
    replacements,
  ).map(({ name, type, message, stack, sites }) => ({
    name: name + suffix,
    platform,
    exception_type: type,
    message,
    stack,
    frames: sites.map((site) => withInApp(fromCallSite(replaceAllIn(site, replacements)))),
  }))
}

export async function javascriptCore(directory) {
  copyPrograms(directory)
  await minify(modern, join(directory, 'app.min.js'))
  const shell = '/usr/bin/jsc'
  const run = (...scripts) =>
    JSON.parse(
      execFileSync(
        shell,
        [...scripts, 'run-jsc.js'].map((name) => join(directory, name)),
        { encoding: 'utf8', timeout: 60_000 },
      ),
    )
  const files = [...modern, 'run-jsc.js', 'app.min.js'].map((name) => join(directory, name))
  const cases = (errors, suffix = '') =>
    errors
      .filter(({ stack }) => stack)
      .map(({ name, type, message, stack }) => {
        const frames = stack
          .split('\n')
          .map((line) => withInApp(replaceAllIn(knownPlace(line, files), [[directory, '/srv/app']])))
        return {
          name: name + suffix,
          platform: 'ios',
          exception_type: type,
          message,
          stack: stack.replaceAll(directory, '/srv/app'),
          frames,
        }
      })
  return {
    runtime: 'javascriptcore',
    engine: 'javascriptcore',
    version: 'JavaScriptCore of WebKitGTK 2.50',
    expected_from: 'the known file names of the program',
    cases: [...cases(run(...modern)), ...cases(run('app.min.js'), ', minified')],
  }
}

/** Parses a line of JavaScriptCore, which has no call sites, at the known names of the program's files. */
function knownPlace(line, files) {
  const isAsync = line.startsWith('async ')
  const text = isAsync ? line.slice(6) : line
  const frame = {}
  const native = '@[native code]'
  if (text.endsWith(native)) {
    Object.assign(frame, { function: text.slice(0, -native.length), native: true })
  } else {
    const file = files.find((name) => text.includes(`${name}:`))
    if (file === undefined) return odd(text)
    const at = text.indexOf(`${file}:`)
    const [lineNumber, column] = text
      .slice(at + file.length + 1)
      .split(':')
      .map(Number)
    const name = text.slice(0, Math.max(0, at - 1))
    if (name !== '') frame.function = name
    Object.assign(frame, { file, line: lineNumber, column })
    if (name === 'eval code') frame.eval = true
  }
  if (isAsync) frame.async = true
  return frame
}

function odd(text) {
  // Code of `new Function` has no file.
  if (text === 'anonymous@') return { function: 'anonymous', eval: true }
  if (text.startsWith('eval code')) return { function: 'eval code', eval: true }
  if (text.includes('wasm-function[') || text.includes('[wasm code]'))
    return { function: text.slice(0, text.indexOf('@')), native: true }
  throw new Error(`a line of another form: ${text}`)
}

export async function hermes(directory) {
  copyPrograms(directory)
  const bin = process.env.HERMES_BIN ?? 'hermes'
  const out = []
  const platform = 'android'
  // From source: V8's form. As bytecode: `address at`, numbered from 0.
  const bundle =
    old.map((name) => readFileSync(join(directory, name), 'utf8')).join('\n') +
    readFileSync(join(directory, 'run-jsc.js'), 'utf8')
  writeFileSync(join(directory, 'index.android.js'), bundle)
  writeFileSync(join(directory, 'all.js'), bundle)
  await minify([...old, 'run-jsc.js'], join(directory, 'main.jsbundle.js'))
  for (const [source, compiled] of [
    ['index.android.js', 'index.android.bundle'],
    ['main.jsbundle.js', 'main.jsbundle', 'JavaScript', internal],
  ]) {
    execFileSync(bin, ['-O', '-w', '-emit-binary', '-out', join(directory, compiled), source], { cwd: directory })
    out.push(
      ...read(execFileSync(bin, ['-b', compiled], { cwd: directory, encoding: 'utf8' }), `, bytecode ${compiled}`),
    )
  }
  out.push(...read(execFileSync(bin, ['-w', 'all.js'], { cwd: directory, encoding: 'utf8' }), ', from source'))
  return {
    runtime: 'hermes',
    engine: 'hermes',
    version: 'Hermes 0.12.0, bytecode 89',
    expected_from: 'the known file names of the program',
    cases: out,
  }

  function read(text, suffix) {
    return JSON.parse(text.replaceAll(builtAt, '/build'))
      .filter(({ stack }) => stack)
      .map(({ name, type, message, stack }) => {
        const lines = stack.split('\n').slice(`${type}: ${message}`.split('\n').length)
        return { name: name + suffix, platform, exception_type: type, message, stack, frames: lines.map(hermesFrame) }
      })
  }
}

/** The path where Hermes was built, which differs in each build. */
const builtAt = /\/[^\s"()]*(?=\/lib\/InternalBytecode\/)/g
/** Hermes' own JavaScript, under a path that replaces the one it was built at. */
const internal = '/build/lib/InternalBytecode/InternalBytecode.js'
const hermesFiles = [
  'index.android.js',
  'all.js',
  'index.android.bundle',
  'main.jsbundle.js',
  'main.jsbundle',
  'JavaScript',
  internal,
]

/** Parses a line of Hermes: a name, and a position in one of the known files. */
function hermesFrame(line) {
  const frame = {}
  const open = line.lastIndexOf(' (')
  const name = line.slice('    at '.length, open)
  if (name !== 'anonymous') frame.function = name
  const place = line.slice(open + 2, -1).replace('address at ', '')
  if (place === 'native') return { ...frame, native: true, in_app: false }
  const file = hermesFiles.find((known) => place.startsWith(`${known}:`))
  if (file === undefined) {
    throw new Error(`a line of another form: ${line}`)
  }
  const [lineNumber, column] = place
    .slice(file.length + 1)
    .split(':')
    .map(Number)
  const isOffset = line.includes('(address at ')
  return { ...frame, file, line: lineNumber, column: isOffset ? column + 1 : column, in_app: file !== internal }
}
