/** Bytes of bodies that are being received, or wait to be written: bounded, so that memory is. */
export class ByteBudget {
  readonly #max: number
  #used = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Takes the bytes, or says no. */
  tryTake(bytes: number): boolean {
    if (this.#used + bytes > this.#max) return false
    this.#used += bytes
    return true
  }

  give(bytes: number): void {
    this.#used -= bytes
  }

  get used(): number {
    return this.#used
  }
}
