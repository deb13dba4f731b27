import { broken } from '../refusal.ts'
import type { ByteReader } from './byte-reader.ts'
import { Unescaper } from './unescape.ts'
import { ValueSkipper } from './value-skipper.ts'

const space = new Uint8Array(256)
for (const byte of [0x20, 0x09, 0x0a, 0x0d]) space[byte] = 1

const code = (character: string) => character.charCodeAt(0)
const quote = code('"')
/** Bytes that end a number or a word. */
const endsWord = new Uint8Array(256)
for (const character of ',]}:{["\t\n\r ') endsWord[code(character)] = 1

/** Members of an object that is read; a map has some ten. */
const maxMembers = 1_000
const maxKeyBytes = 200
const maxWordBytes = 40

/** Reads JSON from bytes that arrive in windows, without ever holding the whole: the caller decides what is kept. */
export class JsonReader {
  readonly bytes: ByteReader
  readonly #unescaper = new Unescaper()

  constructor(bytes: ByteReader) {
    this.bytes = bytes
  }

  /** Returns the first byte of the next value or sign, without consuming it; -1 at the end of the input. */
  async next(): Promise<number> {
    const { bytes } = this
    for (;;) {
      while (bytes.offset < bytes.window.length) {
        const byte = bytes.window[bytes.offset]!
        if (space[byte] === 0) return byte
        bytes.offset++
      }
      if (!(await bytes.fill())) return -1
    }
  }

  /** Consumes the next sign if it is this one. */
  async accept(character: string): Promise<boolean> {
    if ((await this.next()) !== code(character)) return false
    this.bytes.offset++
    return true
  }

  /** Consumes the next sign, which must be this one. */
  async expect(character: string): Promise<void> {
    if (!(await this.accept(character))) throw broken(`${character} expected`)
  }

  /** Calls `read` at the value of each member of an object. */
  async eachMember(read: (key: string) => Promise<void>): Promise<void> {
    await this.expect('{')
    if (await this.accept('}')) return
    let members = 0
    do {
      if (++members > maxMembers) throw broken('an object of too many members')
      const key = await this.text(maxKeyBytes)
      await this.expect(':')
      await read(key)
    } while (await this.accept(','))
    await this.expect('}')
  }

  /** Calls `read` at each item of an array. */
  async eachItem(read: (index: number) => Promise<void>): Promise<void> {
    await this.expect('[')
    if (await this.accept(']')) return
    let index = 0
    do await read(index++)
    while (await this.accept(','))
    await this.expect(']')
  }

  /** True when a string comes next. */
  async isString(): Promise<boolean> {
    return (await this.next()) === quote
  }

  /** True when an array comes next. */
  async isArray(): Promise<boolean> {
    return (await this.next()) === code('[')
  }

  /** True when an object comes next. */
  async isObject(): Promise<boolean> {
    return (await this.next()) === code('{')
  }

  /** Reads a string as UTF-8 in pieces; each is gone after `take`. */
  async string(take: (piece: Uint8Array) => void): Promise<void> {
    await this.expect('"')
    while (!this.#unescaper.read(this.bytes, take)) {
      if (!(await this.bytes.fill())) throw broken('the file ends within a string')
    }
  }

  /** Reads a string, of which at most `maxBytes` are kept. */
  async text(maxBytes: number): Promise<string> {
    const pieces: Uint8Array[] = []
    let room = maxBytes
    await this.string((piece) => {
      if (room <= 0) return
      pieces.push(piece.slice(0, room))
      room -= piece.length
    })
    return Buffer.concat(pieces).toString()
  }

  /** Reads an integer of at least 0. */
  async integer(): Promise<number> {
    const text = await this.word()
    if (!/^\d{1,10}$/.test(text)) throw broken('a whole number expected')
    return Number(text)
  }

  /** Reads a number, `true`, `false` or `null` as it is written, at most 40 characters. */
  async word(): Promise<string> {
    await this.next()
    let text = ''
    do text += this.#partOfWord()
    while (text.length <= maxWordBytes && this.bytes.offset === this.bytes.window.length && (await this.bytes.fill()))
    if (text === '' || text.length > maxWordBytes) throw broken('a value expected')
    return text
  }

  #partOfWord(): string {
    const { window, offset } = this.bytes
    let end = offset
    while (end < window.length && endsWord[window[end]!] === 0) end++
    this.bytes.offset = end
    return String.fromCharCode(...window.subarray(offset, Math.min(end, offset + maxWordBytes + 1)))
  }

  /** Reads `null`, or anything that is none of the kinds expected here. */
  async null(): Promise<void> {
    if ((await this.word()) !== 'null') throw broken('null or a string expected')
  }

  /** Reads over a value of any kind. */
  async skip(): Promise<void> {
    await this.next()
    const skipper = new ValueSkipper()
    while (!skipper.read(this.bytes)) {
      if (!(await this.bytes.fill())) throw broken('the file ends within a value')
    }
  }
}
