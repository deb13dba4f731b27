import { deflateRawSync } from 'node:zlib'
import type { PageWriter } from './pages.ts'
import { AddressCoder } from './record-addresses.ts'
import { chunkBytes } from './text-writer.ts'
import { ByteWriter } from './varint.ts'

/**
 * Writes a list of short strings (names, paths) in deflated chunks, a zero byte after each, so that reading one of
 * them inflates 16 kB and not the list.
 */
export class StringWriter {
  readonly #pages: PageWriter
  readonly #maxBytes: number
  readonly #pending = new ByteWriter(chunkBytes * 2)
  readonly #directory = new ByteWriter()
  readonly #records = new AddressCoder()
  #inChunk = 0
  #inString = 0
  #chunks = 0
  /** Strings so far. */
  count = 0

  constructor(pages: PageWriter, maxBytes: number) {
    this.#pages = pages
    this.#maxBytes = maxBytes
  }

  /** Adds a piece of the next string; beyond the maximum it is cut. */
  add(piece: Uint8Array): void {
    const part = piece.subarray(0, Math.max(0, this.#maxBytes - this.#inString))
    this.#inString += part.length
    this.#pending.bytes(part.includes(0) ? part.map((byte) => byte || 0x20) : part)
  }

  /** Ends the string. */
  end(): void {
    this.#pending.byte(0)
    this.#inString = 0
    this.#inChunk++
    this.count++
    if (this.#pending.length >= chunkBytes) this.#writeChunk()
  }

  /** Writes the last chunk, and the directory to the head. */
  finish(head: ByteWriter): void {
    if (this.#inChunk > 0) this.#writeChunk()
    head.unsigned(this.count)
    head.unsigned(this.#chunks)
    head.bytes(this.#directory.view())
  }

  #writeChunk(): void {
    const deflated = deflateRawSync(this.#pending.view())
    this.#directory.unsigned(this.#inChunk)
    this.#records.write(this.#directory, this.#pages.append(deflated), deflated.length)
    this.#chunks++
    this.#inChunk = 0
    this.#pending.clear()
  }
}
