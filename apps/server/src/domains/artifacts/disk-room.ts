import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { sumStoredBytes } from './content-store.ts'
import { sumChunkBytes } from './upload-store.ts'

/** How long a measurement counts. */
const validMs = 2000
/** Bytes that are stored of a byte of an upload: its compressed original, and its index. */
const storedShare = 0.6

/** Room for artifacts within their disk budget. */
export class DiskRoom {
  readonly #db: Kysely<Schema>
  readonly #maxBytes: number
  #used = 0
  #measuredAt = Number.NEGATIVE_INFINITY

  constructor(db: Kysely<Schema>, maxBytes: number) {
    this.#db = db
    this.#maxBytes = maxBytes
  }

  /** Whether there is room for an upload of this many bytes. They count as used until the next measurement. */
  async take(bytes: number): Promise<boolean> {
    const now = performance.now()
    if (now - this.#measuredAt > validMs) {
      this.#measuredAt = now
      this.#used = (await sumStoredBytes(this.#db)) + (await sumChunkBytes(this.#db))
    }
    const stored = bytes * storedShare
    if (this.#used + stored > this.#maxBytes) return false
    this.#used += stored
    return true
  }
}
