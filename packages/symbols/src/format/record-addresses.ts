import type { ByteCursor, ByteWriter } from './varint.ts'

/** Addresses of the records of one kind in the body of an index. */
export interface RecordAddresses {
  offsets: Uint32Array
  lengths: Uint32Array
}

/** Encodes and decodes addresses one after the other: the gap after the previous record, nearly always 0, and the length. */
export class AddressCoder {
  #end = 0

  write(to: ByteWriter, offset: number, length: number): void {
    to.unsigned(offset - this.#end)
    to.unsigned(length)
    this.#end = offset + length
  }

  /** Reads the next address into both arrays. */
  read(from: ByteCursor, { offsets, lengths }: RecordAddresses, index: number): void {
    const offset = this.#end + from.unsigned()
    const length = from.unsigned()
    offsets[index] = offset
    lengths[index] = length
    this.#end = offset + length
  }
}

export function newRecordAddresses(count: number): RecordAddresses {
  return { offsets: new Uint32Array(count), lengths: new Uint32Array(count) }
}
