import type { BuiltDebugIndex } from '../debug-files/built-debug-index.ts'
import { ChunkWriter } from '../debug-files/chunk-list.ts'
import { HashDirectoryBuilder } from '../debug-files/hash-directory.ts'
import { readWhole } from '../debug-files/read-whole.ts'
import { sealDebugHead } from '../debug-files/sealed-head.ts'
import { PageWriter, type WritePage } from '../format/pages.ts'
import { ByteWriter } from '../format/varint.ts'
import { encodeClass, mappingFormat } from '../jvm/mapping-format.ts'
import { defaultLimits, type Limits, maxNameBytes } from '../limits.ts'
import { broken, tooLarge } from '../refusal.ts'
import type { ByteInput } from '../scan/byte-reader.ts'

/** The map is read as a whole; those of large apps have 5 MB. */
const maxBytes = 32 * 1024 * 1024

/**
 * Builds the index of the map that `--save-obfuscation-map` of Dart writes: a list of names, each followed by the one that
 * replaced it. It has the form of a mapping whose classes have no methods.
 */
export async function buildNamesIndex(
  map: ByteInput,
  writePage: WritePage,
  limits: Partial<Limits> = {},
): Promise<BuiltDebugIndex> {
  const allowed = { ...defaultLimits, ...limits, fileBytes: Math.min(maxBytes, limits.fileBytes ?? maxBytes) }
  const bytes = await readWhole(map, allowed)
  const names = parseNames(bytes)
  if (names.length / 2 > allowed.names) throw tooLarge(allowed, 'names')
  const pages = new PageWriter(writePage)
  const chunks = new ChunkWriter(pages)
  const residuals = new HashDirectoryBuilder()
  const originals = new HashDirectoryBuilder()
  for (let index = 0; index + 1 < names.length; index += 2) {
    const [original, residual] = [cut(names[index]!), cut(names[index + 1]!)]
    if (original === residual) continue
    const record = encodeClass({ residual, original, sourceFile: '', isSynthesized: false })
    residuals.add(residual, chunks.add(Buffer.from(record)))
  }
  const head = new ByteWriter(64 * 1024)
  chunks.finish(head)
  residuals.finish(head)
  originals.finish(head)
  await pages.finish(sealDebugHead(mappingFormat, head.view(), pages.length))
  const { version } = mappingFormat
  return { version, bytes: pages.bytes, fileBytes: bytes.length, debugId: '', buildId: '', sources: 0 }
}

function parseNames(bytes: Buffer): string[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw broken(`it is not JSON: ${(error as Error).message.slice(0, 100)}`)
  }
  if (!Array.isArray(parsed) || !parsed.every((one) => typeof one === 'string')) throw broken('it is no list of names')
  if (parsed.length % 2 === 1) throw broken('its last name has no pair')
  return parsed as string[]
}

function cut(name: string): string {
  return name.slice(0, maxNameBytes).replace(/[\t\n\r\0]/g, ' ')
}
