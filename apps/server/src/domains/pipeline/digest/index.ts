/** Turns segments into events, issues and counts: each batch is one transaction. */

export { awaitDigest } from './await-digest.ts'
export type { DigestResult } from './digest.ts'
export { createDigestLoop, type DigestLoop } from './digest-loop.ts'
export { digestPaceMs } from './digest-pace.ts'
export { type DigestState, digestStateOf } from './digest-state.ts'
export { overflowGroupOf } from './new-group-limit.ts'
export { SegmentNotifier, segmentChannel } from './segment-notifier.ts'
