import {
  blockTokens,
  columnShift,
  named,
  newLine,
  newOriginalLine,
  newSource,
  type Token,
  type TokenDirectory,
  unmapped,
} from './tokens.ts'
import { ByteCursor } from './varint.ts'

/** Walks through the tokens of a block; `token` is the one reached, and the same object each time. */
export class BlockCursor {
  readonly token: Token
  readonly #bytes: ByteCursor
  readonly #last = { source: 0, name: 0 }
  #left: number

  constructor(directory: TokenDirectory, block: number, bytes: Uint8Array) {
    const line = directory.lines[block]!
    const column = directory.columns[block]!
    this.token = { line, column, source: 0, originalLine: 0, originalColumn: 0, name: -1 }
    this.#bytes = new ByteCursor(bytes)
    this.#left = Math.min(blockTokens, directory.count - block * blockTokens)
  }

  /** Moves on to the next token; false after the last. */
  next(): boolean {
    if (this.#left === 0) return false
    this.#left--
    const flags = this.#bytes.byte()
    this.#readGenerated(flags)
    if ((flags & unmapped) !== 0) this.token.source = this.token.name = -1
    else this.#readOriginal(flags)
    return true
  }

  #readGenerated(flags: number): void {
    const { token } = this
    if ((flags & newLine) !== 0) {
      token.line += this.#bytes.unsigned()
      token.column = 0
    }
    const short = flags >> columnShift
    token.column += short === 0 ? this.#bytes.unsigned() : short
  }

  #readOriginal(flags: number): void {
    const { token } = this
    const last = this.#last
    if ((flags & newSource) !== 0) last.source += this.#bytes.signed()
    if ((flags & newOriginalLine) !== 0) token.originalLine += this.#bytes.signed()
    token.source = last.source
    token.originalColumn += this.#bytes.signed()
    if ((flags & named) !== 0) last.name += this.#bytes.signed()
    token.name = (flags & named) === 0 ? -1 : last.name
  }
}
