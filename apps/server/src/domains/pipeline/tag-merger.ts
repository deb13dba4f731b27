import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Tx, transaction, withSavepoint } from '../../db/database.ts'
import { isDataError } from '../../db/error-class.ts'
import { tryLock } from '../../db/locks.ts'
import { Loop } from '../../loop.ts'
import { countGroupTags, findTagValues, type TagCount } from '../issues/index.ts'
import { takeTags } from './tag-queue-store.ts'
import type { TagKeyCounts } from './tag-sums.ts'

export interface TagMergerOptions {
  pool: pg.Pool
  onFailed: (error: unknown) => void
}

/**
 * Under load a merge begins this long after the one before, and the later the longer that took: over seconds most counts
 * meet their like, so that the rarer a merge the cheaper an event.
 */
const paceMs = { least: 4000, longest: 15_000 }
const restFactor = 20
/** Interval of checks; tags are merged once no more have arrived for this long. */
const quietMs = 250
/** Interval after which rows of a crashed process are found. */
const sweepMs = 5000
/** Batches of one transaction. */
const maxBatches = 500
/**
 * Counters are merged in slices of this many keys, each followed by a rest of the same length: without rests the merger
 * would keep a core busy that acknowledges events. Deleting an issue waits for the lock, so the rests end after a
 * while.
 */
const sliceKeys = 200
const restingMs = 2000
/** Values of a tag key that are counted apart in a group; the rest counts as the empty value. */
const maxTagValues = 100

/**
 * Adds the tags that digest queued to the counters of groups, on a connection of its own: tags may be late, events may
 * not.
 */
export class TagMerger {
  readonly #options: TagMergerOptions
  readonly #loop: Loop
  #queuedAt = 0
  #mergedAt = 0
  #tookMs = 0

  constructor(options: TagMergerOptions) {
    this.#options = options
    this.#loop = new Loop({ run: () => this.#mergeIfDue(), everyMs: quietMs, onFailed: options.onFailed })
  }

  start(): void {
    this.#loop.start(quietMs)
  }

  /** Announces tags from digest. */
  wake(): void {
    this.#queuedAt = performance.now()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** Merges the waiting tags and returns the number of counters moved. */
  runOnce(): Promise<number> {
    return transaction(this.#options.pool, async (tx) => {
      // One merger at a time: which values are counted apart must not be decided twice.
      if (!(await tryLock(tx, 'tags'))) return 0
      const keys = (await takeTags(tx, maxBatches)).inOrder()
      const restsUntil = performance.now() + restingMs
      let moved = 0
      for (let start = 0; start < keys.length; start += sliceKeys) {
        const beganAt = performance.now()
        const counts = await capValues(tx, keys.slice(start, start + sliceKeys))
        await this.#count(tx, counts)
        moved += counts.length
        const endedAt = performance.now()
        if (endedAt < restsUntil && !this.#loop.isStopping) await setTimeout(endedAt - beganAt)
      }
      return moved
    })
  }

  #isDue(now: number): boolean {
    const sinceMerge = now - this.#mergedAt
    if (this.#queuedAt <= this.#mergedAt) return sinceMerge >= sweepMs
    if (now - this.#queuedAt >= quietMs) return true
    return sinceMerge >= Math.min(paceMs.longest, Math.max(paceMs.least, restFactor * this.#tookMs))
  }

  async #mergeIfDue(): Promise<undefined> {
    if (!this.#isDue(performance.now())) return
    this.#mergedAt = performance.now()
    try {
      await this.runOnce()
    } finally {
      this.#tookMs = performance.now() - this.#mergedAt
    }
  }

  /** Counts all at once; if the database refuses one, each by itself, so that one cannot block the others forever. */
  async #count(tx: Tx, tags: TagCount[]): Promise<void> {
    try {
      await withSavepoint(tx, () => countGroupTags(tx, tags))
    } catch (error) {
      if (!isDataError(error)) throw error
      this.#options.onFailed(error)
      if (tags.length === 1) return
      const middle = tags.length >> 1
      await this.#count(tx, tags.slice(0, middle))
      await this.#count(tx, tags.slice(middle))
    }
  }
}

/** Adds the values beyond the limit of distinct ones to the overflow bucket, the empty value. */
async function capValues(tx: Tx, keys: TagKeyCounts[]): Promise<TagCount[]> {
  if (keys.length === 0) return []
  const known = await findTagValues(tx, keys)
  return keys.flatMap(({ projectId, groupId, key, values }, index) => {
    const apart = known[index]!
    apart.delete('')
    const counts: TagCount[] = []
    let beyond = 0
    for (const value of [...values.keys()].sort()) {
      const count = values.get(value)!
      if (value !== '' && !apart.has(value) && apart.size < maxTagValues) apart.add(value)
      if (apart.has(value)) counts.push({ projectId, groupId, key, value, count })
      else beyond += count
    }
    if (beyond > 0) counts.push({ projectId, groupId, key, value: '', count: beyond })
    return counts
  })
}
