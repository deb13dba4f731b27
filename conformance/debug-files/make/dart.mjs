// Usage: node conformance/debug-files/make/dart.mjs
//
// Writes conformance/debug-files/dart.json, from a program that the Dart compiler made ahead of time and did not strip:
// that of the npm package `sass-embedded-linux-x64`. Holds what llvm-symbolizer says of addresses in it, and the calls
// that the program itself prints when it fails. Needs llvm-symbolizer, readelf, and npm.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dartProgram, installRuntime } from '../../../scripts/runtimes.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const { path: snapshot } = installRuntime(dartProgram)
const directory = mkdtempSync(join(tmpdir(), 'dart-'))

try {
  const header = execFileSync('readelf', ['-SW', snapshot], { encoding: 'utf8' })
  const [, start, size] = / \.text +PROGBITS +([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+)/.exec(header)
  const first = Number.parseInt(start, 16)
  const step = Math.floor(Number.parseInt(size, 16) / 400)
  const addresses = Array.from({ length: 400 }, (_, index) => first + index * step)
  const expected = symbolize(addresses)
  writeFileSync(join(directory, 'broken.scss'), 'a { b: $c }\n')
  const { stderr } = spawnSync(join(dirname(snapshot), 'dart'), [snapshot, '--trace', 'broken.scss'], {
    cwd: directory,
    encoding: 'utf8',
  })
  const printed = [...stderr.matchAll(/^(package:\S+) (\d+)(?::\d+)? {2,}(\S+)$/gm)].map(([, file, line, name]) => [
    name,
    file,
    Number(line),
  ])
  const text = `${JSON.stringify({ program: `${dartProgram.name}@${dartProgram.version}`, expected, printed }, null, 1)}\n`
  writeFileSync(join(here, '../dart.json'), text)
} finally {
  rmSync(directory, { recursive: true, force: true })
}

function symbolize(addresses) {
  const input = addresses.map((address) => `0x${address.toString(16)}\n`).join('')
  const args = [`--obj=${snapshot}`, '--inlines', '--functions=short', '--no-demangle', '--output-style=JSON']
  const answers = execFileSync('llvm-symbolizer', args, { input, encoding: 'utf8' }).trim().split('\n')
  return addresses.map((address, index) => {
    const { Symbol: calls = [] } = JSON.parse(answers[index])
    return [
      address,
      ...calls.filter((one) => one.FunctionName !== '').map((one) => `${one.FunctionName} ${one.FileName}:${one.Line}`),
    ]
  })
}
