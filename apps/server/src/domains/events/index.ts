/**
 * Owns segments and stored events: how an accepted event reaches the disk, what digest makes of it, and how it is
 * read again. It never decides whether an event is accepted (ingest) or how long it is kept (retention).
 */

export { awaitDigest } from './await-digest.ts'
export { readBodies } from './body-store.ts'
export { cleanText } from './clean-text.ts'
export { countedTags } from './counted-tags.ts'
export type { DigestResult } from './digest.ts'
export { DigestLoop } from './digest-loop.ts'
export { decodePlaces, type EventColumns, type EventPlace, eventFlag, type GroupDetails } from './event-columns.ts'
export { groupingInputOf } from './grouping-input.ts'
export { decodeDirectory, encodeDirectory, type PackEntry } from './pack.ts'
export { makeEventPartitions, makeSegmentPartitions } from './partition-store.ts'
export { readRaws } from './read-raw.ts'
export { mountEventRoutes, readIssueStats, readLatestEvent } from './routes.ts'
export { cutScreenshot, decodeScreenshot } from './screenshot.ts'
export {
  type AcceptedEvent,
  compressPack,
  compressSegment,
  decompressPayload,
  decompressSegment,
  type EarlierEvent,
  type Payload,
  type Stretch,
  whole,
} from './segment.ts'
export { segmentChannel, tellSegments } from './segment-news.ts'
export {
  appendSegment,
  claimKey,
  claimKeys,
  queueState,
  storeScreenshots,
} from './segment-store.ts'
export { TagMerger } from './tag-merger.ts'
export { dropQueuedTags } from './tag-queue-store.ts'
export { keepTexts, TextKeeper } from './text-keeper.ts'
