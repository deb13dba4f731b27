/**
 * Decompresses bodies one piece at a time; the next piece belongs to the body whose pieces have taken the least time so
 * far. A body crafted to take seconds therefore waits for all others, and occupies at most one of the threads that hashing
 * and packing share.
 */
export class DecodeTurns {
  readonly #waiting: { spentMs: number; begin: () => void }[] = []
  #isTaken = false

  /** Does a piece of work in its turn, and returns how long it took. */
  async take(spentMs: number, work: () => Promise<unknown>): Promise<number> {
    if (this.#isTaken) await new Promise<void>((begin) => this.#waiting.push({ spentMs, begin }))
    this.#isTaken = true
    const beganAt = performance.now()
    try {
      await work()
      return performance.now() - beganAt
    } finally {
      this.#next()
    }
  }

  #next(): void {
    const least = Math.min(...this.#waiting.map(({ spentMs }) => spentMs))
    const index = this.#waiting.findIndex(({ spentMs }) => spentMs === least)
    const [turn] = index === -1 ? [] : this.#waiting.splice(index, 1)
    // The turn passes directly to the next waiter; a new caller cannot take it.
    if (turn === undefined) this.#isTaken = false
    else turn.begin()
  }
}
