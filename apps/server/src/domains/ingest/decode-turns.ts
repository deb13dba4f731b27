/**
 * Compressed bodies are undone a piece at a time, and the next piece is of the body whose pieces have taken the least time
 * so far. So a body crafted to cost seconds waits for all others, however many of them there are, and takes one of the
 * threads that hashing and packing need as well, never all.
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
    // The turn passes straight to the next waiter, so that nobody gets in between.
    if (turn === undefined) this.#isTaken = false
    else turn.begin()
  }
}
