import { broken } from '../refusal.ts'

/** Reads numbers and texts of a section; whatever would lie beyond its end refuses the file. */
export class ByteView {
  readonly bytes: Buffer
  readonly #isBigEndian: boolean
  offset: number

  constructor(bytes: Buffer, isBigEndian: boolean, offset = 0) {
    this.bytes = bytes
    this.#isBigEndian = isBigEndian
    this.offset = offset
    if (offset > bytes.length) throw broken('an offset lies beyond the end of its section')
  }

  get isAtEnd(): boolean {
    return this.offset >= this.bytes.length
  }

  /** Another reader of the same bytes. */
  at(offset: number): ByteView {
    return new ByteView(this.bytes, this.#isBigEndian, offset)
  }

  /** Reader of a part, which ends where the part ends. */
  part(offset: number, end: number): ByteView {
    if (end > this.bytes.length || offset > end) throw broken('a part lies beyond the end of its section')
    return new ByteView(this.bytes.subarray(0, end), this.#isBigEndian, offset)
  }

  skip(count: number): void {
    this.#take(count)
  }

  u8(): number {
    return this.bytes[this.#take(1)]!
  }

  i8(): number {
    return this.bytes.readInt8(this.#take(1))
  }

  u16(): number {
    const at = this.#take(2)
    return this.#isBigEndian ? this.bytes.readUInt16BE(at) : this.bytes.readUInt16LE(at)
  }

  u24(): number {
    const at = this.#take(3)
    return this.#isBigEndian ? this.bytes.readUIntBE(at, 3) : this.bytes.readUIntLE(at, 3)
  }

  u32(): number {
    const at = this.#take(4)
    return this.#isBigEndian ? this.bytes.readUInt32BE(at) : this.bytes.readUInt32LE(at)
  }

  /** An integer of 64 bits; one that is not exact as a number is of no use as an address or a size. */
  u64(): number {
    const first = this.u32()
    const second = this.u32()
    return this.#isBigEndian ? first * 0x1_0000_0000 + second : second * 0x1_0000_0000 + first
  }

  /** An integer of as many bytes as an address, or as an offset, has. */
  word(bytes: number): number {
    switch (bytes) {
      case 8:
        return this.u64()
      case 4:
        return this.u32()
      case 2:
        return this.u16()
      case 1:
        return this.u8()
      default:
        throw broken(`an address has ${bytes} bytes`)
    }
  }

  /** LEB128; more than 2^53 is not exact, but neither an offset nor an address that anything has. */
  uleb(): number {
    let value = 0
    let scale = 1
    for (let count = 0; ; count++) {
      if (count === 10) throw broken('a number has more than ten bytes')
      const byte = this.u8()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }

  sleb(): number {
    let value = 0
    let scale = 1
    for (let count = 0; ; count++) {
      if (count === 10) throw broken('a number has more than ten bytes')
      const byte = this.u8()
      value += (byte & 0x7f) * scale
      scale *= 128
      if (byte < 0x80) return (byte & 0x40) === 0 ? value : value - scale
    }
  }

  /** A text that ends with a zero byte; at most `maxBytes` of it are kept. */
  text(maxBytes: number): string {
    const start = this.offset
    const end = this.bytes.indexOf(0, start)
    if (end < 0) throw broken('a text does not end')
    this.offset = end + 1
    return this.bytes.toString('utf8', start, Math.min(end, start + maxBytes))
  }

  #take(count: number): number {
    const start = this.offset
    // Also where the count is not a number.
    if (!(start + count <= this.bytes.length)) throw broken('a section ends too early')
    this.offset = start + count
    return start
  }
}
