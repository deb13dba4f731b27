/**
 * The queue is read from the first segment of a batch that began this long ago: another process may commit an earlier one
 * later.
 */
const settledMs = 1000

/** The segment from which the queue is read: what was digested is left behind, and with it the dead rows at its start. */
export class QueuePosition {
  #after = 0
  /** First segments of the latest batches, and when they began. */
  #batches: { first: number; at: number }[] = []

  get after(): number {
    return this.#after
  }

  /** Reads the queue from its start again. */
  reset(): void {
    this.#after = 0
    this.#batches = []
  }

  moveOn(first: number): void {
    const now = performance.now()
    this.#batches.push({ first, at: now })
    while (this.#batches.length > 0 && now - this.#batches[0]!.at >= settledMs)
      this.#after = this.#batches.shift()!.first
  }
}
