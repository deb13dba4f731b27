/**
 * Bounds the bytes of bodies that were received and not written yet, and so the memory they take. No token may hold
 * more than a share, so that a sender of unfinished bodies blocks nobody but itself.
 */
export class ByteBudget {
  readonly #max: number
  readonly #share: number
  readonly #byHolder = new Map<number, number>()
  #used = 0

  /** @param least bytes that every token may hold, however small the total is */
  constructor(max: number, least: number) {
    this.#max = max
    this.#share = Math.max(max / 2, least)
  }

  /** Bytes currently taken. */
  get used(): number {
    return this.#used
  }

  /** Whether this many bytes could be taken now. */
  fits(holder: number, bytes: number): boolean {
    return this.#used + bytes <= this.#max && (this.#byHolder.get(holder) ?? 0) + bytes <= this.#share
  }

  /** Takes the bytes; false if they do not fit. */
  tryTake(holder: number, bytes: number): boolean {
    if (!this.fits(holder, bytes)) return false
    this.#used += bytes
    this.#byHolder.set(holder, (this.#byHolder.get(holder) ?? 0) + bytes)
    return true
  }

  give(holder: number, bytes: number): void {
    this.#used -= bytes
    const left = (this.#byHolder.get(holder) ?? 0) - bytes
    if (left === 0) this.#byHolder.delete(holder)
    else this.#byHolder.set(holder, left)
  }
}
