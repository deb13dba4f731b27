import { broken } from '../refusal.ts'
import type { ByteReader } from './byte-reader.ts'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Nested arrays and objects within a value that is not used. */
const maxDepth = 100

/** Kinds of bytes between strings. */
const word = 0
const opening = 1
const closing = 2
const separator = 3
const kinds = new Uint8Array(256)
for (const [kind, characters] of [
  [opening, '{['],
  [closing, '}]'],
  [separator, ',\t\n\r '],
] as const) {
  for (const character of characters) kinds[character.charCodeAt(0)] = kind
}

/**
 * Reads over a value of any kind, window by window. Brackets must balance and strings must end; nothing else is checked,
 * because the value is not used.
 */
export class ValueSkipper {
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** A number or word has begun at depth 0, and ends with the next sign. */
  #isInWord = false

  /** Reads on, up to the end of the value or of the window; true when the value has ended. */
  read(bytes: ByteReader): boolean {
    const { window } = bytes
    while (bytes.offset < window.length) {
      const byte = window[bytes.offset]!
      if (this.#isInString ? this.#endsString(byte) : this.#endsBefore(byte)) {
        // A string and a bracket belong to the value, the sign behind a word does not.
        if (!this.#isInWord) bytes.offset++
        return true
      }
      bytes.offset++
    }
    return false
  }

  #endsString(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#isInString = false
    return !this.#isInString && this.#depth === 0
  }

  #endsBefore(byte: number): boolean {
    const kind = kinds[byte]
    if (this.#isInWord && kind !== word) return true
    if (byte === quote) this.#isInString = true
    else if (kind === opening) this.#open()
    else if (kind === closing) return this.#close()
    else if (this.#depth === 0) this.#startWord(byte)
    return false
  }

  #open(): void {
    this.#depth++
    if (this.#depth > maxDepth) throw broken('values are nested too deeply')
  }

  #close(): boolean {
    if (this.#depth === 0) throw broken('a value expected')
    this.#depth--
    return this.#depth === 0
  }

  #startWord(byte: number): void {
    if (byte === comma) throw broken('a value expected')
    this.#isInWord = true
  }
}
