/** Builds indexes of uploaded maps and debug files, and parses functions of code, each in a thread of its own. */

export { FunctionParser } from './function-parser.ts'
export { artifactJobs, indexKind, keepIndexJobMs } from './index-content.ts'
export { type IndexReply, type IndexRequest, MapIndexer } from './map-indexer.ts'
