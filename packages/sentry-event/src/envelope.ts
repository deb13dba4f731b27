/** The header of an item, as far as it decides about its reading. */
export interface ItemHeader {
  type: string
  length: number | undefined
  fields: Record<string, unknown>
}

/** An item whose payload was kept. */
export interface EnvelopeItem {
  header: ItemHeader
  payload: Buffer
}

export interface EnvelopeOptions {
  /** Receives the first line before any item is read. */
  onHeader: (header: Record<string, unknown>) => void
  /** Decides by the header of an item how many bytes of its payload may be kept; 0 skips it. */
  keepUpTo: (header: ItemHeader) => number
  onItem: (item: EnvelopeItem) => void
  /** Receives items that were skipped; `isTooLarge` if only their size was the reason. */
  onSkipped: (header: ItemHeader, isTooLarge: boolean) => void
  /** Called before bytes are kept; may throw. */
  grow: (bytes: number) => void
}

/** Thrown for a text that is no envelope. */
export class EnvelopeError extends Error {}

const newline = 10
/** Bytes of the line with the header of the envelope or of an item. */
const maxLine = 8 * 1024
const maxItems = 100

type State =
  | { at: 'envelope' | 'item' }
  | { at: 'payload'; header: ItemHeader; left: number | undefined; keep: number; kept: Buffer[]; size: number }
  | { at: 'end-of-payload' }

/**
 * Reads an envelope (develop.sentry.dev/sdk/data-model/envelopes) as a stream: a line with its header, then items, each a
 * line with a header and a payload. A payload with `length` has that many bytes, then a line feed or the end; without,
 * it reaches to the next line feed. Payloads that nobody keeps are never held.
 */
export class EnvelopeReader {
  readonly #options: EnvelopeOptions
  #state: State = { at: 'envelope' }
  #line: Buffer[] = []
  #lineBytes = 0
  #items = 0

  constructor(options: EnvelopeOptions) {
    this.#options = options
  }

  /** @throws EnvelopeError, and whatever the callbacks throw */
  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) at = this.#step(chunk, at)
  }

  /** Ends the envelope. @throws EnvelopeError if it is cut */
  end(): void {
    const state = this.#state
    if (state.at === 'payload') {
      if (state.left !== undefined && state.left > 0) throw new EnvelopeError('the payload of an item is cut')
      this.#finish(state)
      return
    }
    if (this.#lineBytes > 0) this.#endLine(this.#takeLine())
    if (this.#state.at === 'payload') this.end()
  }

  #step(chunk: Buffer, at: number): number {
    const state = this.#state
    switch (state.at) {
      case 'envelope':
      case 'item':
        return this.#readLine(chunk, at)
      case 'payload':
        return this.#readPayload(state, chunk, at)
      case 'end-of-payload':
        if (chunk[at] !== newline) throw new EnvelopeError('the payload of an item is longer than its header says')
        this.#state = { at: 'item' }
        return at + 1
    }
  }

  #readLine(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(newline, at)
    const bytes = (end < 0 ? chunk.length : end) - at
    this.#lineBytes += bytes
    if (this.#lineBytes > maxLine) throw new EnvelopeError('a header is too long')
    this.#options.grow(bytes)
    // Usually the whole line is here, and needs no copy.
    const isWhole = end >= 0 && this.#line.length === 0
    if (!isWhole) this.#line.push(Buffer.from(chunk.subarray(at, at + bytes)))
    if (end < 0) return chunk.length
    this.#endLine(isWhole ? chunk.toString('utf8', at, end).trim() : this.#takeLine())
    return end + 1
  }

  #takeLine(): string {
    const text = Buffer.concat(this.#line).toString('utf8').trim()
    this.#line = []
    return text
  }

  #endLine(text: string): void {
    this.#lineBytes = 0
    if (this.#state.at === 'envelope') {
      this.#options.onHeader(text === '' ? {} : parseHeader(text))
      this.#state = { at: 'item' }
      return
    }
    // Blank lines between items are skipped.
    if (text === '') return
    this.#items += 1
    if (this.#items > maxItems) throw new EnvelopeError(`an envelope has at most ${maxItems} items`)
    const fields = parseHeader(text)
    const { type, length } = fields
    if (typeof type !== 'string') throw new EnvelopeError('an item has no type')
    const isLength = Number.isSafeInteger(length) && (length as number) >= 0
    if (length !== undefined && length !== null && !isLength) throw new EnvelopeError('an item has an invalid length')
    const header = { type, length: isLength ? (length as number) : undefined, fields }
    const keep = this.#options.keepUpTo(header)
    const state: State = { at: 'payload', header, left: header.length, keep, kept: [], size: 0 }
    this.#state = state
    if (header.length === 0) this.#finish(state)
  }

  #readPayload(state: State & { at: 'payload' }, chunk: Buffer, at: number): number {
    const newlineAt = state.left === undefined ? chunk.indexOf(newline, at) : -1
    const most = state.left === undefined ? (newlineAt < 0 ? chunk.length : newlineAt) : at + state.left
    const end = Math.min(most, chunk.length)
    const isWhole = state.size === 0 && (state.left === undefined ? newlineAt >= 0 : end === most)
    this.#keep(state, chunk.subarray(at, end), isWhole && 2 * (end - at) > chunk.length)
    if (state.left !== undefined) {
      state.left -= end - at
      if (state.left === 0) this.#finish(state)
      return end
    }
    if (newlineAt < 0) return end
    this.#finish(state)
    this.#state = { at: 'item' }
    return newlineAt + 1
  }

  /** @param isOwned whether the part may stay in its chunk: otherwise a copy is kept, since it would hold a larger buffer */
  #keep(state: State & { at: 'payload' }, part: Buffer, isOwned: boolean): void {
    state.size += part.length
    if (state.size > state.keep || (state.header.length ?? 0) > state.keep) {
      state.kept = []
      return
    }
    this.#options.grow(part.length)
    state.kept.push(isOwned ? part : Buffer.from(part))
  }

  #finish(state: State & { at: 'payload' }): void {
    this.#state = { at: 'end-of-payload' }
    const { header, keep, kept, size } = state
    if (keep === 0) this.#options.onSkipped(header, false)
    else if (size > keep) this.#options.onSkipped(header, true)
    else this.#options.onItem({ header, payload: kept.length === 1 ? kept[0]! : Buffer.concat(kept) })
  }
}

function parseHeader(text: string): Record<string, unknown> {
  let header: unknown
  try {
    header = JSON.parse(text)
  } catch {
    throw new EnvelopeError('a header is not JSON')
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    throw new EnvelopeError('a header is not a JSON object')
  return header as Record<string, unknown>
}
