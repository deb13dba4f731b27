const lineFeed = 0x0a
const carriageReturn = 0x0d
const lineSeparator = Buffer.from('\u2028')
const paragraphSeparator = Buffer.from('\u2029')

/**
 * Turns every line end of JavaScript (LF, CRLF, CR, U+2028, U+2029) into LF, in a text that comes in pieces, and counts
 * them: bundlers count lines by these, and so readers need to know one only.
 */
export class LineEnds {
  /** Line ends so far. */
  count = 0
  /** Bytes at the end of the last piece that may begin a line end. */
  #held = Buffer.alloc(0)

  /** Returns a piece with line ends of one kind. */
  push(piece: Uint8Array): Uint8Array {
    const whole = this.#held.length === 0 ? asBuffer(piece) : Buffer.concat([this.#held, piece])
    const end = whole.length - heldBytes(whole)
    this.#held = Buffer.from(whole.subarray(end))
    const text = whole.subarray(0, end)
    return this.#counted(hasOthers(text) ? unified(text) : text)
  }

  /** Returns what is left of the text, and starts another. */
  end(): Uint8Array {
    const rest = this.#held
    this.#held = Buffer.alloc(0)
    return this.#counted(unified(rest))
  }

  #counted(text: Uint8Array): Uint8Array {
    for (let end = text.indexOf(lineFeed); end >= 0; end = text.indexOf(lineFeed, end + 1)) this.count++
    return text
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** True when a text has line ends besides LF. */
function hasOthers(text: Buffer): boolean {
  return text.includes(carriageReturn) || text.includes(lineSeparator) || text.includes(paragraphSeparator)
}

function unified(text: Uint8Array): Uint8Array {
  const result = new Uint8Array(text.length)
  let length = 0
  for (let offset = 0; offset < text.length; ) {
    const taken = lineEndAt(text, offset)
    result[length++] = taken > 0 ? lineFeed : text[offset]!
    offset += taken || 1
  }
  return result.subarray(0, length)
}

/** Bytes of the line end at an offset, 0 when there is none. */
function lineEndAt(text: Uint8Array, offset: number): number {
  const byte = text[offset]
  if (byte === carriageReturn) return text[offset + 1] === lineFeed ? 2 : 1
  if (byte !== 0xe2 || text[offset + 1] !== 0x80) return byte === lineFeed ? 1 : 0
  return text[offset + 2] === 0xa8 || text[offset + 2] === 0xa9 ? 3 : 0
}

/** Bytes at the end of a piece that may begin a line end: CR, E2, E2 80. */
function heldBytes(text: Uint8Array): number {
  const last = text.at(-1)
  if (last === carriageReturn || last === 0xe2) return 1
  return last === 0x80 && text.at(-2) === 0xe2 ? 2 : 0
}
