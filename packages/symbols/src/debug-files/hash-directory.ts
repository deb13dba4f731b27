import { DamagedIndex } from '../format/damaged-index.ts'
import type { ByteCursor, ByteWriter } from '../format/varint.ts'
import { partitionPoint } from '../partition-point.ts'

/** Leads from a name to the chunks that may have it: sorted by a hash of the name. */
export interface HashDirectory {
  hashes: Uint32Array
  chunks: Uint32Array
}

/** Collects the names of an index with their chunks. */
export class HashDirectoryBuilder {
  #hashes = new Uint32Array(1024)
  #chunks = new Uint32Array(1024)
  count = 0

  add(name: string, chunk: number): void {
    if (this.count === this.#hashes.length) {
      this.#hashes = grown(this.#hashes)
      this.#chunks = grown(this.#chunks)
    }
    this.#hashes[this.count] = hashOf(name)
    this.#chunks[this.count++] = chunk
  }

  finish(head: ByteWriter): void {
    const order = Uint32Array.from({ length: this.count }, (_, index) => index)
    order.sort((a, b) => this.#hashes[a]! - this.#hashes[b]! || a - b)
    head.unsigned(this.count)
    let last = 0
    for (const index of order) {
      head.unsigned(this.#hashes[index]! - last)
      head.unsigned(this.#chunks[index]!)
      last = this.#hashes[index]!
    }
  }
}

export function readHashDirectory(cursor: ByteCursor, chunkCount: number): HashDirectory {
  const count = cursor.count(2)
  const directory = { hashes: new Uint32Array(count), chunks: new Uint32Array(count) }
  for (let index = 0, hash = 0; index < count; index++) {
    hash += cursor.unsigned()
    const chunk = cursor.unsigned()
    if (chunk >= chunkCount) throw new DamagedIndex('a name is in no chunk')
    directory.hashes[index] = hash
    directory.chunks[index] = chunk
  }
  return directory
}

/** Returns the chunks in which a name may be, each once. */
export function chunksOf({ hashes, chunks }: HashDirectory, name: string): number[] {
  const hash = hashOf(name)
  const found: number[] = []
  let index = partitionPoint(hashes.length, (at) => hashes[at]! < hash)
  for (; hashes[index] === hash; index++) if (!found.includes(chunks[index]!)) found.push(chunks[index]!)
  return found
}

/** FNV-1a over the code units. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
