/** Finds the artifacts that frames of an event need, and says why where there are none. */

export { awaitedDebugKeysOf, awaitedKeysOf, foundKeysOf, keysOfArtifact } from './awaited-file.ts'
export type { DebugFileRecord } from './debug-file-store.ts'
export { isJvmFrame, looksObfuscated, mapIdOf, type NativeFrame, nativeFrameOf } from './debug-frames.ts'
export { toFrameReason } from './frame-reason.ts'
export { debugIdOf, type MapMatch, type Match, matchArtifacts, type SymbolicationInput } from './match-artifacts.ts'
export { DebugFileMatcher, type DebugMatch } from './match-debug-files.ts'
export { findPage, findSources, hasArtifacts, type MatchRecord, markUsed } from './match-store.ts'
export { programImagesOf } from './program-images.ts'
