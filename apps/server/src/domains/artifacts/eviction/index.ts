/** Removes the artifacts that were used least recently when their share of the disk is full. */

export { evictAbove, evictArtifacts } from './evict-artifacts.ts'
export { findArtifactUses, measureArtifacts } from './eviction-store.ts'
