import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { DamagedIndex } from './damaged-index.ts'
import { pageBytes } from './pages.ts'
import { AddressCoder, newRecordAddresses, type RecordAddresses } from './record-addresses.ts'
import { readTokenDirectory, type TokenDirectory } from './tokens.ts'
import { ByteCursor } from './varint.ts'

/** Version of the format. A reader refuses every other one; the index is built again from the map. */
export const indexVersion = 1

const magic = Buffer.from('BGSX')
/** Magic, version, flags, offset of the rest in the body, length deflated and inflated. */
const prefixBytes = 20
/** An index of the largest map allowed has a head of a third of this. */
const maxHeadBytes = 64 * 1024 * 1024

/** Directory of strings in deflated chunks. */
export interface StringDirectory extends RecordAddresses {
  /** First string of each chunk. */
  firsts: Uint32Array
  count: number
}

/** Directory of the text of all sources: first line of each chunk, and the column when the line began before it. */
export interface TextDirectory extends RecordAddresses {
  lines: Uint32Array
  columns: Uint32Array
}

/** Addresses of the names of functions that came with the map, by source. */
export interface FunctionDirectory extends RecordAddresses {
  sources: Uint32Array
}

/** The part of an index that every lookup needs. */
export interface Head {
  debugId: string
  /** The map has offsets of Hermes' bytecode: it leads from bytecode. */
  isHermes: boolean
  tokens: TokenDirectory
  names: StringDirectory
  sources: StringDirectory
  text: TextDirectory
  functions: FunctionDirectory
  /** First line of each source in the text of all, and its count of lines; 0 lines when it has no text. */
  firstLines: Uint32Array
  lineCounts: Uint32Array
  /** 1 where the map's ignore list names the source. */
  ignored: Uint8Array
}

/**
 * Closes a head: a fixed prefix, then everything else deflated. `restOffset` is where the body has the bytes that do
 * not fit on page 0.
 */
export function sealHead(content: Uint8Array, restOffset: number): Uint8Array {
  const deflated = deflateRawSync(content)
  const head = Buffer.alloc(prefixBytes + deflated.length)
  magic.copy(head)
  head.writeUInt16LE(indexVersion, 4)
  head.writeUInt32LE(restOffset, 8)
  head.writeUInt32LE(deflated.length, 12)
  head.writeUInt32LE(content.length, 16)
  head.set(deflated, prefixBytes)
  return head
}

/** Reads the prefix on page 0: where the rest of the head is, and how long. */
export function readPrefix(page: Uint8Array): { restOffset: number; restBytes: number; contentBytes: number } {
  const prefix = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  if (prefix.length < prefixBytes || !prefix.subarray(0, 4).equals(magic)) throw new DamagedIndex('it is none')
  const version = prefix.readUInt16LE(4)
  if (version !== indexVersion) throw new DamagedIndex(`its version is ${version}, not ${indexVersion}`)
  const headBytes = prefixBytes + prefix.readUInt32LE(12)
  const contentBytes = prefix.readUInt32LE(16)
  if (headBytes > maxHeadBytes || contentBytes > maxHeadBytes) throw new DamagedIndex('its head is too long')
  return { restOffset: prefix.readUInt32LE(8), restBytes: Math.max(0, headBytes - pageBytes), contentBytes }
}

/** Reads a head from page 0 and the rest of its bytes. */
export function readHead(page: Uint8Array, rest: Uint8Array, contentBytes: number): Head {
  const cursor = new ByteCursor(inflate(Buffer.concat([page.subarray(prefixBytes), rest]), contentBytes))
  const debugId = cursor.text()
  const isHermes = cursor.byte() === 1
  const tokens = readTokenDirectory(cursor)
  const names = readStrings(cursor)
  const sources = readStrings(cursor)
  const text = readText(cursor)
  const functions = readFunctions(cursor)
  return { debugId, isHermes, tokens, names, sources, text, functions, ...readSourceLines(cursor, sources.count) }
}

function inflate(deflated: Uint8Array, contentBytes: number): Buffer {
  try {
    return inflateRawSync(deflated, { maxOutputLength: Math.max(1, contentBytes) })
  } catch (cause) {
    throw new DamagedIndex('its head does not inflate', { cause })
  }
}

/** Reads the directory that a StringWriter wrote. */
export function readStrings(cursor: ByteCursor): StringDirectory {
  const count = cursor.unsigned()
  const chunks = cursor.count(3)
  const directory = { count, firsts: new Uint32Array(chunks), ...newRecordAddresses(chunks) }
  const records = new AddressCoder()
  for (let chunk = 0, first = 0; chunk < chunks; chunk++) {
    directory.firsts[chunk] = first
    first += cursor.unsigned()
    records.read(cursor, directory, chunk)
  }
  return directory
}

function readText(cursor: ByteCursor): TextDirectory {
  const chunks = cursor.count(4)
  const directory = { lines: new Uint32Array(chunks), columns: new Uint32Array(chunks), ...newRecordAddresses(chunks) }
  const records = new AddressCoder()
  for (let chunk = 0, line = 0, column = 0; chunk < chunks; chunk++) {
    directory.lines[chunk] = line
    directory.columns[chunk] = column
    line += cursor.unsigned()
    column = cursor.unsigned()
    records.read(cursor, directory, chunk)
  }
  return directory
}

function readFunctions(cursor: ByteCursor): FunctionDirectory {
  const count = cursor.count(3)
  const directory = { sources: new Uint32Array(count), ...newRecordAddresses(count) }
  const records = new AddressCoder()
  for (let entry = 0; entry < count; entry++) {
    directory.sources[entry] = cursor.unsigned()
    records.read(cursor, directory, entry)
  }
  return directory
}

/** Each source has one number: its count of lines, and in the lowest bit whether it is ignored. */
function readSourceLines(cursor: ByteCursor, sources: number): Pick<Head, 'firstLines' | 'lineCounts' | 'ignored'> {
  if (cursor.count(1) !== sources) throw new DamagedIndex('its sources do not agree')
  const firstLines = new Uint32Array(sources)
  const lineCounts = new Uint32Array(sources)
  const ignored = new Uint8Array(sources)
  for (let source = 0, line = 0; source < sources; source++) {
    const entry = cursor.unsigned()
    firstLines[source] = line
    lineCounts[source] = entry >>> 1
    ignored[source] = entry & 1
    line += entry >>> 1
  }
  return { firstLines, lineCounts, ignored }
}

/** Memory of a head, for caches that are bounded by bytes. */
export function headBytes(head: Head): number {
  const { tokens, names, sources, text, functions } = head
  const blocks = tokens.lines.length * 16
  const chunks = (names.firsts.length + sources.firsts.length + functions.sources.length) * 12 + text.lines.length * 16
  return blocks + chunks + sources.count * 9 + 1_000
}
