// Usage: node conformance/debug-files/make/native.mjs
//
// Compiles the program with GCC (ELF, DWARF 2 to 5, plain and compressed) and with Clang for macOS (a dSYM), keeps the
// debug information alone, and writes conformance/debug-files/native.json: each file in gzip and base64, and what
// llvm-symbolizer says of addresses in its code. Needs g++, clang, lld, llvm (dsymutil, llvm-symbolizer) and binutils.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const here = dirname(fileURLToPath(import.meta.url))
const source = join(here, 'programs/native/cart.cpp')
const directory = mkdtempSync(join(tmpdir(), 'native-'))
const path = (name) => join(directory, name)
const run = (program, args, options = {}) =>
  execFileSync(program, args, { cwd: directory, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'], ...options })
/** Folders of this machine are no part of what is tested. */
const mapped = `-ffile-prefix-map=${dirname(source)}=/src/shop`

try {
  const cases = [
    ...[2, 3, 4, 5].map((version) => elf(`ELF with DWARF ${version}`, [`-gdwarf-${version}`])),
    elf('ELF with DWARF 5, compressed', ['-gdwarf-5', '-gz']),
    elf('ELF of 32 bits with DWARF 4', ['-gdwarf-4', '-m32', '-nostdlib', '-ffreestanding', '-static']),
    dsym('dSYM of arm64'),
  ].filter((one) => one !== undefined)
  writeFileSync(join(here, '../native.json'), `${JSON.stringify({ cases }, null, 1)}\n`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}

function elf(name, options) {
  const built = path('cart')
  try {
    run('g++', ['-O2', mapped, ...options, source, '-o', built, '-Wl,--build-id'])
  } catch {
    console.error(`${name}: this machine's compiler cannot make it`)
    return undefined
  }
  run('objcopy', ['--only-keep-debug', built, path('cart.debug')])
  return toCase(name, path('cart.debug'), codeOfElf(path('cart.debug')))
}

function dsym(name) {
  run('clang-14', ['-target', 'arm64-apple-macos11', '-O1', '-g', mapped, '-c', source, '-o', path('cart.o')])
  run('ld64.lld-14', [
    '-arch',
    'arm64',
    '-platform_version',
    'macos',
    '11.0',
    '11.0',
    '-undefined',
    'dynamic_lookup',
    path('cart.o'),
    '-o',
    path('Shop'),
  ])
  run('dsymutil', [path('Shop')])
  return toCase(name, path('Shop.dSYM/Contents/Resources/DWARF/Shop'), codeOfMachO(path('Shop')))
}

function codeOfElf(file) {
  const line = run('readelf', ['-SW', file])
    .split('\n')
    .find((one) => / \.text /.test(one))
  const [, start, size] = / \.text +\w+ +([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+)/.exec(line)
  return { start: Number.parseInt(start, 16), size: Number.parseInt(size, 16) }
}

function codeOfMachO(file) {
  const [, start, size] = /sectname __text[\s\S]*?addr (0x[0-9a-f]+)[\s\S]*?size (0x[0-9a-f]+)/.exec(
    run('llvm-objdump', ['--macho', '--private-headers', file]),
  )
  return { start: Number(start), size: Number(size) }
}

function toCase(name, file, { start, size }) {
  const addresses = Array.from({ length: Math.ceil(size / 3) }, (_, index) => start + index * 3)
  const args = [`--obj=${file}`, '--inlines', '--functions=short', '--no-demangle', '--output-style=JSON']
  const input = addresses.map((address) => `0x${address.toString(16)}\n`).join('')
  const answers = run('llvm-symbolizer', args, { input }).trim().split('\n')
  const expected = addresses.map((address, index) => {
    const { Symbol: calls = [] } = JSON.parse(answers[index])
    return [
      address,
      ...calls.filter((one) => one.FunctionName !== '').map((one) => `${one.FunctionName} ${one.FileName}:${one.Line}`),
    ]
  })
  return { name, file: gzipSync(readFileSync(file), { level: 9 }).toString('base64'), expected }
}
