/**
 * Owns uploaded source maps, generated files, sources and debug files: uploads, contents by sha256, the indexes that
 * are built of maps, and the look-up of frames. It never reads or changes events: whoever reads one passes its frames
 * in.
 */

export { defaultUrlOf, normalizeDebugId } from './artifact.ts'
export { assembleJobs } from './assemble-upload.ts'
export { awaitedDebugKeysOf, awaitedKeysOf, foundKeysOf } from './awaited-file.ts'
export { type SymbolicatedFrame, withOriginals } from './debug-file-reader.ts'
export { DiskRoom } from './disk-room.ts'
export { evictArtifacts } from './evict-artifacts.ts'
export { findArtifactUses } from './eviction-store.ts'
export { FunctionParser } from './function-parser.ts'
export { type ArtifactJobDeps, artifactJobs } from './index-content.ts'
export { deleteArtifactsOf, storeFile } from './manage-artifacts.ts'
export { type IndexReply, type IndexRequest, MapIndexer } from './map-indexer.ts'
export { debugIdOf, type EventSource, type Match } from './match-artifacts.ts'
export type { MatchRecord } from './match-store.ts'
export { type FormPart, parseForm } from './parse-form.ts'
export { programImagesOf } from './program-images.ts'
export type { SentFile } from './read-upload.ts'
export { type ArtifactDeps, mountArtifacts } from './routes.ts'
export { SymbolReader } from './symbol-reader.ts'
export { forgetOldUploads } from './upload-store.ts'
