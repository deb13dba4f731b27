/**
 * Owns the bodies of events on disk: segments and packs, their codecs, packing, eviction under a disk budget. It never
 * decides when any of that runs (retention), and never changes a counter.
 */

export {
  type AttachmentRecord,
  addAttachments,
  findAttachment,
  findAttachments,
  maxAttachmentBytes,
  maxAttachments,
  storeAttachments,
} from './attachment-store.ts'
export { findBody, findScreenshot, readBodies, readSegments } from './body-store.ts'
export { cleanText, cleanTextToBytes } from './clean-text.ts'
export { clientKeyOf, derivedBits, type FoundEvent, findEventByClientId } from './client-event-store.ts'
export { countedTags } from './counted-tags.ts'
export { DamagedBody } from './damaged-body.ts'
export { type DiskState, diskChannel, findDiskState, measureUsed, measureUses, writeDiskState } from './disk-store.ts'
export {
  closeList,
  closeLists,
  listEventsOfGroups,
  listEventsOfUser,
  mayNameUser,
  readList,
  type StoredEvent,
} from './erase-events-store.ts'
export {
  type EventColumns,
  eventFlag,
  type GroupDetails,
  namedGroupOf,
  type SegmentEvent,
  userKeysOf,
} from './event-columns.ts'
export { insertEvents, type ProjectTouch, touchProjects } from './event-store.ts'
export { type Evicted, evictAged, evictKept, evictOldest } from './evict.ts'
export type { PackRow } from './evict-store.ts'
export { growthSharesOf, sharesOf, type Use } from './fair-share.ts'
export { Pace } from './pace.ts'
export { packSegments } from './pack-segments.ts'
export { removeShares, rewriteWithout, type Share, walkShares } from './pack-shares.ts'
export { dropEmptySegmentPartitions } from './pack-store.ts'
export { ensurePartitions, makeEventPartitions, makeSegmentPartitions } from './partition-store.ts'
export { prunedField, prunedFieldsOf } from './prune-body.ts'
export { readRaw, readRaws } from './read-raw.ts'
export { removeDamagedSegments } from './remove-damaged-segments.ts'
export { bodiesByPosition, locationOf } from './rewrite-pack.ts'
export { cutScreenshot, decodeScreenshot } from './screenshot.ts'
export {
  type AcceptedEvent,
  type Attachment,
  compressPack,
  compressSegment,
  decompressPayload,
  type EarlierEvent,
  type Payload,
  wholeRange,
} from './segment.ts'
export {
  appendSegment,
  claimKey,
  claimKeys,
  claimSegments,
  findNewestQueued,
  giveAttemptsBack,
  isQueuedUpTo,
  markDigested,
  type QueuedSegment,
  readQueueState,
  releaseAllClaims,
  releaseOrphanClaims,
  segmentsWait,
  storeScreenshots,
} from './segment-store.ts'
export { countDeadSegmentRows, forgetOldKeys, vacuumSegments } from './segment-upkeep-store.ts'
export { addBytes, bytesByProject } from './unpacked-bytes.ts'
