import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { findLastSegment } from './erase-events-store.ts'

/** Between two steps while events come in, at least: digest, which shares the thread, and the database come to breathe. */
const breathMs = 50

/** As fast as it goes while nothing else is to be done; while events come in, half of the time at most. */
export class Pace {
  readonly #client: pg.PoolClient
  #lastSegment: number
  #since = performance.now()

  private constructor(client: pg.PoolClient, lastSegment: number) {
    this.#client = client
    this.#lastSegment = lastSegment
  }

  static async start(client: pg.PoolClient): Promise<Pace> {
    return new Pace(client, await findLastSegment(client))
  }

  /** After each step. */
  async rest(): Promise<void> {
    const lastSegment = await findLastSegment(this.#client)
    const worked = performance.now() - this.#since
    if (lastSegment !== this.#lastSegment) await setTimeout(Math.max(breathMs, worked))
    this.#lastSegment = lastSegment
    this.#since = performance.now()
  }
}
