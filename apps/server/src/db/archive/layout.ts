import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { type ObjectStore, ObjectStoreUnavailable } from '../../ports/object-store.ts'

/**
 * Objects of an archive:
 * - `installation.json`  the cluster it belongs to, written first
 * - `wal/<name>.br`      a segment of the write-ahead log, or the history of a timeline, by PostgreSQL's own name
 * - `bases/<id>/<n>.br`  a part of a base: the bytes of its files one after the other, cut into equal parts
 * - `bases/<id>.json`    a complete base, written last
 */

/** A copy of the cluster's files, from which the log leads to any later moment. */
export interface Base {
  /** Time of its begin, as a name that sorts by it. */
  id: string
  startedAt: string
  /** No moment before this one can be restored from it. */
  completedAt: string
  /** The segment with which the recovery begins. */
  firstSegment: string
  postgres: string
  version: string
  /** In the order of their bytes. */
  files: BaseFile[]
  /** Hashes of the parts, before their compression. */
  parts: string[]
}

export interface BaseFile {
  /** Relative to BUGLE_DATA; that of a folder ends with a slash. */
  path: string
  bytes: number
}

/** Bytes of a part at most: what is in memory while it is compressed. */
export const partBytes = 4 * 1024 * 1024
/** A segment of PostgreSQL's default size. */
export const segmentBytes = 16 * 1024 * 1024

const segmentName = /^[0-9A-F]{24}$/
const logName = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history|[0-9A-F]{24}\.(?:[0-9A-F]{8}\.backup|partial))$/

export function isLogName(name: string): boolean {
  return logName.test(name)
}

export function isSegmentName(name: string): boolean {
  return segmentName.test(name)
}

export function logKey(name: string): string {
  return `wal/${name}.br`
}

export function logNameOf(key: string): string {
  return key.slice('wal/'.length, -'.br'.length)
}

export function partKey(id: string, index: number): string {
  return `bases/${id}/${index}.br`
}

export function baseKey(id: string): string {
  return `bases/${id}.json`
}

const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const unbrotli = promisify<Buffer, object, Buffer>(brotliDecompress)

export function compress(bytes: Buffer): Promise<Buffer> {
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}

/** @throws RangeError if it has more bytes than it may have */
export function expand(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  return unbrotli(bytes, { maxOutputLength: maxBytes })
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Attempts to get an object in a restore, and the time between them: it outlives a short outage of a store. */
const attempts = 5
const pauseMs = 2000

/** Returns an object of the archive; undefined if there is none. @throws ObjectStoreUnavailable if the store stays away */
export async function getPatiently(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.get(key)
    } catch (error) {
      if (!(error instanceof ObjectStoreUnavailable) || attempt === attempts) throw error
      await wait(pauseMs)
    }
  }
}

/** Returns the keys below a folder of the archive, in order. */
export async function keysIn(store: ObjectStore, folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(`${folder}/`)) keys.push(key)
  return keys
}

/** Lists the complete bases, oldest first. */
export async function listBases(store: ObjectStore): Promise<string[]> {
  const keys = await keysIn(store, 'bases')
  return keys.map((key) => /^bases\/([^/]+)\.json$/.exec(key)?.[1]).filter((id): id is string => id !== undefined)
}

export async function readBase(store: ObjectStore, id: string): Promise<Base> {
  const bytes = await store.get(baseKey(id))
  if (bytes === undefined) throw new ArchiveError(`The archive has no base ${id}.`)
  return JSON.parse(bytes.toString('utf8')) as Base
}

/**
 * Claims the archive for a cluster, by PostgreSQL's own identifier of it.
 *
 * @throws ArchiveError if it is another cluster's
 */
export async function claimArchive(store: ObjectStore, cluster: string): Promise<void> {
  const owner = await ownerOf(store)
  if (owner === undefined) return store.put(ownerKey, Buffer.from(`${JSON.stringify({ cluster })}\n`))
  if (owner !== cluster)
    throw new ArchiveError(
      'BUGLE_ARCHIVE holds the archive of another installation. Nothing is archived: give this installation a place of its own.',
    )
}

const ownerKey = 'installation.json'

/** Returns the identifier of the cluster that the archive belongs to; undefined if it is nobody's yet. */
export async function ownerOf(store: ObjectStore): Promise<string | undefined> {
  const known = await store.get(ownerKey)
  return known && (JSON.parse(known.toString('utf8')) as { cluster: string }).cluster
}

/** Reads the parts of a base, one after the other, and checks them. */
export async function* readParts(store: ObjectStore, { id, parts }: Base): AsyncGenerator<Buffer> {
  for (const [index, sha256] of parts.entries()) {
    const key = partKey(id, index)
    const bytes = await getPatiently(store, key)
    if (bytes === undefined) throw new ArchiveError(`The archive is incomplete: ${key} is missing.`)
    const content = await expand(bytes, partBytes).catch(() => undefined)
    if (content === undefined || hashOf(content) !== sha256) throw new ArchiveError(`The archive is damaged: ${key}.`)
    yield content
  }
}

/** A state of the archive that its operator has to know about, in a sentence. */
export class ArchiveError extends Error {}
