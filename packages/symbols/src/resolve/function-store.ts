import { decodeFunctions, encodeFunctions, type FunctionTable } from '../functions/function-table.ts'
import { parseMinifiedFunctions } from '../functions/minified-functions.ts'
import { parseFunctions } from '../functions/parse-functions.ts'
import type { SymbolIndex } from '../lookup/open-index.ts'
import { readSourceText } from '../lookup/source-text.ts'
import { findSourcePath } from '../lookup/strings.ts'

/** A source of an index, or the minified file that it is the map of. */
export type FunctionKey = number | 'minified'

/** Keeps the functions of files that were parsed, some ten bytes each, so that a file is parsed once. */
export interface FunctionStore {
  read(key: FunctionKey): Promise<Uint8Array | undefined>
  write(key: FunctionKey, row: Uint8Array): Promise<void>
}

/** Row of a file that cannot be parsed. */
const unparsable = new Uint8Array(0)
/** Memory of a function in a decoded table. */
const functionBytes = 100

/** Finds the functions of a source by its text; undefined without text, or when that cannot be parsed. */
export function findSourceFunctions(
  index: SymbolIndex,
  source: number,
  store: FunctionStore,
): Promise<FunctionTable | undefined> {
  return remember(index, source, store, async () => {
    const text = await readSourceText(index, source)
    return text === undefined ? undefined : parseFunctions(text, (await findSourcePath(index, source)) ?? '')
  })
}

/** Finds the functions of the minified file, if `readCode` has it. */
export function findMinifiedFunctions(
  index: SymbolIndex,
  readCode: () => Promise<string | undefined>,
  store: FunctionStore,
): Promise<FunctionTable | undefined> {
  return remember(index, 'minified', store, async () => {
    const code = await readCode()
    return code === undefined ? undefined : parseMinifiedFunctions(code)
  })
}

/** Looks in the cache, then in the store, and else parses the file and stores the row. */
async function remember(
  { file: { id, cache } }: SymbolIndex,
  key: FunctionKey,
  store: FunctionStore,
  parse: () => Promise<FunctionTable | undefined>,
): Promise<FunctionTable | undefined> {
  const cacheKey = `${id}/functions/${key}`
  const cached = cache.get(cacheKey) as { table: FunctionTable | undefined } | undefined
  if (cached !== undefined) return cached.table
  const row = await store.read(key)
  const table = row === undefined ? await parse() : row.length === 0 ? undefined : decodeFunctions(row)
  if (row === undefined) await store.write(key, table === undefined ? unparsable : encodeFunctions(table))
  cache.set(cacheKey, { table }, (table?.functions.length ?? 0) * functionBytes)
  return table
}

/**
 * Creates a store that forgets everything with the process: for tests, and for the command line.
 *
 * @example const functions = createFunctionStore()
 */
export function createFunctionStore(): FunctionStore {
  const rows = new Map<FunctionKey, Uint8Array>()
  return {
    read: async (key) => rows.get(key),
    write: async (key, row) => void rows.set(key, row),
  }
}
