import { buildIndex } from '../build-index.ts'
import { buildNamesIndex } from '../dart/build-names-index.ts'
import type { BuiltIndex } from '../format/index-builder.ts'
import type { WritePage } from '../format/pages.ts'
import { buildMappingIndex } from '../jvm/build-mapping-index.ts'
import type { Limits } from '../limits.ts'
import { buildNativeIndex } from '../native/build-native-index.ts'
import type { ByteInput } from '../scan/byte-reader.ts'
import type { BuiltDebugIndex } from './built-debug-index.ts'

/** Kinds of debug files. */
export type DebugFile = 'jvm_mapping' | 'native_symbols' | 'dart_names'

const builders: Record<
  DebugFile,
  (file: ByteInput, writePage: WritePage, limits?: Partial<Limits>) => Promise<BuiltDebugIndex>
> = { jvm_mapping: buildMappingIndex, native_symbols: buildNativeIndex, dart_names: buildNamesIndex }

/**
 * Builds the index of a debug file, and hands its pages to `writePage`, page 0 last. Throws a MapRefusal for a file that is
 * not valid or too large.
 *
 * @example await buildDebugIndex('jvm_mapping', createReadStream('mapping.txt'), (number, bytes) => { pages[number] = bytes })
 */
export function buildDebugIndex(
  kind: DebugFile,
  file: ByteInput,
  writePage: WritePage,
  limits: Partial<Limits> = {},
): Promise<BuiltDebugIndex> {
  return builders[kind](file, writePage, limits)
}

/** Kinds of files that become an index. */
export type IndexedKind = 'source_map' | DebugFile

/** Builds the index of a source map or of a debug file. */
export function buildFileIndex(
  kind: IndexedKind,
  file: ByteInput,
  writePage: WritePage,
): Promise<BuiltIndex | BuiltDebugIndex> {
  return kind === 'source_map' ? buildIndex(file, writePage) : buildDebugIndex(kind, file, writePage)
}
