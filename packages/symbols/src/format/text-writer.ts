import { deflateRawSync } from 'node:zlib'
import type { PageWriter } from './pages.ts'
import { AddressCoder } from './record-addresses.ts'
import { ByteWriter } from './varint.ts'

/**
 * Bytes of text deflated together. Measured on a map of 57 MB: chunks of 64 kB save 3 % of the index, but then reading
 * context costs three times as much.
 */
export const chunkBytes = 16 * 1024

const lineFeed = 0x0a

/**
 * Writes the texts of all sources as one long text, a line end after each, in deflated chunks that end at line ends. A
 * line is found by its number in the whole; a source needs its first number and its count of lines, no more. A line
 * longer than a chunk continues in the next one, whose entry says at which column (in UTF-16 code units, as in maps).
 */
export class TextWriter {
  readonly #pages: PageWriter
  readonly #pending = new Uint8Array(chunkBytes)
  readonly #directory = new ByteWriter(16 * 1024)
  readonly #records = new AddressCoder()
  #used = 0
  #chunks = 0
  #column = 0

  constructor(pages: PageWriter) {
    this.#pages = pages
  }

  /** Adds a piece of text, whose lines end in LF. */
  add(piece: Uint8Array): void {
    for (let start = 0; start < piece.length; ) {
      const part = piece.subarray(start, start + chunkBytes - this.#used)
      this.#pending.set(part, this.#used)
      this.#used += part.length
      start += part.length
      if (this.#used === chunkBytes) this.#writeChunk(cutOf(this.#pending))
    }
  }

  /** Writes the last chunk, and the directory to the head. */
  finish(head: ByteWriter): void {
    if (this.#used > 0) this.#writeChunk(this.#used)
    head.unsigned(this.#chunks)
    head.bytes(this.#directory.view())
  }

  #writeChunk(length: number): void {
    const text = this.#pending.subarray(0, length)
    const deflated = deflateRawSync(text)
    const { lines, column } = endOf(text, this.#column)
    this.#directory.unsigned(lines)
    this.#directory.unsigned(column)
    this.#records.write(this.#directory, this.#pages.append(deflated), deflated.length)
    this.#column = column
    this.#chunks++
    this.#pending.copyWithin(0, length, this.#used)
    this.#used -= length
  }
}

/** Where to cut a full chunk: after its last line end, else before its last character. */
function cutOf(chunk: Uint8Array): number {
  const lineEnd = chunk.lastIndexOf(lineFeed) + 1
  if (lineEnd > 0) return lineEnd
  let cut = chunk.length - 1
  while (cut > 0 && isContinuation(chunk[cut]!)) cut--
  return cut > 0 ? cut : chunk.length
}

/** Line ends in a text that begins at a column, and the column after it. */
function endOf(text: Uint8Array, column: number): { lines: number; column: number } {
  let lines = 0
  let lineStart = 0
  for (let end = text.indexOf(lineFeed); end >= 0; end = text.indexOf(lineFeed, lineStart)) {
    lines++
    lineStart = end + 1
  }
  return { lines, column: (lines === 0 ? column : 0) + codeUnits(text.subarray(lineStart)) }
}

/** Length in UTF-16: a character of four bytes has two code units there. */
function codeUnits(text: Uint8Array): number {
  let units = 0
  for (const byte of text) units += isContinuation(byte) ? 0 : byte >= 0xf0 ? 2 : 1
  return units
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
