/** Segments: the batches that ingest commits, their columns and bodies, and the queue that digest takes them from. */

export { DamagedBody } from './damaged-body.ts'
export {
  decodeLengths,
  decodeLocations,
  type EventColumns,
  type EventLocation,
  eventFlag,
  type GroupDetails,
  lengthsBytes,
  namedGroupOf,
  type SegmentEvent,
  userKeysOf,
} from './event-columns.ts'
export {
  EventPartitions,
  makeEventPartitions,
  makeSegmentPartitions,
  prepareSegmentNumbers,
} from './partition-store.ts'
export {
  type AcceptedEvent,
  type Attachment,
  compressPack,
  compressSegment,
  decompressPayload,
  decompressSegment,
  decompressStart,
  type EarlierEvent,
  type Payload,
  type Range,
  salvage,
  wholeRange,
} from './segment.ts'
export {
  forgetOldKeys,
  markUnreadable,
  subtractUnpacked,
  vacuumSegments,
} from './segment-maintenance-store.ts'
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
