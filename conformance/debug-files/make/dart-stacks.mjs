// Usage: node conformance/debug-files/make/dart-stacks.mjs
//
// Writes conformance/debug-files/dart-stacks.json: for each system, a stack of one program that the Dart compiler made
// for it, and the calls that llvm-symbolizer finds in the frames. Needs qemu-aarch64 with libc6-arm64-cross, wine64,
// readelf, llvm-symbolizer, and npm.
//
// The compiler kept the names in these programs, which print them when they fail: `printed` has those of packages. For
// the stack without names, as `--split-debug-info` makes it, one word of the program's header is changed, and the
// runtime is made to accept it: the runtime then prints addresses. Android and macOS cannot be run here: their stacks
// have the form that the runtime prints there, with addresses of their own programs. There is no program for iOS: its
// form, in which some versions leave out the address in the file, has those of the one for macOS, which is for the same
// processor.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dartPrograms, installRuntime } from '../../../scripts/runtimes.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'dart-stacks-'))
const env = { ...process.env, WINEPREFIX: join(directory, 'wine'), WINEDEBUG: '-all' }
/** Commands that run the programs of other systems. */
const runners = {
  'linux-x64': [],
  'linux-arm64': ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'],
  'win32-x64': ['/usr/lib/wine/wine64'],
}
/** How the runtime introduces the stacks of systems that cannot be run, and the digits of their addresses. */
const heads = {
  'android-arm64': [{ system: 'os: android arch: arm64 comp: no sim: no', base: 0x723d440000, digits: 16 }],
  'android-arm': [{ system: 'os: android arch: arm comp: no sim: no', base: 0xb7a00000, digits: 8 }],
  'darwin-arm64': [
    { system: 'os: macos arch: arm64 comp: no sim: no', base: 0x10fa20000, digits: 16 },
    {
      name: 'ios-arm64',
      system: 'os: ios arch: arm64 comp: no sim: no',
      base: 0x104bc4000,
      digits: 16,
      hasVirtual: false,
    },
  ],
}

try {
  writeFileSync(join(directory, 'broken.scss'), 'a { b: $c }\n')
  const cases = dartPrograms.flatMap((program) => {
    const target = program.name.replace('sass-embedded-', '')
    const found = installRuntime(program)
    if ('missing' in found) throw new Error(found.missing)
    const about = (name) => ({ name, package: program.name })
    if (target in runners) return [{ ...about(target), ...run(target, found.path) }]
    return heads[target].map(({ name = target, ...head }) => ({ ...about(name), ...compose(head, found.path) }))
  })
  writeFileSync(join(here, '../dart-stacks.json'), `${JSON.stringify(cases, null, 1)}\n`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}

function run(target, snapshot) {
  const runtime = join(dirname(snapshot), existsSync(join(dirname(snapshot), 'dart.exe')) ? 'dart.exe' : 'dart')
  const failure = (runtimeFile, program) => {
    const [command, ...args] = [...runners[target], runtimeFile, program, '--trace', 'broken.scss']
    return spawnSync(command, args, { cwd: directory, encoding: 'utf8', env }).stderr.replaceAll('\r', '')
  }
  const named = failure(runtime, snapshot)
  const printed = [...named.matchAll(/^(package:\S+) (\d+) +(\S+)$/gm)].map(
    ([, file, line, name]) => `${name.replaceAll('<fn>', '<anonymous closure>')} ${file}:${line}`,
  )
  const unnamed = failure(...withoutNames(target, runtime, snapshot))
  const [stack] = /^\*\*\* .*/ms.exec(unnamed) ?? []
  if (stack === undefined || printed.length === 0) throw new Error(`${target}: ${unnamed}\n${named}`)
  const addresses = [...stack.matchAll(/ virt ([0-9a-f]+) /g)].map(([, address]) => Number.parseInt(address, 16))
  return { stack, calls: symbolize(snapshot, addresses).flatMap(({ calls }) => calls), printed }
}

/** Writes copies of a program and its runtime that print addresses; both texts keep their length. */
function withoutNames(target, runtime, snapshot) {
  const copies = [`${target}-dart${runtime.endsWith('.exe') ? '.exe' : ''}`, `${target}.snapshot`].map((name) =>
    join(directory, name),
  )
  const accepted = replaced(readFileSync(runtime), '\0 dwarf_stack_traces_mode\0', '\0 dwarf_stack_traces_mode   \0')
  writeFileSync(copies[0], accepted)
  chmodSync(copies[0], 0o755)
  writeFileSync(
    copies[1],
    replaced(readFileSync(snapshot), ' no-dwarf_stack_traces_mode', ' dwarf_stack_traces_mode   '),
  )
  return copies
}

/** Overwrites each occurrence of a text, and what follows where the new one is longer. */
function replaced(bytes, text, by) {
  let position = bytes.indexOf(text)
  if (position === -1) throw new Error(`no ${JSON.stringify(text)}`)
  for (; position !== -1; position = bytes.indexOf(text, position + by.length)) bytes.write(by, position, 'latin1')
  return bytes
}

function compose({ system, base, digits, hasVirtual = true }, snapshot) {
  const about = execFileSync('readelf', ['-nSsW', snapshot], { encoding: 'utf8' })
  const [, buildId] = /Build ID: ([0-9a-f]+)/.exec(about)
  const [isolate, vm] = ['Isolate', 'Vm'].map((part) =>
    Number.parseInt(new RegExp(` ([0-9a-f]+) .* _kDart${part}SnapshotInstructions$`, 'm').exec(about)[1], 16),
  )
  const [, start, size] = / \.text +PROGBITS +([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+)/.exec(about)
  const step = Math.floor(Number.parseInt(size, 16) / 120) & ~3
  const addresses = Array.from({ length: 120 }, (_, index) => Number.parseInt(start, 16) + index * step)
  const all = symbolize(
    snapshot,
    addresses.filter((address) => address > isolate),
  ).filter(({ calls }) => calls.length > 0)
  const located = all.slice(0, 40)
  const hex = (number) => number.toString(16).padStart(digits, '0')
  const stack = [
    '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
    'pid: 4711, tid: 4712, name io.flutter.ui',
    system,
    `build_id: '${buildId}'`,
    `isolate_dso_base: ${base.toString(16)}, vm_dso_base: ${base.toString(16)}`,
    `isolate_instructions: ${(base + isolate).toString(16)}, vm_instructions: ${(base + vm).toString(16)}`,
    ...located.map(({ address }, index) => {
      const number = String(index).padStart(2, '0')
      const offset = (address - isolate).toString(16)
      const virtual = hasVirtual ? ` virt ${hex(address)}` : ''
      return `    #${number} abs ${hex(base + address)}${virtual} _kDartIsolateSnapshotInstructions+0x${offset}`
    }),
  ]
  return { stack: `${stack.join('\n')}\n`, calls: located.flatMap(({ calls }) => calls) }
}

function symbolize(snapshot, addresses) {
  const input = addresses.map((address) => `0x${address.toString(16)}\n`).join('')
  const args = [`--obj=${snapshot}`, '--inlines', '--functions=short', '--no-demangle', '--output-style=JSON']
  const lines = execFileSync('llvm-symbolizer', args, { input, encoding: 'utf8' }).trim().split('\n')
  return addresses.map((address, index) => {
    const { Symbol: found = [] } = JSON.parse(lines[index])
    const calls = found.filter(({ FunctionName }) => FunctionName !== '')
    return { address, calls: calls.map((one) => `${one.FunctionName} ${one.FileName}:${one.Line}`) }
  })
}
