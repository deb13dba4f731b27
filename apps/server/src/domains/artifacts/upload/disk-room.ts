import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
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
  #byProject = new Map<number, number>()
  #used = 0
  #measuredAt = Number.NEGATIVE_INFINITY

  constructor(db: Kysely<Schema>, maxBytes: number) {
    this.#db = db
    this.#maxBytes = maxBytes
  }

  /**
   * Whether there is room for an upload of this many bytes. They count as used until the next measurement. The last part
   * of the budget is for projects below their fair share: one project cannot fill the disk for all.
   */
  async take(projectId: number | null, bytes: number): Promise<boolean> {
    const now = performance.now()
    if (now - this.#measuredAt > validMs) {
      this.#measuredAt = now
      this.#byProject = await sumStoredByProject(this.#db)
      this.#used = [...this.#byProject.values()].reduce((sum, own) => sum + own, 0) + (await sumChunkBytes(this.#db))
    }
    const stored = bytes * storedShare
    if (this.#used + stored > this.#maxBytes) return false
    const own = projectId === null ? 0 : (this.#byProject.get(projectId) ?? 0)
    const isShared = this.#byProject.size > (this.#byProject.has(projectId ?? -1) ? 1 : 0)
    const fair = this.#maxBytes / (this.#byProject.size + (own === 0 ? 1 : 0))
    if (isShared && this.#used + stored > this.#maxBytes * evictAbove && own + stored > fair) return false
    this.#used += stored
    if (projectId !== null) this.#byProject.set(projectId, own + stored)
    return true
  }
}
