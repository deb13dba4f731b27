import { type ChunkList, readChunkList, readDecoded } from '../debug-files/chunk-list.ts'
import { chunksOf, type HashDirectory, readHashDirectory } from '../debug-files/hash-directory.ts'
import { openDebugHead } from '../debug-files/sealed-head.ts'
import type { IndexFile } from '../lookup/index-file.ts'
import { type ClassEntry, classMark, decodeClass, mappingFormat } from './mapping-format.ts'

interface MappingHead {
  chunks: ChunkList
  /** By the name in the program, and by that which was written, for classes of which the two differ. */
  residuals: HashDirectory
  originals: HashDirectory
}

/** The index of a mapping, ready for lookups. */
export interface MappingIndex {
  file: IndexFile
  head: MappingHead
}

/** Opens the index of a mapping. Throws a DamagedIndex when what is stored is none of this version. */
export async function openMappingIndex(file: IndexFile): Promise<MappingIndex> {
  const head = await openDebugHead(mappingFormat, file, (cursor) => {
    const chunks = readChunkList(cursor)
    const { length } = chunks.offsets
    const head = {
      chunks,
      residuals: readHashDirectory(cursor, length),
      originals: readHashDirectory(cursor, length),
    }
    return { head, bytes: length * 12 + (head.residuals.hashes.length + head.originals.hashes.length) * 8 + 1000 }
  })
  return { file, head }
}

/** Finds a class by its name in the program. */
export function findClass(index: MappingIndex, residual: string): Promise<ClassEntry | undefined> {
  return find(index, index.head.residuals, `${classMark}${residual}\t`)
}

/** Finds a class by the name that its author gave it. */
export async function findOriginalClass(index: MappingIndex, original: string): Promise<ClassEntry | undefined> {
  const kept = await findClass(index, original)
  if (kept?.original === original) return kept
  const { file, head } = index
  for (const chunk of chunksOf(head.originals, original)) {
    const lines = await readRecords(file, head.chunks, chunk)
    const start = lines.findIndex((line) => line.startsWith(classMark) && line.split('\t', 2)[1] === original)
    if (start >= 0) return decodeClass(lines, start)
  }
  return undefined
}

async function find(
  { file, head }: MappingIndex,
  directory: HashDirectory,
  start: string,
): Promise<ClassEntry | undefined> {
  for (const chunk of chunksOf(directory, start.slice(1, -1))) {
    const lines = await readRecords(file, head.chunks, chunk)
    const at = lines.findIndex((line) => line.startsWith(start))
    if (at >= 0) return decodeClass(lines, at)
  }
  return undefined
}

function readRecords(file: IndexFile, list: ChunkList, chunk: number): Promise<string[]> {
  return readDecoded(file, list, chunk, (bytes) => {
    const text = bytes.toString('utf8')
    const value = text.split('\n')
    return { value, bytes: text.length * 2 + value.length * 32 }
  })
}
