import { deflateRawSync } from 'node:zlib'
import type { PageWriter } from '../format/pages.ts'
import { AddressCoder, newRecordAddresses, type RecordAddresses } from '../format/record-addresses.ts'
import { type ByteCursor, ByteWriter } from '../format/varint.ts'
import { type IndexFile, readBody } from '../lookup/index-file.ts'
import { inflated } from './sealed-head.ts'

/** Bytes of a chunk from which it is ended; a record is never cut, so a chunk may be longer. */
const chunkBytes = 16 * 1024
/** No chunk of an index that is not damaged inflates to more. */
export const maxChunkBytes = 32 * 1024 * 1024

/** Where the deflated chunks of a part lie. */
export interface ChunkList extends RecordAddresses {
  inflated: Uint32Array
}

/** Writes records one after the other in deflated chunks. A record is read with the chunk that it lies in. */
export class ChunkWriter {
  readonly #pages: PageWriter
  readonly #pending = new ByteWriter(chunkBytes * 2)
  readonly #directory = new ByteWriter()
  readonly #records = new AddressCoder()
  /** Chunks so far, without the one that is not full. */
  count = 0

  constructor(pages: PageWriter) {
    this.#pages = pages
  }

  /** Adds a record, and returns the number of its chunk. */
  add(record: Uint8Array): number {
    const chunk = this.count
    this.#pending.bytes(record)
    if (this.#pending.length >= chunkBytes) this.#end()
    return chunk
  }

  /** Writes the last chunk, and the directory to the head. */
  finish(head: ByteWriter): void {
    if (this.#pending.length > 0) this.#end()
    head.unsigned(this.count)
    head.bytes(this.#directory.view())
  }

  #end(): void {
    const deflated = deflateRawSync(this.#pending.view())
    this.#directory.unsigned(this.#pending.length)
    this.#records.write(this.#directory, this.#pages.append(deflated), deflated.length)
    this.#pending.clear()
    this.count++
  }
}

/** Reads the directory that a ChunkWriter wrote. */
export function readChunkList(cursor: ByteCursor): ChunkList {
  const count = cursor.count(3)
  const list = { inflated: new Uint32Array(count), ...newRecordAddresses(count) }
  const records = new AddressCoder()
  for (let chunk = 0; chunk < count; chunk++) {
    list.inflated[chunk] = cursor.unsigned()
    records.read(cursor, list, chunk)
  }
  return list
}

/** Reads a chunk, decoded by `decode`; the cache keeps what that returns. */
export async function readDecoded<Decoded>(
  file: IndexFile,
  list: ChunkList,
  chunk: number,
  decode: (bytes: Buffer) => { value: Decoded; bytes: number },
): Promise<Decoded> {
  const offset = list.offsets[chunk]!
  const key = `${file.id}@${offset}`
  const cached = file.cache.get(key) as Decoded | undefined
  if (cached !== undefined) return cached
  const length = Math.min(list.inflated[chunk]!, maxChunkBytes)
  const { value, bytes } = decode(inflated(await readBody(file, offset, list.lengths[chunk]!), length, 'a chunk'))
  file.cache.set(key, value, bytes)
  return value
}
