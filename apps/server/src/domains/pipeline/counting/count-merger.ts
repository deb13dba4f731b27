import { setTimeout } from 'node:timers/promises'
import { type Database, type Tx, transaction, withSavepoint } from '../../../db/database.ts'
import { isDataError } from '../../../db/error-class.ts'
import { tryLock } from '../../../db/locks.ts'
import { Loop } from '../../../lib/loop.ts'
import { countDaysOfKnownGroups, countGroupTags, findTagValues, type TagCount } from '../../counters/index.ts'
import { takeCounts } from './count-queue-store.ts'
import type { TagKeyCounts } from './tag-sums.ts'
import { daysOf } from './tally.ts'

export interface CountMergerOptions {
  db: Database
  /** Least time from one merge to the next. */
  paceMs?: number
  /** @see LoopOptions.delayMs */
  delayMs?: number
  onFailed: (error: unknown) => void
}

/**
 * A merge begins some seconds after the one before, and the later the longer that took: counts gathered over
 * seconds mostly concern the same counters, so rarer merges make an event cheaper.
 */
const longestPaceMs = 15_000
const restFactor = 20
/** The first counts after a quiet time wait for so long for others. */
const gatherMs = 250
/** Part of the pace after which counts are merged sooner, because no more have arrived: a burst is counted soon after it. */
const quietPart = 0.3
/** Batches of one transaction. */
const maxBatches = 500
/**
 * Counters are merged in slices of this many, each followed by a rest of the same length: without rests the merger
 * would keep a core busy that acknowledges events. Deleting an issue waits for the lock, so the rests end after a
 * while.
 */
const sliceSize = 200
const restingMs = 2000
/** Values of a tag key that are counted apart in a group; the rest counts as the empty value. */
const maxTagValues = 100

/**
 * Adds the counts that digest deferred to the counters of groups, on a connection of its own: tags, and the days of exact
 * groups, may be late, events may not.
 */
export class CountMerger {
  readonly #options: CountMergerOptions
  readonly #loop: Loop
  #queuedAt = 0
  #mergedAt = Number.NEGATIVE_INFINITY
  #tookMs = 0

  constructor(options: CountMergerOptions) {
    this.#options = options
    const { delayMs, onFailed } = options
    this.#loop = new Loop({ run: () => this.#mergeIfDue(), delayMs, onFailed })
  }

  start(): void {
    this.#loop.start(gatherMs)
  }

  /** Announces counts in the queue. */
  wake(): void {
    this.#queuedAt = performance.now()
    this.#loop.wake(Math.max(gatherMs, this.#waitMs))
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** Merges the waiting counts and returns the number of counters moved. */
  runOnce(): Promise<number> {
    return transaction(this.#options.db, async (tx) => {
      // One merger at a time: which values are counted apart must not be decided twice.
      if (!(await tryLock(tx, 'tags'))) return 0
      const { tags, hours } = await takeCounts(tx, maxBatches)
      const rest = this.#restAfterSlices()
      let moved = 0
      for (const keys of slicesOf(tags.inOrder())) {
        const counts = await capValues(tx, keys)
        await this.#count(tx, counts, countGroupTags)
        moved += counts.length
        await rest()
      }
      for (const days of slicesOf(daysOf(hours.all()))) {
        await this.#count(tx, days, countDaysOfKnownGroups)
        moved += days.length
        await rest()
      }
      return moved
    })
  }

  /** Returns a function that rests for as long as the slice took, until the rests have lasted long enough. */
  #restAfterSlices(): () => Promise<void> {
    const restsUntil = performance.now() + restingMs
    let beganAt = performance.now()
    return async () => {
      const endedAt = performance.now()
      if (endedAt < restsUntil && !this.#loop.isStopping) await setTimeout(endedAt - beganAt)
      beganAt = performance.now()
    }
  }

  /** Milliseconds until the counts that wait are merged, unless more arrive; not positive when they are due. */
  get #waitMs(): number {
    const { paceMs = 4000 } = this.#options
    const pace = Math.min(longestPaceMs, Math.max(paceMs, restFactor * this.#tookMs))
    return Math.min(this.#queuedAt + quietPart * paceMs, this.#mergedAt + pace) - performance.now()
  }

  async #mergeIfDue(): Promise<undefined> {
    const waitMs = this.#waitMs
    if (waitMs > 0) return void this.#loop.wake(waitMs)
    this.#mergedAt = performance.now()
    try {
      await this.runOnce()
    } finally {
      this.#tookMs = performance.now() - this.#mergedAt
    }
  }

  /** Counts all at once; if the database refuses one, each by itself, so that one cannot block the others forever. */
  async #count<T>(tx: Tx, counts: readonly T[], write: (tx: Tx, counts: readonly T[]) => Promise<void>): Promise<void> {
    try {
      await withSavepoint(tx, () => write(tx, counts))
    } catch (error) {
      if (!isDataError(error)) throw error
      this.#options.onFailed(error)
      if (counts.length === 1) return
      const middle = counts.length >> 1
      await this.#count(tx, counts.slice(0, middle), write)
      await this.#count(tx, counts.slice(middle), write)
    }
  }
}

function* slicesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += sliceSize) yield all.slice(start, start + sliceSize)
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
