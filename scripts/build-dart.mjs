// Usage: import { buildDart } from './build-dart.mjs'
//
// Packs the Dart packages for the server's pub repository: sdks/dart/<name> as published, without tests.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tar } from './pack.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const parts = ['CHANGELOG.md', 'README.md', 'example', 'lib']
/** Room for the repository's address, which the server writes over it. */
const placeholder = '@BUGLE_PUB@'.padEnd(256)

/**
 * Writes a tar per package, and packages.json with their pubspecs. The server completes both with the address that it is
 * reached by: a package on a repository of its own must name it for its dependencies too.
 *
 * @param {string} directory
 */
export async function buildDart(directory) {
  await mkdir(directory, { recursive: true })
  const listed = {}
  for (const name of ['core', 'flutter']) {
    const source = await readFile(join(root, 'sdks/dart', name, 'pubspec.yaml'), 'utf8')
    const yaml = source.replace(/^ {2}bugle: (.+)$/m, `  bugle:\n    hosted: ${placeholder}\n    version: $1`)
    const pubspec = parsePubspec(yaml)
    listed[pubspec.name] = pubspec
    await writeFile(join(directory, `${pubspec.name}.tar`), await tarOf(name, yaml))
  }
  await writeFile(join(directory, 'packages.json'), `${JSON.stringify(listed, null, 2)}\n`)
}

async function tarOf(name, yaml) {
  const directory = await mkdtemp(join(tmpdir(), 'bugle-pub-'))
  try {
    for (const part of parts) await cp(join(root, 'sdks/dart', name, part), join(directory, part), { recursive: true })
    await cp(join(root, 'LICENSE'), join(directory, 'LICENSE'))
    await writeFile(join(directory, 'pubspec.yaml'), yaml)
    return await tar(directory, '')
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** Parses the YAML that our pubspecs use: nested maps, lists of texts, and texts with or without double quotes. */
function parsePubspec(yaml) {
  const whole = {}
  const open = [{ indent: -1, value: whole }]
  const lines = yaml.split('\n').filter((line) => line.trim() !== '')
  for (const [index, line] of lines.entries()) {
    const indent = line.search(/\S/)
    while (open.at(-1).indent >= indent) open.pop()
    const [, item, key, text] = /^(?:- (.+)|(\w+):(?: (.+))?)$/.exec(line.trim()) ?? []
    const { value } = open.at(-1)
    if (item !== undefined) value.push(item)
    else if (key === undefined) throw new Error(`pubspec.yaml: ${line}`)
    else if (text !== undefined) value[key] = text.replace(/^"(.*)"$/, '$1')
    else {
      const next = lines[index + 1] ?? ''
      const isNested = next.search(/\S/) > indent
      value[key] = isNested ? (next.trim().startsWith('- ') ? [] : {}) : null
      if (isNested) open.push({ indent, value: value[key] })
    }
  }
  return whole
}
