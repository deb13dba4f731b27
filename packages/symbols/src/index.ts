/** Source map → compact index; position in generated code → original position, context and function. */

export { buildIndex } from './build-index.ts'
export { restoreDartNames } from './dart/restore-dart-names.ts'
export { buildDebugIndex, buildFileIndex, type DebugFile, type IndexedKind } from './debug-files/build-debug-index.ts'
export type { BuiltDebugIndex } from './debug-files/built-debug-index.ts'
export { type DebugFileFacts, readDebugFileFacts } from './debug-files/debug-file-facts.ts'
export { describeForeignFormat, detectDebugFile } from './debug-files/detect-debug-file.ts'
export { DamagedIndex } from './format/damaged-index.ts'
export { indexVersion } from './format/head.ts'
export type { BuiltIndex } from './format/index-builder.ts'
export { pageBytes, type WritePage } from './format/pages.ts'
export {
  decodeFunctions,
  encodeFunctions,
  type FunctionRange,
  type FunctionTable,
  findFunction,
} from './functions/function-table.ts'
export { parseMinifiedFunctions } from './functions/minified-functions.ts'
export { parseFunctions } from './functions/parse-functions.ts'
export { type MappingIndex, openMappingIndex } from './jvm/mapping-index.ts'
export { restoreNames } from './jvm/restore-names.ts'
export { findOriginalName, type JvmCall, type JvmFrame, type RetracedFrame, retraceStack } from './jvm/retrace.ts'
export { defaultLimits, type Limits } from './limits.ts'
export type { IndexFile, ReadPage } from './lookup/index-file.ts'
export { lookUp, type Original, type Position } from './lookup/look-up.ts'
export { openIndex, type SymbolIndex } from './lookup/open-index.ts'
export { type ContextLine, hasText, readContext, readSourceText } from './lookup/source-text.ts'
export { findSourcePath } from './lookup/strings.ts'
export { BoundedSymbolCache, type SymbolCache } from './lookup/symbol-cache.ts'
export { findAnchor, lookUpAddress, type NativeCall, type NativeIndex, openNativeIndex } from './native/native-index.ts'
export { MapRefusal, type RefusedMap } from './refusal.ts'
export type { GeneratedFile, GeneratedFrame, ResolvedFrame, UnresolvedFrame } from './resolve/frame.ts'
export { createFunctionStore, type FunctionKey, type FunctionStore } from './resolve/function-store.ts'
export { notComposed } from './resolve/hermes-map.ts'
export { type Fit, judgeMap, type MapVerdict, priorOdds, type ResolvedCall } from './resolve/judge-map.ts'
export {
  type DebugFileName,
  type EventFacts,
  type Explanation,
  explainReason,
  type Reason,
  type ReasonCode,
  reasonCodes,
} from './resolve/reason.ts'
export { type FindSymbols, resolveStack } from './resolve/resolve-stack.ts'
export { isOwnSource, readablePath } from './resolve/source-path.ts'
export type { ByteInput } from './scan/byte-reader.ts'
export { decodeDataUrl } from './scan/data-url.ts'
export { findDebugId, findMapReference } from './scan/map-comment.ts'
