import { BoundedSymbolCache, type BuiltDebugIndex, buildDebugIndex, type DebugFile, type IndexFile } from '../index.ts'

let built = 0

/** Builds the index of a debug file in memory. */
export async function buildDebugPages(
  kind: DebugFile,
  file: Uint8Array | string,
): Promise<{ pages: Uint8Array[]; summary: BuiltDebugIndex }> {
  const pages: Uint8Array[] = []
  const summary = await buildDebugIndex(kind, typeof file === 'string' ? Buffer.from(file) : file, (number, bytes) => {
    pages[number] = bytes
  })
  return { pages, summary }
}

/** Presents pages as an index in its storage. */
export function indexFileOf(pages: readonly Uint8Array[]): IndexFile {
  return {
    id: `debug index ${built++}`,
    readPage: (number) => pages[number],
    cache: new BoundedSymbolCache(10_000_000),
  }
}

/** Builds the index of a debug file, ready to be opened. */
export async function buildIndexFile(kind: DebugFile, file: Uint8Array | string): Promise<IndexFile> {
  return indexFileOf((await buildDebugPages(kind, file)).pages)
}
