import { type Head, headBytes, readHead, readPrefix } from '../format/head.ts'
import { type IndexFile, readBody, readPage } from './index-file.ts'

/** An index that is ready for lookups. Holds its head; everything else is read page by page. */
export interface SymbolIndex {
  file: IndexFile
  head: Head
}

/**
 * Opens an index. With its head in the cache this is one lookup there, so an index need not be kept open.
 *
 * @throws DamagedIndex if the pages are no index of this version; errors of `readPage` pass through
 * @example
 * const cache = new BoundedSymbolCache(64 * 1024 * 1024)
 * const index = await openIndex({ id: sha256, readPage: (number) => pages[number], cache })
 */
export async function openIndex(file: IndexFile): Promise<SymbolIndex> {
  const key = `${file.id}/head`
  const cached = file.cache.get(key) as Head | undefined
  if (cached !== undefined) return { file, head: cached }
  const page = await readPage(file, 0)
  const { restOffset, restBytes, contentBytes } = readPrefix(page)
  const head = readHead(page, await readBody(file, restOffset, restBytes), contentBytes)
  file.cache.set(key, head, headBytes(head))
  return { file, head }
}
