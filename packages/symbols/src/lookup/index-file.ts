import { inflateRawSync } from 'node:zlib'
import { DamagedIndex } from '../format/damaged-index.ts'
import { pageBytes } from '../format/pages.ts'
import type { RecordAddresses } from '../format/record-addresses.ts'
import { chunkBytes } from '../format/text-writer.ts'
import type { SymbolCache } from './symbol-cache.ts'

/** Reads a page of an index from wherever it is stored; undefined when there is none of that number. */
export type ReadPage = (number: number) => Promise<Uint8Array | undefined> | Uint8Array | undefined

/** An index in its storage. */
export interface IndexFile {
  /** Identifies the index in a cache: a hash of the map, for example. */
  id: string
  readPage: ReadPage
  cache: SymbolCache
}

/** A chunk of names or paths ends with the string that fills it, so it may be longer than a chunk of text. */
const maxInflatedBytes = chunkBytes * 2

/** Reads a page, from the cache when it is there. */
export async function readPage({ id, readPage, cache }: IndexFile, number: number): Promise<Uint8Array> {
  const key = `${id}/${number}`
  const cached = cache.get(key) as Uint8Array | undefined
  if (cached !== undefined) return cached
  const page = await readPage(number)
  if (page === undefined) throw new DamagedIndex(`page ${number} is missing`)
  cache.set(key, page, page.length)
  return page
}

/** Reads bytes of the body, which begins on page 1. */
export async function readBody(file: IndexFile, offset: number, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (let start = offset; start < offset + length; ) {
    const inPage = start % pageBytes
    const page = await readPage(file, 1 + Math.floor(start / pageBytes))
    const part = page.subarray(inPage, inPage + offset + length - start)
    if (part.length === 0) throw new DamagedIndex('a page is too short')
    parts.push(part)
    start += part.length
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

/** Reads a deflated chunk, decoded by `decode`; the cache keeps the result, which is some ten times cheaper to find. */
export async function readChunk(
  file: IndexFile,
  { offsets, lengths }: RecordAddresses,
  chunk: number,
  separator: string,
): Promise<string[]> {
  const offset = offsets[chunk]!
  const key = `${file.id}@${offset}`
  const cached = file.cache.get(key) as string[] | undefined
  if (cached !== undefined) return cached
  const text = inflate(await readBody(file, offset, lengths[chunk]!)).toString()
  const strings = text.split(separator)
  file.cache.set(key, strings, memoryOf(text, strings))
  return strings
}

/** Bytes of a text and its parts: two a character at the worst, and a header each. */
function memoryOf(text: string, parts: string[]): number {
  return text.length * 2 + parts.length * 32
}

function inflate(deflated: Uint8Array): Buffer {
  try {
    return inflateRawSync(deflated, { maxOutputLength: maxInflatedBytes })
  } catch (cause) {
    throw new DamagedIndex('a chunk does not inflate', { cause })
  }
}
