import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { readCodeIds } from './debug-id.ts'
import { type Build, type BuiltFile, isBytecode, mapName, readMapText } from './read-build.ts'
import { parseMap } from './source-map-text.ts'

/** A file that is to be uploaded. */
export interface UploadSource {
  name: string
  /** Address of the generated file; `~` stands for any origin. */
  url: string
  debugId: string | undefined
  size: number
  sha256: string
  /** Reads a part of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export interface UploadNames {
  /** Put before the name of each generated file; `~/` by default. */
  urlPrefix?: string
  /** Removed from the front of each name. */
  stripPrefix?: string
}

/**
 * Lists the maps of a build as they will be uploaded, with the address and debug id of their files.
 *
 * @example await listUploads(await readBuild(['dist']), { urlPrefix: '~/static/' })
 */
export async function listUploads(build: Build, names: UploadNames = {}): Promise<UploadSource[]> {
  const uploads: UploadSource[] = []
  for (const file of build.files) {
    const upload = await listMap(file, names)
    if (upload !== undefined) uploads.push(upload)
  }
  for (const map of build.lonelyMaps) {
    const { debugId, debug_id } = parseMap(await readFile(map.path, 'utf8'), map.path)
    uploads.push({
      ...{ name: map.name, url: toUrl(map.name.replace(/\.map$/, ''), names), debugId: debugId ?? debug_id },
      ...(await fileSource(map.path)),
    })
  }
  return uploads
}

async function listMap(file: BuiltFile, names: UploadNames): Promise<UploadSource | undefined> {
  const text = await readMapText(file)
  if (text === undefined) return undefined
  const map = parseMap(text, file.path)
  const ids = isBytecode(file) ? undefined : readCodeIds(await readFile(file.path, 'utf8'))
  const debugId = ids?.registered ?? ids?.comment ?? map.debugId ?? map.debug_id
  const source = file.map.kind === 'file' ? await fileSource(file.map.path) : bytesSource(Buffer.from(text))
  return { name: mapName(file), url: toUrl(file.name, names), debugId, ...source }
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

type Bytes = Pick<UploadSource, 'size' | 'sha256' | 'read'>

function bytesSource(bytes: Uint8Array): Bytes {
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}

async function fileSource(path: string): Promise<Bytes> {
  const { size, sha256 } = bytesSource(await readFile(path))
  return { size, sha256, read: (offset, length) => readPart(path, offset, length) }
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
