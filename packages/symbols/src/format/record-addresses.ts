import type { ByteCursor, ByteWriter } from './varint.ts'

/** Where the records of one kind lie in the body. */
export interface Records {
  offsets: Uint32Array
  lengths: Uint32Array
}

/** Writes the address of a record: the gap behind the record before it, nearly always 0, and its length. */
export class RecordList {
  #end = 0

  write(to: ByteWriter, offset: number, length: number): void {
    to.unsigned(offset - this.#end)
    to.unsigned(length)
    this.#end = offset + length
  }

  /** Reads the next address into both arrays. */
  read(from: ByteCursor, { offsets, lengths }: Records, index: number): void {
    const offset = this.#end + from.unsigned()
    const length = from.unsigned()
    offsets[index] = offset
    lengths[index] = length
    this.#end = offset + length
  }
}

export function newRecords(count: number): Records {
  return { offsets: new Uint32Array(count), lengths: new Uint32Array(count) }
}
