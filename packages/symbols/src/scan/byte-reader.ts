import { defaultLimits, type Limits } from '../limits.ts'
import { tooLarge } from '../refusal.ts'

/** Bytes of a file: whole, or in pieces of any size as they arrive. */
export type ByteInput = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Bytes scanned between two turns of the event loop, and between two writes of pages. */
export const windowBytes = 64 * 1024

const empty = new Uint8Array(0)

/**
 * Reads bytes through a window of at most 64 kB, however they arrive. The caller moves `offset` within `window` and asks
 * for the next window at its end: inner loops are synchronous, and only the loop around them awaits.
 */
export class ByteReader {
  window: Uint8Array = empty
  offset = 0
  readonly limits: Limits
  readonly #windows: AsyncIterator<Uint8Array>
  readonly #beforeWindow: () => Promise<void>
  #before = 0

  /** @param beforeWindow runs between two windows, to write what the last one produced */
  constructor(input: ByteInput, limits: Limits = defaultLimits, beforeWindow = async () => {}) {
    this.limits = limits
    this.#windows = windowsOf(input)
    this.#beforeWindow = beforeWindow
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#before + this.offset
  }

  /** Moves on to the next window; false at the end of the input. */
  async fill(): Promise<boolean> {
    this.#before += this.window.length
    await this.#beforeWindow()
    const next = await this.#windows.next()
    this.window = next.done === true ? empty : next.value
    this.offset = 0
    if (this.#before + this.window.length > this.limits.fileBytes) throw tooLarge(this.limits, 'fileBytes')
    return next.done !== true
  }

  /** Returns the next byte without consuming it; -1 at the end of the input. */
  async peek(): Promise<number> {
    while (this.offset === this.window.length) if (!(await this.fill())) return -1
    return this.window[this.offset]!
  }

  /** Releases the input, even before its end. */
  async close(): Promise<void> {
    await this.#windows.return?.()
  }
}

async function* windowsOf(input: ByteInput): AsyncGenerator<Uint8Array> {
  for await (const piece of input instanceof Uint8Array ? [input] : input) {
    for (let start = 0; start < piece.length; start += windowBytes) {
      yield piece.subarray(start, start + windowBytes)
    }
  }
}
