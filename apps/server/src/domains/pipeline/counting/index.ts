/** Sums what a batch adds to counters, and merges the counts that may wait. */

export { type CountMerger, createCountMerger } from './count-merger.ts'
export { countsWait, deferCounts, dropQueuedCounts } from './count-queue-store.ts'
export { DeferredCounts } from './deferred-counts.ts'
export { HourSums } from './hour-sums.ts'
export { countProjectHours } from './project-hour-store.ts'
export { daysOf, type GroupHours, type GroupTally, type Tally, tallyOf } from './tally.ts'
