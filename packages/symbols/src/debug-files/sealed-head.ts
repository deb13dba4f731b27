import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { DamagedIndex } from '../format/damaged-index.ts'
import { pageBytes } from '../format/pages.ts'
import { ByteCursor } from '../format/varint.ts'
import { type IndexFile, readBody, readPage } from '../lookup/index-file.ts'

/** The index of one kind of debug file: four letters, and the version of its format. */
export interface DebugFormat {
  magic: string
  version: number
}

const prefixBytes = 20
const maxHeadBytes = 64 * 1024 * 1024

/** Closes a head: a fixed prefix, then everything else deflated. `restOffset`: what does not fit on page 0. */
export function sealDebugHead({ magic, version }: DebugFormat, content: Uint8Array, restOffset: number): Uint8Array {
  const deflated = deflateRawSync(content)
  const head = Buffer.alloc(prefixBytes + deflated.length)
  head.write(magic, 'latin1')
  head.writeUInt16LE(version, 4)
  head.writeUInt32LE(restOffset, 8)
  head.writeUInt32LE(deflated.length, 12)
  head.writeUInt32LE(content.length, 16)
  head.set(deflated, prefixBytes)
  return head
}

/** Opens the head of an index, from the cache when it is there. Throws a DamagedIndex for an index of another kind. */
export async function openDebugHead<Head>(
  format: DebugFormat,
  file: IndexFile,
  read: (cursor: ByteCursor) => { head: Head; bytes: number },
): Promise<Head> {
  const key = `${file.id}/head`
  const cached = file.cache.get(key) as Head | undefined
  if (cached !== undefined) return cached
  const page = Buffer.from(await readPage(file, 0))
  if (page.length < prefixBytes || page.toString('latin1', 0, 4) !== format.magic) throw new DamagedIndex('it is none')
  const version = page.readUInt16LE(4)
  if (version !== format.version) throw new DamagedIndex(`its version is ${version}, not ${format.version}`)
  const headBytes = prefixBytes + page.readUInt32LE(12)
  const contentBytes = page.readUInt32LE(16)
  if (headBytes > maxHeadBytes || contentBytes > maxHeadBytes) throw new DamagedIndex('its head is too long')
  const rest = await readBody(file, page.readUInt32LE(8), Math.max(0, headBytes - pageBytes))
  const deflated = Buffer.concat([page.subarray(prefixBytes, headBytes), rest])
  const { head, bytes } = read(new ByteCursor(inflated(deflated, contentBytes, 'its head')))
  file.cache.set(key, head, bytes)
  return head
}

/** Inflates a part of an index whose length is known. */
export function inflated(deflated: Uint8Array, maxBytes: number, part: string): Buffer {
  try {
    return inflateRawSync(deflated, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (cause) {
    throw new DamagedIndex(`${part} does not inflate`, { cause })
  }
}
