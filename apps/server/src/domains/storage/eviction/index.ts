/** Removes events: the oldest beyond a fair share of the disk, those of deleted issues and people, and damaged ones. */

export {
  type DiskState,
  type DiskUse,
  diskChannel,
  findBudgetUses,
  findDiskState,
  measureChannel,
  measureDisk,
  writeDiskState,
} from './disk-store.ts'
export {
  closeList,
  closeLists,
  listEventsOfGroups,
  listEventsOfUser,
  mayNameUser,
  readList,
  type StoredEvent,
} from './erase-events-store.ts'
export { type Evicted, type EvictOptions, evictAged, evictKept, evictOldest } from './evict.ts'
export type { PackRow } from './evict-store.ts'
export { Pace } from './pace.ts'
export { removeShares, rewriteWithout, type Share, walkShares } from './pack-shares.ts'
export { prunedField, prunedFieldsOf } from './prune-body.ts'
export { removeDamagedSegments } from './remove-damaged-segments.ts'
export { bodiesByPosition, locationOf } from './rewrite-pack.ts'
