// Usage: import { pack } from './pack.mjs'
//
// Packs a folder reproducibly, for npm, Composer and pub.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listName } from './notices/bundled-packages.mjs'

/** Files that a build keeps for the next one. */
const unpublished = ['.built-from', listName]

/** Packs a package as npm does: a compressed tar of its files below `package/`, with fixed times and owners. */
export async function pack(directory) {
  return gzipSync(await tar(directory, 'package/'), { level: 9 })
}

/**
 * Puts the files of a directory into a tar, below a prefix.
 *
 * @param {string} directory
 * @param {string} prefix
 */
export async function tar(directory, prefix) {
  const names = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !unpublished.includes(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const blocks = []
  for (const name of names.sort()) {
    const content = await readFile(join(directory, name))
    blocks.push(tarHeader(`${prefix}${name}`, content.length), content, Buffer.alloc(-content.length & 511))
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

/** Divides a path between its two fields, of 155 and 100 bytes, at a slash. */
function splitPath(path) {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= 100) return [prefix, name]
  }
  throw new Error(`too long for a tar: ${path}`)
}

/** Header of a plain file in POSIX format (ustar). */
function tarHeader(path, size) {
  const [prefix, name] = splitPath(path)
  const header = Buffer.alloc(512)
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`
  // The time that npm gives every file: some tools reject dates before 1980.
  const mtime = Date.UTC(1985, 9, 26, 8, 15) / 1000
  header.write(name)
  header.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(mtime, 12) + ' '.repeat(8), 100)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
