import { type BuiltIndex, IndexBuilder } from './format/index-builder.ts'
import type { WritePage } from './format/pages.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { type ByteInput, ByteReader } from './scan/byte-reader.ts'
import { scanMap } from './scan/scan-map.ts'

/**
 * Builds the index of a source map in one pass, and hands its pages to `writePage`, page 0 last: an index without it is
 * not finished. Memory stays at some megabytes and the directory, whatever the size of the map. Throws a MapRefusal for
 * a map that is not valid or too large, and what the input or `writePage` throws.
 *
 * @example
 * const pages: Uint8Array[] = []
 * const built = await buildIndex(createReadStream('app.js.map'), (number, bytes) => {
 *   pages[number] = bytes
 * })
 * built.sources // 214
 */
export async function buildIndex(
  map: ByteInput,
  writePage: WritePage,
  limits: Partial<Limits> = {},
): Promise<BuiltIndex> {
  const allowed = { ...defaultLimits, ...limits }
  const builder = new IndexBuilder(writePage, allowed)
  const bytes = new ByteReader(map, allowed, () => builder.drain())
  try {
    await scanMap(bytes, builder)
    return await builder.finish(bytes.position)
  } finally {
    await bytes.close()
  }
}
