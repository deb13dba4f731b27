/** Artifacts and their contents, each stored once by its sha256. */

export {
  type ContentKey,
  defaultUrlOf,
  type FileDescription,
  type IndexFailure,
  kindOf,
  normalizeDebugId,
  notUsable,
  toArtifactReason,
  type Uploader,
} from './artifact.ts'
export {
  type ArtifactRecord,
  type ArtifactUse,
  deleteArtifactRow,
  findArtifact,
  findArtifactsOf,
  findKindOf,
  insertArtifact,
  listArtifacts,
  urlHashOf,
} from './artifact-store.ts'
export {
  deleteOriginal,
  deletePages,
  deleteUnusedContent,
  findContent,
  findInlineMap,
  findStored,
  hasOriginal,
  holdContent,
  insertOriginal,
  insertOriginalChunk,
  insertPage,
  isStored,
  lockContent,
  markFailed,
  markReady,
  markStored,
  type OriginalSource,
  readOriginal,
  readText,
  restartIndexing,
} from './content-store.ts'
export { type DebugFileKind, indexedKindOf, isDebugFile } from './debug-file.ts'
export { baseNameOf, isHashedName, mapUrlsOf, pathOf, pathTailOf, urlsOf, withoutQuery } from './file-address.ts'
export { findFunctions, insertFunctions } from './function-store.ts'
