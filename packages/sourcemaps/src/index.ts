/**
 * Owns debug ids of built files, the check of a build, and uploads of maps and debug files to a server: shared by the
 * command line and the bundler plugins. It never asks anybody and prints nothing.
 */
export {
  type CheckedBuild,
  type CheckedFile,
  checkBuild,
  type Finding,
  type FindingCode,
  openMap,
} from './check-build.ts'
export { makeDebugId, readCodeIds, registeringLine } from './debug-id.ts'
export { deleteMaps } from './delete-maps.ts'
export { type FoundFile, findFiles } from './find-files.ts'
export { findProjectId, isProjectId, listProjects, matchProjects } from './find-project.ts'
export { type InjectedBuild, type InjectedFile, injectBuild } from './inject-build.ts'
export { type FilePair, type InjectedPair, injectDebugId } from './inject-debug-id.ts'
export { type DebugFileUpload, type ListedDebugFiles, listDebugFiles } from './list-debug-files.ts'
export { listUploads, type NotMap, type UploadNames, type UploadSource } from './list-uploads.ts'
export { type Build, type BuiltFile, type MapLocation, readBuild } from './read-build.ts'
export { type ExpoBundle, readExpoExport } from './read-expo-export.ts'
export { parseMap, type SourceMapObject } from './source-map-text.ts'
export { SourcemapsError } from './sourcemaps-error.ts'
export { isUnusable, type UploadedFile, type UploadResult, uploadBuild } from './upload-build.ts'
export type { UploadOptions, UploadProgress, UploadTarget } from './upload-options.ts'
