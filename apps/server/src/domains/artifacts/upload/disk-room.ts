import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { growthSharesOf, type Use } from '../../../lib/fair-share.ts'
import { sumStoredByProject } from '../content/index.ts'
import { evictAbove } from '../eviction/index.ts'
import { sumChunkBytes } from './upload-store.ts'

/** How long a measurement counts. */
const validMs = 2000
/** Bytes that are stored of a byte of an upload: its compressed original, and its index. */
const storedShare = 0.6

/** Room for artifacts within their disk budget. */
export class DiskRoom {
  readonly #db: Kysely<Schema>
  readonly #maxBytes: number
  readonly #uses = new Map<number, Use>()
  #shares = growthSharesOf([], 0)
  #used = 0
  #measuredAt = Number.NEGATIVE_INFINITY

  constructor(db: Kysely<Schema>, maxBytes: number) {
    this.#db = db
    this.#maxBytes = maxBytes
  }

  /**
   * Whether there is room for an upload of this many bytes. They count as used until the next measurement. The last part
   * of the budget is for projects below the share that one more would have, also while nobody else has anything: one
   * project cannot fill the disk for all. The share is that of an organization, so that more projects gain nothing.
   */
  async take(projectId: number | null, bytes: number): Promise<boolean> {
    if (performance.now() - this.#measuredAt > validMs) await this.#measure()
    const stored = bytes * storedShare
    if (this.#used + stored > this.#maxBytes) return false
    const use = projectId === null ? undefined : this.#uses.get(projectId)
    const share = (projectId === null ? undefined : this.#shares.shares.get(projectId)) ?? this.#shares.newcomer
    const isTight = this.#used + stored > this.#maxBytes * evictAbove
    if (isTight && (use?.bytes ?? 0) + stored > share) return false
    this.#used += stored
    if (use !== undefined) use.bytes += stored
    return true
  }

  async #measure(): Promise<void> {
    this.#measuredAt = performance.now()
    const uses = await sumStoredByProject(this.#db)
    this.#uses.clear()
    for (const use of uses) this.#uses.set(use.projectId, use)
    this.#shares = growthSharesOf(uses, this.#maxBytes * evictAbove)
    this.#used = uses.reduce((sum, use) => sum + use.bytes, 0) + (await sumChunkBytes(this.#db))
  }
}
