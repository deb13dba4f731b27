/**
 * Owns uploaded source maps: their contents by sha256, the indexes that are built of them, and the look-up of frames.
 * It never reads or changes events: whoever reads one passes its frames in.
 */
export { FunctionParser } from './function-parser.ts'
export { type ArtifactJobDeps, artifactJobs } from './index-content.ts'
export type { EventSource } from './match-artifacts.ts'
export { type ArtifactDeps, mountArtifacts } from './routes.ts'
export { SymbolReader } from './symbol-reader.ts'
