import { broken } from '../refusal.ts'
import { type ByteReader, windowBytes } from './byte-reader.ts'

const quote = 0x22
const backslash = 0x5c
const letterU = 0x75

/** Positions within a string: plain text, behind a backslash, within the digits of `\u00e9`. */
type State = 'plain' | 'escape' | 'digits'

/** The bytes that escapes of one letter stand for; 0 where a letter stands for none. */
const letters = new Uint8Array(256)
for (const [letter, byte] of Object.entries({ '"': 34, '\\': 92, '/': 47, b: 8, f: 12, n: 10, r: 13, t: 9 })) {
  letters[letter.charCodeAt(0)] = byte
}

/**
 * Reads JSON strings as UTF-8, window by window; an escape may lie across two of them. Half of a surrogate pair becomes
 * U+FFFD. The text goes to `take` once for each window, in memory that the next window uses again.
 */
export class Unescaper {
  // Escapes are longer than their characters; a half pair of the window before adds one character.
  readonly #text = new Uint8Array(windowBytes + 8)
  #length = 0
  #state: State = 'plain'
  #unit = 0
  #digits = 0
  /** The first half of a surrogate pair, until the second is known. */
  #high = 0
  #hasEnded = false

  /** Reads on, up to the closing quote or the end of the window; true when the string has ended. */
  read(reader: ByteReader, take: (text: Uint8Array) => void): boolean {
    const { window } = reader
    this.#length = 0
    this.#hasEnded = false
    while (!this.#hasEnded && reader.offset < window.length) {
      if (this.#state === 'plain') reader.offset = this.#readPlain(window, reader.offset)
      else this.#readEscape(window[reader.offset++]!)
    }
    if (this.#length > 0) take(this.#text.subarray(0, this.#length))
    return this.#hasEnded
  }

  /** Copies bytes up to a quote, a backslash or the end of the window, and returns the offset after them. */
  #readPlain(window: Uint8Array, start: number): number {
    if (this.#high !== 0 && window[start] !== backslash) this.#writeHalf()
    const text = this.#text
    let length = this.#length
    let offset = start
    let byte = 0x20
    while (offset < window.length) {
      byte = window[offset++]!
      if (byte === quote || byte === backslash || byte < 0x20) break
      text[length++] = byte
    }
    this.#length = length
    this.#endPlain(byte)
    return offset
  }

  #endPlain(byte: number): void {
    if (byte < 0x20) throw broken('a control character within a string')
    if (byte === quote) this.#hasEnded = true
    if (byte === backslash) this.#state = 'escape'
  }

  #readEscape(byte: number): void {
    if (this.#state === 'digits') this.#readDigit(byte)
    else if (byte === letterU) this.#startDigits()
    else this.#readLetter(byte)
  }

  #startDigits(): void {
    this.#state = 'digits'
    this.#unit = 0
    this.#digits = 0
  }

  #readLetter(byte: number): void {
    if (letters[byte] === 0) throw broken('an unknown escape within a string')
    if (this.#high !== 0) this.#writeHalf()
    this.#text[this.#length++] = letters[byte]!
    this.#state = 'plain'
  }

  #readDigit(byte: number): void {
    const digit = Number.parseInt(String.fromCharCode(byte), 16)
    if (Number.isNaN(digit)) throw broken('an unfinished escape within a string')
    this.#unit = this.#unit * 16 + digit
    this.#digits++
    if (this.#digits < 4) return
    this.#state = 'plain'
    this.#writeUnit(this.#unit)
  }

  #writeUnit(unit: number): void {
    const isLow = unit >= 0xdc00 && unit <= 0xdfff
    if (this.#high !== 0 && isLow) {
      this.#writePair(unit)
      return
    }
    if (this.#high !== 0) this.#writeHalf()
    if (unit >= 0xd800 && unit <= 0xdbff) this.#high = unit
    else this.#writeCodePoint(isLow ? 0xfffd : unit)
  }

  #writePair(low: number): void {
    const codePoint = 0x10000 + ((this.#high - 0xd800) << 10) + (low - 0xdc00)
    this.#high = 0
    this.#writeCodePoint(codePoint)
  }

  #writeHalf(): void {
    this.#high = 0
    this.#writeCodePoint(0xfffd)
  }

  #writeCodePoint(codePoint: number): void {
    const { written } = new TextEncoder().encodeInto(String.fromCodePoint(codePoint), this.#text.subarray(this.#length))
    this.#length += written
  }
}
