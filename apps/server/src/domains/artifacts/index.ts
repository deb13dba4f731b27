/**
 * Owns uploaded source maps, generated files, sources and debug files: uploads, contents by sha256, the indexes that
 * are built of maps, and the lookup of frames. It never reads or changes events: whoever reads one passes its frames
 * in.
 */

export { defaultUrlOf, normalizeDebugId } from './content/index.ts'
export { evictArtifacts, findArtifactUses, measureArtifacts } from './eviction/index.ts'
export {
  artifactJobs,
  FunctionParser,
  type IndexReply,
  type IndexRequest,
  MapIndexer,
} from './indexing/index.ts'
export {
  awaitedDebugKeysOf,
  awaitedKeysOf,
  debugIdOf,
  foundKeysOf,
  type Match,
  type MatchRecord,
  programImagesOf,
  type SymbolicationInput,
} from './matching/index.ts'
export { mountArtifacts } from './routes/index.ts'
export { type SymbolicatedFrame, SymbolReader, withOriginals } from './symbolication/index.ts'
export type { SentFile } from './upload/index.ts'
export {
  ArtifactSpace,
  assembleJobs,
  deleteArtifactsOf,
  type FormPart,
  forgetOldUploads,
  parseForm,
  storeFile,
  type TakesSpace,
} from './upload/index.ts'
