import { gzipSync } from 'node:zlib'

// Streams that take a decoder much work and contain almost nothing. No compressor produces them.

/** Writes bits from the least significant one of each byte on, as in deflate and brotli. */
class Bits {
  readonly #bytes: number[] = []
  #byte = 0
  #used = 0

  write(value: number, count: number): this {
    for (let bit = 0; bit < count; bit += 1) {
      this.#byte |= ((value >> bit) & 1) << this.#used
      this.#used += 1
      if (this.#used === 8) {
        this.#bytes.push(this.#byte)
        this.#byte = this.#used = 0
      }
    }
    return this
  }

  /** Writes a prefix code of one symbol, which then takes no bits. */
  oneSymbol(symbol: number, symbolBits: number): this {
    return this.write(1, 2).write(0, 2).write(symbol, symbolBits)
  }

  get length(): number {
    return this.#bytes.length
  }

  toBuffer(): Buffer {
    return Buffer.from(this.#used === 0 ? this.#bytes : [...this.#bytes, this.#byte])
  }
}

/**
 * Creates brotli (RFC 7932, 9.2) of meta-blocks that expand to one byte each. Each has 256 types of literals and 256
 * prefix codes, and a context map of 16,384 entries, every one of which moves the last code to the front: 460 bytes to
 * read, four million to move.
 */
export function costlyBrotli(bytes: number): Buffer {
  const bits = new Bits().write(0, 1)
  const manyTypes = () => bits.write(0b1111, 4).write(127, 7)
  while (bits.length < bytes - 470) {
    bits.write(0, 1).write(0, 2).write(0, 16).write(0, 1) // not the last; four nibbles: one byte; compressed
    manyTypes().oneSymbol(0, 9).oneSymbol(0, 5).write(3, 2)
    bits.write(0, 1).write(0, 1) // one type each of commands and distances
    bits.write(0, 2).write(0, 4)
    for (let type = 0; type < 256; type += 1) bits.write(0, 2)
    manyTypes().write(0, 1).oneSymbol(255, 8).write(1, 1)
    bits.write(0, 1)
    for (let code = 0; code < 256; code += 1) bits.oneSymbol(0x20, 8)
    bits.oneSymbol(8, 10).oneSymbol(0, 6)
  }
  return bits.write(0b11, 2).toBuffer()
}

/** Creates brotli of empty meta-blocks, a byte each. */
export function emptyBrotli(bytes: number): Buffer {
  return Buffer.concat([Buffer.from([0x0c]), Buffer.alloc(bytes - 2, 0x06), Buffer.from([0x03])])
}

/** Creates deflate of empty blocks, ten bits each. */
export function emptyDeflate(bytes: number): Buffer {
  const four = new Bits()
  for (let block = 0; block < 4; block += 1) four.write(0, 1).write(1, 2).write(0, 7)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), Buffer.alloc(bytes - 2, four.toBuffer())])
}

/** Creates gzip of empty members. */
export function emptyGzip(bytes: number): Buffer {
  const member = gzipSync('')
  return Buffer.alloc(Math.floor(bytes / member.length) * member.length, member)
}
