// The languages other than JavaScript: each function runs its program, and returns the stacks that it prints beside the
// frames that its runtime reports.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { replaceAllIn, sincePanic, withInApp } from './expected.mjs'
import { copyPrograms } from './javascript.mjs'

const options = { encoding: 'utf8', maxBuffer: 1 << 26, timeout: 180_000 }
const run = (command, args, more = {}) =>
  execFileSync(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], ...more })
const firstLine = (text) => text.split('\n')[0].trim()

/** Builds cases from a program's output, with its folder replaced and its own code marked by a rule of the language. */
function toCases(text, replacements, platform, isOurs, suffix = '') {
  const mark = (frames) => frames.map((frame) => ({ ...frame, in_app: isOurs(frame) }))
  return replaceAllIn(JSON.parse(text), replacements).map(
    ({ name, exception_type, message, stack, frames, causes }) => ({
      name: name + suffix,
      platform,
      exception_type,
      message,
      stack,
      frames: mark(frames),
      ...(causes ? { causes: causes.map((cause) => ({ ...cause, frames: mark(cause.frames) })) } : {}),
    }),
  )
}

const inApp = (frame) => withInApp(frame).in_app

export async function php(directory) {
  copyPrograms(directory)
  const version = firstLine(run('php', ['-v']))
  const cases = ['string', 'trace', 'monolog', 'console'].flatMap((form) =>
    toCases(
      run('php', ['-d', 'zend.exception_ignore_args=0', join(directory, 'stacks.php'), form]),
      [
        [directory, '/srv/app'],
        [directory.slice(0, 15), '/srv/app'],
      ],
      'php',
      inApp,
    ),
  )
  return { runtime: 'php', engine: 'php', version, expected_from: 'getTrace, getFile, getLine', cases }
}

/** Runs the oldest and newest versions that are installed: the format changed with 3.11 and 3.13. */
export async function python(directory) {
  copyPrograms(directory)
  const root = process.env.PYTHONS ?? ''
  const found = existsSync(root) ? readdirSync(root).filter((name) => /^3\.(6|9|11|13)\./.test(name)) : []
  const all =
    found.length > 0
      ? found.map((name) => [join(root, name, 'bin/python3'), [join(root, name), '/usr']])
      : [['python3', ['', '']]]
  const versions = []
  const cases = all.flatMap(([command, prefix]) => {
    const version = firstLine(run(command, ['-c', 'import sys; print(sys.version.split()[0])']))
    versions.push(version)
    const replacements = [[directory, '/srv/app'], prefix].filter(([from]) => from !== '')
    const isOurs = (frame) => inApp(frame) || frame.file === '<string>'
    return toCases(
      run(
        command,
        ['stacks.py'].map((name) => join(directory, name)),
      ),
      replacements,
      'python',
      isOurs,
      `, ${version}`,
    )
  })
  return {
    runtime: 'python',
    engine: 'python',
    version: `Python ${versions.join(', ')}`,
    expected_from: 'traceback.extract_tb',
    cases,
  }
}

export async function java(directory) {
  copyPrograms(directory)
  run('javac', ['-d', directory, join(directory, 'Stacks.java')])
  const version = firstLine(run('java', ['--version']))
  const isOurs = (frame) => !frame.native && frame.module.startsWith('Stacks')
  const cases = toCases(run('java', ['-cp', directory, 'Stacks']), [[directory, '/srv/app']], 'java', isOurs)
  return { runtime: 'java', engine: 'java', version, expected_from: 'StackTraceElement', cases }
}

export async function dotnet(directory) {
  copyPrograms(directory)
  run('mcs', ['-debug', `-out:${join(directory, 'Stacks.exe')}`, join(directory, 'Stacks.cs')])
  const version = firstLine(run('mono', ['--version']))
  const isOurs = (frame) => frame.module.startsWith('Shop.')
  // Mono omits some of its own calls from the text, and lists wrappers only there.
  const isSame = ({ stack, frames, causes = [] }) =>
    stack.split('\n  at ').length - 1 === [frames, ...causes.map((cause) => cause.frames)].flat().length
  const cases = toCases(
    run('mono', ['--debug', join(directory, 'Stacks.exe')]),
    [[directory, '/srv/app']],
    'dotnet',
    isOurs,
  ).filter(isSame)
  return { runtime: 'dotnet', engine: 'dotnet', version, expected_from: 'System.Diagnostics.StackTrace', cases }
}

/** Runs Debian's Ruby, and 3.4 as WebAssembly, which writes classes and quotes differently. */
export async function ruby(directory) {
  copyPrograms(directory)
  const replacements = [[directory, '/srv/app']]
  // Code evaluated by the WebAssembly host is called `eval`.
  const isOurs = (frame) => inApp(frame) || frame.eval === true || frame.file === 'eval'
  const version = firstLine(run('ruby', ['--version']))
  const cases = toCases(run('ruby', [join(directory, 'stacks.rb')]), replacements, 'ruby', isOurs, ', 3.1')
  const wasm = process.env.RUBY_WASM
  if (wasm === undefined)
    return { runtime: 'ruby', engine: 'ruby', version, expected_from: 'backtrace_locations', cases }
  // It sees a single folder as its root.
  const root = join(directory, 'root')
  mkdirSync(join(root, 'srv/app'), { recursive: true })
  cpSync(join(directory, 'stacks.rb'), join(root, 'srv/app/stacks.rb'))
  const text = printed('node', [
    '--no-warnings',
    '--no-wasm-tier-up',
    join(directory, 'run-wasi.mjs'),
    wasm,
    process.env.RUBY_WASM_JS,
    root,
    '/srv/app/stacks.rb',
  ])
  cases.push(...toCases(text, replacements, 'ruby', isOurs, ', 3.4'))
  return {
    runtime: 'ruby',
    engine: 'ruby',
    version: `${version}; 3.4 (WebAssembly)`,
    expected_from: 'backtrace_locations',
    cases,
  }
}

/**
 * Runs a program and returns its complete output; Node 20 often crashes under this module, before or after printing.
 */
function printed(command, args) {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { stdout } = spawnSync(command, args, options)
    if (stdout.trimEnd().endsWith('}]')) return stdout
  }
  throw new Error('Ruby as WebAssembly never came to its end')
}

export async function go(directory) {
  copyPrograms(directory)
  const version = firstLine(run('go', ['version']))
  const env = { ...process.env, GOCACHE: join(directory, 'cache'), GO111MODULE: 'off' }
  const isOurs = (frame) => frame.module === 'main'
  const cases = toCases(
    run('go', ['run', join(directory, 'stacks.go')], { env }),
    [[directory, '/srv/app']],
    'go',
    isOurs,
  ).map((one) => ({ ...one, frames: sincePanic(one.frames) }))
  return { runtime: 'go', engine: 'go', version, expected_from: 'runtime.CallersFrames', cases }
}

/** Parses Dart's opaque stacks at the known schemes of their locations. */
export async function dart(directory) {
  copyPrograms(directory)
  const command = process.env.DART_BIN ?? 'dart'
  const printed = JSON.parse(run(command, [join(directory, 'stacks.dart')])).map((one) => ({
    ...one,
    frames: dartFrames(one.stack),
  }))
  const isOurs = (frame) => frame.file.startsWith('file:///srv/app/')
  const cases = toCases(JSON.stringify(printed), [[directory, '/srv/app']], 'other', isOurs)
  return {
    runtime: 'dart',
    engine: 'dart',
    version: 'Dart 3.7.3',
    expected_from: 'the known schemes of its locations',
    cases,
  }
}

function dartFrames(stack) {
  return stack
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) => {
      const at = Math.max(line.lastIndexOf(' (file:'), line.lastIndexOf(' (dart:'))
      const [scheme, path, lineNumber, column] = line.slice(at + 2, -1).split(':')
      const location = { file: `${scheme}:${path}` }
      if (lineNumber !== undefined) location.line = Number(lineNumber)
      if (column !== undefined) location.column = Number(column)
      return { function: line.slice(8, at), ...location }
    })
}
