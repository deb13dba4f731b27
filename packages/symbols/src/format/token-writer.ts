import type { PageWriter } from './pages.ts'
import { AddressCoder } from './record-addresses.ts'
import {
  blockTokens,
  columnShift,
  maxShortColumn,
  named,
  newLine,
  newOriginalLine,
  newSource,
  unmapped,
} from './tokens.ts'
import { ByteWriter } from './varint.ts'

/** Writes tokens in blocks of 64: the first absolute, the others as differences to the token before. */
export class TokenWriter {
  readonly #pages: PageWriter
  readonly #block = new ByteWriter(64 * 30)
  readonly #directory = new ByteWriter(64 * 1024)
  readonly #records = new AddressCoder()
  /** The token before: line, column, source, original line, original column, name. */
  readonly #last = new Int32Array(6)
  #inBlock = 0
  #blockLine = 0
  #blockColumn = 0
  count = 0

  constructor(pages: PageWriter) {
    this.#pages = pages
  }

  /** Adds the token whose six integers begin at `start`. */
  add(tokens: Int32Array, start: number): void {
    if (this.#inBlock === blockTokens) this.#endBlock()
    if (this.#inBlock === 0) this.#startBlock(tokens[start]!, tokens[start + 1]!)
    this.#write(tokens, start)
    this.#inBlock++
    this.count++
  }

  /** Ends the last block and writes the directory to the head. */
  finish(head: ByteWriter): void {
    const blocks = Math.ceil(this.count / blockTokens)
    if (this.#inBlock > 0) this.#endBlock()
    head.unsigned(this.count)
    head.unsigned(this.#last[0]!)
    head.unsigned(blocks)
    head.bytes(this.#directory.view())
  }

  #startBlock(line: number, column: number): void {
    const isSameLine = line === this.#blockLine
    this.#directory.unsigned(line - this.#blockLine)
    this.#directory.unsigned(isSameLine ? column - this.#blockColumn : column)
    this.#blockLine = line
    this.#blockColumn = column
    this.#last.fill(0)
    this.#last[0] = line
    this.#last[1] = column
  }

  #endBlock(): void {
    const block = this.#block.view()
    this.#records.write(this.#directory, this.#pages.append(block), block.length)
    this.#block.clear()
    this.#inBlock = 0
  }

  #write(tokens: Int32Array, start: number): void {
    const last = this.#last
    const isNewLine = tokens[start] !== last[0]
    const column = tokens[start + 1]! - (isNewLine ? 0 : last[1]!)
    const short = column >= 1 && column <= maxShortColumn ? column : 0
    const flags = (isNewLine ? newLine : 0) | originalFlags(tokens, start, last) | (short << columnShift)
    this.#block.byte(flags)
    if (isNewLine) this.#block.unsigned(tokens[start]! - last[0]!)
    if (short === 0) this.#block.unsigned(column)
    last[0] = tokens[start]!
    last[1] = tokens[start + 1]!
    if ((flags & unmapped) === 0) this.#writeOriginal(tokens, start, flags)
  }

  #writeOriginal(tokens: Int32Array, start: number, flags: number): void {
    const last = this.#last
    if ((flags & newSource) !== 0) this.#block.signed(tokens[start + 2]! - last[2]!)
    if ((flags & newOriginalLine) !== 0) this.#block.signed(tokens[start + 3]! - last[3]!)
    this.#block.signed(tokens[start + 4]! - last[4]!)
    last[2] = tokens[start + 2]!
    last[3] = tokens[start + 3]!
    last[4] = tokens[start + 4]!
    if ((flags & named) === 0) return
    this.#block.signed(tokens[start + 5]! - last[5]!)
    last[5] = tokens[start + 5]!
  }
}

function originalFlags(tokens: Int32Array, start: number, last: Int32Array): number {
  if (tokens[start + 2] === -1) return unmapped
  const source = tokens[start + 2] === last[2] ? 0 : newSource
  const line = tokens[start + 3] === last[3] ? 0 : newOriginalLine
  return source | line | (tokens[start + 5] === -1 ? 0 : named)
}
