import type { StringDirectory } from '../format/head.ts'
import { partitionPoint } from '../partition-point.ts'
import { readChunk } from './index-file.ts'
import type { SymbolIndex } from './open-index.ts'

/** Finds an entry of `names`. */
export function findName(index: SymbolIndex, name: number): Promise<string | undefined> {
  return findString(index, index.head.names, name)
}

/**
 * Finds the path of a source as the map spells it, with its `sourceRoot`; '' when the map has none.
 *
 * @example await findSourcePath(index, 17) // 'webpack://shop/./src/cart.ts'
 */
export function findSourcePath(index: SymbolIndex, source: number): Promise<string | undefined> {
  return findString(index, index.head.sources, source)
}

/** Finds a string by its number. */
export async function findString(
  { file }: Pick<SymbolIndex, 'file'>,
  directory: StringDirectory,
  number: number,
): Promise<string | undefined> {
  if (number < 0 || number >= directory.count) return undefined
  const chunk = lastAtOrBelow(directory.firsts, number)
  const strings = await readChunk(file, directory, chunk, '\0')
  return strings[number - directory.firsts[chunk]!]
}

/** Index of the last entry that is not above a value; -1 when all are. */
export function lastAtOrBelow(ascending: Uint32Array, value: number): number {
  return partitionPoint(ascending.length, (index) => ascending[index]! <= value) - 1
}
