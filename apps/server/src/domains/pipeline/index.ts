/**
 * Owns the queue of segments and what digest makes of them: event rows, counters by way of issues, tags. It never
 * decides whether an event is accepted (ingest), and never takes an event away.
 */

export { awaitDigest } from './await-digest.ts'
export { type BundleImage, bundleImagesOf, updateIdOf } from './bundle-images.ts'
export { CountMerger } from './count-merger.ts'
export { countsWait, dropQueuedCounts } from './count-queue-store.ts'
export type { DigestResult } from './digest.ts'
export { DigestLoop } from './digest-loop.ts'
export { digestPaceMs } from './digest-pace.ts'
export { type DigestState, digestStateOf } from './digest-state.ts'
export { groupDetailsOf } from './group-details.ts'
export { GroupResolver } from './group-resolver.ts'
export { groupingInputOf } from './grouping-input.ts'
export { overflowGroupOf } from './new-group-limit.ts'
export { originalTextOf } from './original-text.ts'
export { unpackStacks } from './resolved-stack.ts'
export { SegmentNotifier, segmentChannel } from './segment-notifier.ts'
export { type StackSource, stackSourceOf } from './stack-source.ts'
