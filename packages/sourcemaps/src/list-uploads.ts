import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { limits } from '@bugle/protocol/vocabulary'
import type { DebugFile } from '@bugle/symbols'
import { readCodeIds } from './debug-id.ts'
import type { FoundFile } from './find-files.ts'
import { type Build, type BuiltFile, mapName, readMap } from './read-build.ts'
import { parseMap, type SourceMapObject } from './source-map-text.ts'

/** A file that is to be uploaded. */
export interface UploadSource {
  name: string
  /** Address of the generated file; `~` stands for any origin. */
  url: string
  debugId: string | undefined
  kind: 'source_map' | 'minified_file' | DebugFile
  size: number
  sha256: string
  /** sha256 of each chunk, in order. */
  chunks: string[]
  /** Reads a part of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export interface UploadNames {
  /** Put before the name of each generated file; `~/` by default. */
  urlPrefix?: string
  /** Removed from the front of each name. */
  stripPrefix?: string
}

/** A file under the name of a map that is none. */
export interface NotMap {
  name: string
  /** Says what the file is, as the end of a sentence: `it is an HTML page`. */
  reason: string
}

/** The files of a build that are to be uploaded, and those that cannot be. */
export interface ListedUploads {
  sources: UploadSource[]
  notMaps: NotMap[]
}

/**
 * Lists the files of a build that are to be uploaded, with address and debug id: maps, and code whose map has no text. A
 * file that is no map does not keep the others from being sent.
 *
 * @example const { sources } = await listUploads(await readBuild(['dist']), { urlPrefix: '~/static/' })
 */
export async function listUploads(build: Build, names: UploadNames = {}): Promise<ListedUploads> {
  const listed: ListedUploads = { sources: [], notMaps: [] }
  const all = [
    ...build.files.map((file) => ({ name: mapName(file), list: () => listPair(file, names) })),
    ...build.lonelyMaps.map((map) => ({ name: map.name, list: () => listLonely(map, names) })),
  ]
  for (const { name, list } of all) {
    const found = await list()
    if ('notMap' in found) listed.notMaps.push({ name, reason: found.notMap })
    else listed.sources.push(...found)
  }
  return listed
}

async function listLonely(map: FoundFile, names: UploadNames): Promise<UploadSource[] | { notMap: string }> {
  const parsed = parseMap(await readFile(map.path))
  if ('notMap' in parsed) return parsed
  const { debugId, debug_id } = parsed.map
  const url = toUrl(map.name.replace(/\.map$/, ''), names)
  return [{ kind: 'source_map', name: map.name, url, debugId: debugId ?? debug_id, ...(await fileSource(map.path)) }]
}

/** Lists the map of a file, and the file itself where only its code can name functions. */
async function listPair(file: BuiltFile, names: UploadNames): Promise<UploadSource[] | { notMap: string }> {
  const bytes = await readMap(file)
  if (bytes === undefined) return []
  const parsed = parseMap(bytes)
  if ('notMap' in parsed) return parsed
  const { map } = parsed
  const code = await readFile(file.path)
  const ids = readCodeIds(code.toString(file.isBytecode ? 'latin1' : 'utf8'))
  const debugId = ids.registered ?? ids.comment ?? map.debugId ?? map.debug_id
  const common = { url: toUrl(file.name, names), debugId }
  const source = file.map.kind === 'file' ? await fileSource(file.map.path) : bytesSource(bytes)
  const upload: UploadSource = { name: mapName(file), kind: 'source_map', ...common, ...source }
  if (file.isBytecode || hasTexts(map)) return [upload]
  return [upload, { name: file.name, kind: 'minified_file', ...common, ...bytesSource(code) }]
}

function hasTexts(map: SourceMapObject): boolean {
  if (map.sections !== undefined) return map.sections.every((section) => hasTexts(section.map))
  return (map.sources ?? []).every((_, index) => typeof map.sourcesContent?.[index] === 'string')
}

/**
 * Returns the address of a generated file by its name.
 *
 * @example toUrl('client/app.js', { stripPrefix: 'client/', urlPrefix: '~/static' }) // '~/static/app.js'
 */
export function toUrl(name: string, { urlPrefix = '~/', stripPrefix = '' }: UploadNames): string {
  const rest = name.startsWith(stripPrefix) ? name.slice(stripPrefix.length).replace(/^\/+/, '') : name
  return urlPrefix.endsWith('/') ? urlPrefix + rest : `${urlPrefix}/${rest}`
}

type Bytes = Pick<UploadSource, 'size' | 'sha256' | 'chunks' | 'read'>

function bytesSource(bytes: Uint8Array): Bytes {
  return {
    size: bytes.length,
    sha256: sha256Of(bytes),
    chunks: Array.from({ length: Math.ceil(bytes.length / limits.chunkBytes) }, (_, index) =>
      sha256Of(bytes.subarray(index * limits.chunkBytes, (index + 1) * limits.chunkBytes)),
    ),
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}

/** Reads the sizes and hashes of a file on disk, of which parts are read again when they are sent. */
export async function fileSource(path: string): Promise<Bytes> {
  const { read: _, ...known } = bytesSource(await readFile(path))
  return { ...known, read: (offset, length) => readPart(path, offset, length) }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function readPart(path: string, offset: number, length: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
