interface Share {
  running: number
  readonly waiting: (() => void)[]
}

/** Lets a number of pieces of work of each key run at once; a bounded number of further ones waits, first come first served. */
export class KeyedSemaphore {
  readonly #atOnce: number
  readonly #waiting: number
  readonly #shares = new Map<string, Share>()

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce
    this.#waiting = waiting
  }

  /** Whether one more may wait for its turn. */
  hasRoom(key: string): boolean {
    return (this.#shares.get(key)?.waiting.length ?? 0) < this.#waiting
  }

  /** Resolves when the work may run; it ends with `leave`. */
  async enter(key: string): Promise<void> {
    let share = this.#shares.get(key)
    if (share === undefined) {
      share = { running: 0, waiting: [] }
      this.#shares.set(key, share)
    }
    const { waiting } = share
    if (share.running < this.#atOnce) share.running += 1
    else await new Promise<void>((begin) => waiting.push(begin))
  }

  /** Ends a piece of work. Its place passes straight to the next in line, without becoming free in between. */
  leave(key: string): void {
    const share = this.#shares.get(key)!
    const next = share.waiting.shift()
    if (next === undefined) share.running -= 1
    else next()
    if (share.running === 0) this.#shares.delete(key)
  }
}
