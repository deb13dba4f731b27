import type { BuiltDebugIndex } from '../debug-files/built-debug-index.ts'
import { ChunkWriter } from '../debug-files/chunk-list.ts'
import { HashDirectoryBuilder } from '../debug-files/hash-directory.ts'
import { sealDebugHead } from '../debug-files/sealed-head.ts'
import { NameUuid } from '../debug-files/uuid.ts'
import { PageWriter, type WritePage } from '../format/pages.ts'
import { ByteWriter } from '../format/varint.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import { withByte } from '../refusal.ts'
import { type ByteInput, ByteReader } from '../scan/byte-reader.ts'
import { mappingFormat } from './mapping-format.ts'
import { scanMapping } from './scan-mapping.ts'

/** Namespace in which ProGuard's own tools, and those of other trackers, name a mapping by its content. */
const guardsquare = new NameUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8').add('guardsquare.com').finish()

/**
 * Builds the index of a mapping of R8 or ProGuard in one pass, and hands its pages to `writePage`, page 0 last. Memory
 * holds one class and eight bytes for each of the others. Throws a MapRefusal for a file that is no mapping.
 *
 * @example
 * const { buildId } = await buildMappingIndex(createReadStream('mapping.txt'), (number, bytes) => {
 *   pages[number] = bytes
 * })
 */
export async function buildMappingIndex(
  mapping: ByteInput,
  writePage: WritePage,
  limits: Partial<Limits> = {},
): Promise<BuiltDebugIndex> {
  const allowed = { ...defaultLimits, ...limits }
  const pages = new PageWriter(writePage)
  const chunks = new ChunkWriter(pages)
  const residuals = new HashDirectoryBuilder()
  const originals = new HashDirectoryBuilder()
  const uuid = new NameUuid(guardsquare)
  let buildId = ''
  const visitor = {
    mapId: (id: string) => {
      buildId ||= id
    },
    class: (residual: string, original: string, record: string) => {
      const chunk = chunks.add(Buffer.from(record))
      residuals.add(residual, chunk)
      if (original !== residual) originals.add(original, chunk)
    },
  }
  const reader = new ByteReader(mapping, allowed, () => pages.drain())
  try {
    const { sources } = await scanMapping(reader, visitor, allowed, (bytes) => uuid.add(bytes))
    const head = new ByteWriter(64 * 1024)
    chunks.finish(head)
    residuals.finish(head)
    originals.finish(head)
    await pages.finish(sealDebugHead(mappingFormat, head.view(), pages.length))
    const { version } = mappingFormat
    return { version, bytes: pages.bytes, fileBytes: reader.position, debugId: uuid.finish(), buildId, sources }
  } catch (error) {
    throw withByte(error, reader.position)
  } finally {
    await reader.close()
  }
}
