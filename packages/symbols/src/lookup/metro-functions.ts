import { decodeFunctions, type FunctionTable } from '../functions/function-table.ts'
import { readBody } from './index-file.ts'
import type { SymbolIndex } from './open-index.ts'
import { lastAtOrBelow } from './strings.ts'

/** Reads the functions that Metro named for a source without text; undefined when the map has none. */
export async function readFunctionMap({ file, head }: SymbolIndex, source: number): Promise<FunctionTable | undefined> {
  const { sources, offsets, lengths } = head.functions
  const entry = lastAtOrBelow(sources, source)
  if (entry < 0 || sources[entry] !== source) return undefined
  return decodeFunctions(await readBody(file, offsets[entry]!, lengths[entry]!))
}
