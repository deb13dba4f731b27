import { setTimeout } from 'node:timers/promises'
import { type Database, type Tx, transaction, withSavepoint } from '../../../db/database.ts'
import { isDataError } from '../../../db/error-class.ts'
import { tryLock } from '../../../db/locks.ts'
import { Loop } from '../../../lib/loop.ts'
import { countDaysOfKnownGroups, countGroupTags, findTagValues, type TagCount } from '../../counters/index.ts'
import { areMerged, findLastCounts, takeCounts } from './count-queue-store.ts'
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
/** How long somebody waits for counts that another process merges, and how often it is looked at. */
const settlingMs = 10_000
const settlingPauseMs = 50
/** Values of a tag key that are counted apart in a group; the rest counts as the empty value. */
const maxTagValues = 100

export type CountMerger = Pick<Loop, 'start' | 'stop'> & {
  /** Announces counts in the queue. */
  wake(): void
  /** Merges the waiting counts and returns the number of counters moved. */
  runOnce(): Promise<number>
  /** Merges what waits now, for somebody who is about to read it. @throws if another process is at it for too long */
  settle(): Promise<void>
}

/**
 * Adds the counts that digest deferred to the counters of groups, on a connection of its own: tags, and the days of exact
 * groups, may be late, events may not.
 */
export function createCountMerger({ db, paceMs = 4000, delayMs, onFailed }: CountMergerOptions): CountMerger {
  let queuedAt = 0
  let mergedAt = Number.NEGATIVE_INFINITY
  let tookMs = 0
  const runOnce = () => mergeCounts({ db, onFailed, isStopping: () => loop.isStopping })
  /** Milliseconds until the counts that wait are merged, unless more arrive; not positive when they are due. */
  const waitMs = () => {
    const pace = Math.min(longestPaceMs, Math.max(paceMs, restFactor * tookMs))
    return Math.min(queuedAt + quietPart * paceMs, mergedAt + pace) - performance.now()
  }
  const loop = new Loop({
    run: async () => {
      const leftMs = waitMs()
      if (leftMs > 0) return void loop.wake(leftMs)
      mergedAt = performance.now()
      try {
        await runOnce()
      } finally {
        tookMs = performance.now() - mergedAt
      }
    },
    delayMs,
    onFailed,
  })
  return {
    start: () => loop.start(gatherMs),
    wake: () => {
      queuedAt = performance.now()
      loop.wake(Math.max(gatherMs, waitMs()))
    },
    stop: () => loop.stop(),
    runOnce,
    settle: async () => {
      const last = await findLastCounts(db)
      for (const endsAt = performance.now() + settlingMs; last !== undefined && !(await areMerged(db, last)); ) {
        if (performance.now() > endsAt) throw new Error(`counts were not merged within ${settlingMs} ms`)
        if ((await runOnce()) === 0) await setTimeout(settlingPauseMs)
      }
    },
  }
}

interface Merging extends Pick<CountMergerOptions, 'db' | 'onFailed'> {
  isStopping: () => boolean
}

function mergeCounts({ db, onFailed, isStopping }: Merging): Promise<number> {
  return transaction(db, async (tx) => {
    // One merger at a time: which values are counted apart must not be decided twice.
    if (!(await tryLock(tx, 'tags'))) return 0
    const { tags, hours } = await takeCounts(tx, maxBatches)
    const rest = restAfterSlices(isStopping)
    let moved = 0
    for (const keys of slicesOf(tags.inOrder())) {
      const counts = await capValues(tx, keys)
      await count(tx, counts, countGroupTags, onFailed)
      moved += counts.length
      await rest()
    }
    for (const days of slicesOf(daysOf(hours.all()))) {
      await count(tx, days, countDaysOfKnownGroups, onFailed)
      moved += days.length
      await rest()
    }
    return moved
  })
}

/** Returns a function that rests for as long as the slice took, until the rests have lasted long enough. */
function restAfterSlices(isStopping: () => boolean): () => Promise<void> {
  const restsUntil = performance.now() + restingMs
  let beganAt = performance.now()
  return async () => {
    const endedAt = performance.now()
    if (endedAt < restsUntil && !isStopping()) await setTimeout(endedAt - beganAt)
    beganAt = performance.now()
  }
}

/** Counts all at once; if the database refuses one, each by itself, so that one cannot block the others forever. */
async function count<T>(
  tx: Tx,
  counts: readonly T[],
  write: (tx: Tx, counts: readonly T[]) => Promise<void>,
  onFailed: (error: unknown) => void,
): Promise<void> {
  try {
    await withSavepoint(tx, () => write(tx, counts))
  } catch (error) {
    if (!isDataError(error)) throw error
    onFailed(error)
    if (counts.length === 1) return
    const middle = counts.length >> 1
    await count(tx, counts.slice(0, middle), write, onFailed)
    await count(tx, counts.slice(middle), write, onFailed)
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
