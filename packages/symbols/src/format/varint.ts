import { DamagedIndex } from './damaged-index.ts'

/** Bytes that grow as numbers and texts are added: the parts of an index are put together in it. */
export class ByteWriter {
  #bytes: Uint8Array
  length = 0

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity)
  }

  /** Adds an integer from 0 to 2^32 - 1 in one to five bytes, seven bits each, lowest first. */
  unsigned(value: number): void {
    this.#reserve(5)
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.length++] = rest
  }

  /** Adds a 32-bit integer with its sign in the lowest bit, so that small numbers stay short on both sides of 0. */
  signed(value: number): void {
    this.unsigned(((value << 1) ^ (value >> 31)) >>> 0)
  }

  /** Adds bytes as they are. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Adds one byte. */
  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = value
  }

  /** Adds a text with its length. */
  text(text: string): void {
    const bytes = Buffer.from(text)
    this.unsigned(bytes.length)
    this.bytes(bytes)
  }

  /** The bytes so far, valid until the next one is added. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  /** Starts over in the same memory. */
  clear(): void {
    this.length = 0
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + count))
    larger.set(this.view())
    this.#bytes = larger
  }
}

/** Reads what a ByteWriter wrote; an index that ends too early is reported as damaged. */
export class ByteCursor {
  readonly #bytes: Uint8Array
  offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  unsigned(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }

  /** Reads a count of entries, each of which takes at least `minBytes`: a damaged count allocates nothing. */
  count(minBytes: number): number {
    const count = this.unsigned()
    if (count * minBytes > this.#bytes.length - this.offset) throw new DamagedIndex('a count is too large')
    return count
  }

  signed(): number {
    const value = this.unsigned()
    return (value >>> 1) ^ -(value & 1)
  }

  byte(): number {
    if (this.offset >= this.#bytes.length) throw new DamagedIndex('a part ends too early')
    return this.#bytes[this.offset++]!
  }

  text(): string {
    const length = this.unsigned()
    const start = this.offset
    this.offset += length
    if (this.offset > this.#bytes.length) throw new DamagedIndex('a text ends too early')
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, length).toString()
  }
}
