import { growthSharesOf, type Owner, type Use } from '../../../lib/fair-share.ts'
import { evictAbove } from '../eviction/index.ts'

/** How long a measurement counts. */
const validMs = 2000
/** Bytes that are stored of a byte of a file: its compressed original, and its index. */
const storedPart = 0.6
/** Part of the budget above which nobody may store more. Until then, there is room for those below their share. */
const fullAbove = 1.25
/** Bytes of the rows of a file, however small it is. */
const fileBytes = 1000

export interface ArtifactSpaceOptions {
  maxBytes: number
  /** Returns what each project, and each account or organization by chunks, has stored. */
  measure: () => Promise<readonly Use[]>
  /** Milliseconds of a monotonic clock. */
  clock?: () => number
}

/** Room for artifacts within their disk budget. */
export class ArtifactSpace {
  readonly #options: Required<ArtifactSpaceOptions>
  readonly #uses = new Map<Owner, Use>()
  #shares = growthSharesOf([], 0)
  #used = 0
  #measuredAt = Number.NEGATIVE_INFINITY

  constructor(options: ArtifactSpaceOptions) {
    this.#options = { clock: () => performance.now(), ...options }
  }

  /**
   * Whether there is space for an upload of this many bytes. They count as used until the next measurement. The last part
   * of the budget is for owners below the share that one more would have, also while nobody else has anything: one
   * project cannot fill the disk for all. The share is that of an organization, so that more projects gain nothing.
   *
   * @param part bytes that are stored of each byte; 1 for chunks, which are stored as they came
   */
  async take(owner: Owner, bytes: number, part = storedPart): Promise<boolean> {
    const { maxBytes, clock } = this.#options
    if (clock() - this.#measuredAt > validMs) await this.#measure()
    const stored = bytes * part + fileBytes
    if (this.#used + stored > maxBytes * fullAbove) return false
    const use = this.#uses.get(owner) ?? { owner, organizationId: '', bytes: 0 }
    const share = this.#shares.shares.get(owner) ?? this.#shares.newcomer
    const isTight = this.#used + stored > maxBytes * evictAbove
    if (isTight && use.bytes + stored > share) return false
    this.#used += stored
    this.#uses.set(owner, { ...use, bytes: use.bytes + stored })
    return true
  }

  async #measure(): Promise<void> {
    const { maxBytes, clock, measure } = this.#options
    this.#measuredAt = clock()
    const uses = await measure()
    this.#uses.clear()
    for (const use of uses) this.#uses.set(use.owner, use)
    this.#shares = growthSharesOf(uses, maxBytes * evictAbove)
    this.#used = uses.reduce((sum, use) => sum + use.bytes, 0)
  }
}
