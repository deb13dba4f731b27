import { broken } from '../refusal.ts'
import type { TokenSorter } from './token-sorter.ts'

/** Values of the base64 digits; 64 where a byte is none. */
const digits = new Uint8Array(256).fill(64)
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  digits[digit.charCodeAt(0)] = value
}

const comma = 0x2c
const semicolon = 0x3b
/** Seven digits of five bits hold every 32-bit integer with its sign. */
const maxScale = 32 ** 6
const maxInteger = 2 ** 31 - 1

/** Fields of a segment: the generated column, then source, original line, original column and name. */
const fieldCount = 5

/**
 * Decodes `mappings` from its bytes, in pieces that may end anywhere, into tokens. `line` and `column` say where the
 * map begins in the generated file; the column counts for its first line alone.
 */
export class MappingsDecoder {
  readonly #tokens: TokenSorter
  readonly #firstColumn: number
  readonly #firstLine: number
  readonly #firstSource: number
  readonly #firstName: number
  #line: number
  /** Sums of the fields, each relative to its value before. */
  readonly #fields = new Float64Array(fieldCount)
  #field = 0
  #value = 0
  #scale = 1
  /** The greatest indexes met, to be compared with the lists when these are known. */
  maxSource = -1
  maxName = -1

  constructor(
    tokens: TokenSorter,
    { line, column, firstSource, firstName }: { line: number; column: number; firstSource: number; firstName: number },
  ) {
    this.#tokens = tokens
    this.#firstLine = line
    this.#firstColumn = column
    this.#firstSource = firstSource
    this.#firstName = firstName
    this.#line = line
  }

  /** Decodes the next bytes. */
  push(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; offset++) {
      const byte = bytes[offset]!
      const digit = digits[byte]!
      if (digit === 64) this.#endSegment(byte)
      else if (digit < 32) this.#endField(this.#value + digit * this.#scale)
      else this.#addDigit(digit - 32)
    }
  }

  /** Ends the last segment. */
  end(): void {
    this.#endSegment(semicolon)
  }

  #addDigit(digit: number): void {
    if (this.#scale === maxScale) throw broken('a number of more than seven digits in mappings')
    this.#value += digit * this.#scale
    this.#scale *= 32
  }

  #endField(value: number): void {
    if (this.#field === fieldCount) throw broken('a segment of more than five fields in mappings')
    const magnitude = Math.floor(value / 2)
    const sum = this.#fields[this.#field]! + (value % 2 === 1 ? -magnitude : magnitude)
    if (sum < 0 || sum > maxInteger) throw broken('a position out of range in mappings')
    this.#fields[this.#field++] = sum
    this.#value = 0
    this.#scale = 1
  }

  #endSegment(byte: number): void {
    if (this.#scale !== 1) throw broken('an unfinished number in mappings')
    if (this.#field > 0) this.#addToken()
    if (byte === semicolon) this.#endLine()
    else if (byte !== comma) throw broken('a character that is not allowed in mappings')
  }

  #endLine(): void {
    this.#line++
    this.#fields[0] = 0
  }

  #addToken(): void {
    const fields = this.#fields
    const count = this.#field
    this.#field = 0
    const column = fields[0]! + (this.#line === this.#firstLine ? this.#firstColumn : 0)
    if (column > maxInteger) throw broken('a position out of range in mappings')
    if (count === 1) {
      this.#tokens.add(this.#line, column, -1, 0, 0, -1)
      return
    }
    if (count < 4) throw broken('a segment of two or three fields in mappings')
    const source = fields[1]!
    if (source > this.maxSource) this.maxSource = source
    const name = count === 5 ? this.#nameOf(fields[4]!) : -1
    this.#tokens.add(this.#line, column, this.#firstSource + source, fields[2]!, fields[3]!, name)
  }

  #nameOf(name: number): number {
    if (name > this.maxName) this.maxName = name
    return this.#firstName + name
  }
}
