import { fairLevel } from '../../../lib/fair-level.ts'
import { growthSharesOf, type Owner, type Use } from '../../../lib/fair-share.ts'
import { evictAbove } from '../eviction/index.ts'

/** How long a measurement counts. */
const validMs = 2000
/** Bytes that are stored of a byte of a file: its compressed original, and its index. */
const storedPart = 0.6
/**
 * Part of the budget above which those are refused that stored most since the last measurement. Newcomers who take their
 * share one after another go beyond the budget until something is evicted; who uploads little meanwhile is not refused.
 */
const refuseMostAbove = 1.1
/** Part of the budget that is stored between two measurements at most then. */
const growth = 0.03
/** Part of the budget above which nobody may store more. */
const fullAbove = 2
/** Bytes of the rows of a file, however small it is. */
const fileBytes = 1000

export interface ArtifactSpaceOptions {
  maxBytes: number
  /** Returns what each project, and each account or organization by chunks, has stored. */
  measure: () => Promise<readonly Use[]>
  /** Milliseconds of a monotonic clock. */
  clock?: () => number
}

/** Room for artifacts on the server where a project is. */
export type TakesSpace = Pick<ArtifactSpace, 'take'>

/** Room for artifacts within their disk budget, which is that of one database server. */
export class ArtifactSpace {
  readonly #options: Required<ArtifactSpaceOptions>
  readonly #uses = new Map<Owner, Use>()
  /** Bytes of each owner since the last measurement. */
  readonly #recent = new Map<Owner, number>()
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
    const recent = (this.#recent.get(owner) ?? 0) + stored
    if (this.#used + stored > maxBytes * refuseMostAbove && recent > this.#recentShare(owner, recent)) return false
    this.#recent.set(owner, recent)
    this.#used += stored
    this.#uses.set(owner, { ...use, bytes: use.bytes + stored })
    return true
  }

  /** The bytes that each owner may store from one measurement to the next while the budget is exceeded. */
  #recentShare(owner: Owner, bytes: number): number {
    const amounts = [...new Map(this.#recent).set(owner, bytes).values()]
    const before = this.#used - [...this.#recent.values()].reduce((sum, one) => sum + one, 0)
    const { maxBytes } = this.#options
    return fairLevel(amounts, Math.max(maxBytes * refuseMostAbove - before, maxBytes * growth))
  }

  async #measure(): Promise<void> {
    const { maxBytes, clock, measure } = this.#options
    this.#measuredAt = clock()
    const uses = await measure()
    this.#uses.clear()
    this.#recent.clear()
    for (const use of uses) this.#uses.set(use.owner, use)
    this.#shares = growthSharesOf(uses, maxBytes * evictAbove)
    this.#used = uses.reduce((sum, use) => sum + use.bytes, 0)
  }
}
