/**
 * Owns the queue of segments and what digest makes of them: event rows, counters by way of issues, tags. It never
 * decides whether an event is accepted (ingest), and never takes an event away.
 */

export { type CountMerger, countsWait, createCountMerger, dropQueuedCounts } from './counting/index.ts'
export {
  awaitDigest,
  createDigestLoop,
  type DigestLoop,
  type DigestResult,
  type DigestState,
  digestPaceMs,
  digestStateOf,
  overflowGroupOf,
  SegmentNotifier,
  segmentChannel,
} from './digest/index.ts'
export {
  createGroupResolver,
  groupDetailsOf,
  groupingInputOf,
  originalTextOf,
  type StackSource,
  stackSourceOf,
  symbolicationInputOf,
  titleOf,
  unpackStacks,
} from './resolving/index.ts'
