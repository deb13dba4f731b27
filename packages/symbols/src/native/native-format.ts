import type { ChunkList } from '../debug-files/chunk-list.ts'
import type { DebugFormat } from '../debug-files/sealed-head.ts'
import type { StringDirectory } from '../format/head.ts'

/** The index of the symbols of a native program. */
export const nativeFormat: DebugFormat = { magic: 'BGNS', version: 1 }

/** Chunks of records that are found by a number: the first one of each is in the directory. */
export interface NumberedChunks extends ChunkList {
  firsts: Float64Array
}

/** The part of an index that every lookup needs. */
export interface NativeHead {
  debugId: string
  buildId: string
  /** Address that the program is built for; all others are stored relative to it. */
  base: number
  /** Begin of Dart's code, by the symbol that its stacks count from. */
  anchors: Map<string, number>
  tokens: NumberedChunks
  nodes: NumberedChunks
  names: StringDirectory
  paths: StringDirectory
}
