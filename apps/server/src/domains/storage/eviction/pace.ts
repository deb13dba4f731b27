import { setTimeout } from 'node:timers/promises'
import type { Connection } from '../../../db/database.ts'
import { findLastSegment } from './erase-events-store.ts'

/**
 * Minimum pause between two steps while events arrive, which leaves time to digest, on the same thread, and to the
 * database.
 */
const minPauseMs = 50

/** Paces background work: full speed while the queue is idle, at most half of the time while events arrive. */
export class Pace {
  readonly #client: Connection
  #lastSegment: number
  #since = performance.now()

  private constructor(client: Connection, lastSegment: number) {
    this.#client = client
    this.#lastSegment = lastSegment
  }

  static async start(client: Connection): Promise<Pace> {
    return new Pace(client, await findLastSegment(client))
  }

  /** Pauses after a step, if events have arrived meanwhile. */
  async rest(): Promise<void> {
    const lastSegment = await findLastSegment(this.#client)
    const worked = performance.now() - this.#since
    if (lastSegment !== this.#lastSegment) await setTimeout(Math.max(minPauseMs, worked))
    this.#lastSegment = lastSegment
    this.#since = performance.now()
  }
}
