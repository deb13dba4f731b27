import {
  BoundedSymbolCache,
  type BuiltIndex,
  type ByteInput,
  buildIndex,
  type Limits,
  openIndex,
  type SymbolIndex,
} from '../index.ts'

let built = 0

/** Builds the index of a map in memory. */
export async function buildPages(
  map: ByteInput | string,
  limits: Partial<Limits> = {},
): Promise<{ pages: Uint8Array[]; summary: BuiltIndex }> {
  const pages: Uint8Array[] = []
  const input = typeof map === 'string' ? Buffer.from(map) : map
  const write = (number: number, bytes: Uint8Array) => {
    pages[number] = bytes
  }
  return { pages, summary: await buildIndex(input, write, limits) }
}

/** Opens an index from its pages. */
export function openPages(pages: Uint8Array[]): Promise<SymbolIndex> {
  const cache = new BoundedSymbolCache(10_000_000)
  return openIndex({ id: `index ${built++}`, readPage: (number) => pages[number], cache })
}

/** Builds the index of a map and opens it. */
export async function openMap(map: ByteInput | string | object): Promise<SymbolIndex> {
  const isBytes =
    typeof map === 'string' || map instanceof Uint8Array || Symbol.asyncIterator in map || Symbol.iterator in map
  const { pages } = await buildPages(isBytes ? (map as ByteInput) : JSON.stringify(map))
  return openPages(pages)
}
