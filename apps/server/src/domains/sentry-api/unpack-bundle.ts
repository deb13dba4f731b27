import { createHash } from 'node:crypto'
import { type ArtifactKind, limits } from '@bugle/protocol'
import type { Database, Queryable } from '../../db/database.ts'
import { hourMs } from '../../lib/time.ts'
import { defaultUrlOf, normalizeDebugId, type SentFile, storeFile, type TakesSpace } from '../artifacts/index.ts'
import { HopelessJob, type JobHandler } from '../jobs/index.ts'
import { openZip, type ReadRange, UnusableUpload, type Zip } from './read-zip.ts'
import {
  type BundleKey,
  type BundleRecord,
  deleteUsedChunks,
  findBundleById,
  findChunkSizes,
  markBundle,
  readChunkPart,
} from './sentry-store.ts'

/** Kind of the job that stores the files of a bundle. */
export const unpackKind = 'unpack_sentry_bundle'
export const keepUnpackJobMs = 24 * hourMs

export interface SentryJobDeps {
  db: Database
  space: TakesSpace
}

const zipLimits = { entries: 10_000, entryBytes: limits.artifactBytes, bytes: 2 * 1024 ** 3, ratio: 200 }
const maxManifestBytes = 32 * 1024 * 1024
const maxAttempts = 5

/** Creates the handler of the job that stores the files of a bundle. */
export function sentryJobs({ db, space }: SentryJobDeps): Record<string, JobHandler> {
  return {
    [unpackKind]: async (key: BundleKey, { attempts }) => {
      const bundle = await findBundleById(db, key)
      if (bundle?.state !== 'created') return
      if (attempts > maxAttempts) {
        await markBundle(db, key, { state: 'failed', detail: 'The bundle could not be stored. Send it again.' })
        throw new HopelessJob(`a bundle was attempted ${maxAttempts} times`)
      }
      try {
        const store = bundle.fileName === null ? storeBundle : storeDebugFile
        const artifactIds = await store(db, key.projectId, bundle, space)
        await markBundle(db, key, { state: 'stored', artifactIds })
      } catch (error) {
        if (!(error instanceof UnusableUpload)) throw error
        await markBundle(db, key, { state: 'failed', detail: `${error.message}.` })
      }
      await deleteUsedChunks(db, bundle.uploadedBy, bundle.chunks)
    },
  }
}

/** @returns the artifacts of the bundle */
async function storeBundle(
  db: Database,
  projectId: number,
  bundle: BundleRecord,
  space: TakesSpace,
): Promise<number[]> {
  const { readRange, size } = await openChunks(db, bundle)
  await checkSum(readRange, size, bundle.sha1)
  // The eight bytes before its zip count in the offsets of the zip.
  const zip = await openZip(readRange, size, zipLimits)
  const files = parseManifest(await zip.read('manifest.json'))
  const unknown = zip.names.find((name) => name !== 'manifest.json' && !files.has(name))
  if (unknown !== undefined) throw new UnusableUpload(`${JSON.stringify(unknown.slice(0, 200))} is not in the manifest`)
  const ids: number[] = []
  const problems: string[] = []
  for (const [path, file] of files) {
    const sent = await toSentFile(zip, path, file, bundle)
    if (sent === undefined) continue
    const { artifact_id: id, reason } = await storeFile(db, { projectId, userId: bundle.uploadedBy }, sent, space)
    if (id !== null) ids.push(id)
    if (reason !== null) problems.push(reason.sentence)
  }
  if (ids.length === 0)
    throw new UnusableUpload((problems[0] ?? 'The bundle has no file that can be used').replace(/\.$/, ''))
  return ids
}

/** Stores a debug file that was sent by itself. */
async function storeDebugFile(
  db: Database,
  projectId: number,
  bundle: BundleRecord,
  space: TakesSpace,
): Promise<number[]> {
  const { readRange, size } = await openChunks(db, bundle)
  const name = bundle.fileName!
  if (size > limits.artifactBytes) throw new UnusableUpload(`${name} has more than ${limits.artifactBytes} bytes`)
  await checkSum(readRange, size, bundle.sha1)
  const parts: Buffer[] = []
  for await (const part of readRange(0, size)) parts.push(part)
  const sent: SentFile = {
    name,
    url: defaultUrlOf(name),
    bytes: Buffer.concat(parts),
    debugId: bundle.debugId,
    release: bundle.release,
    dist: bundle.dist,
    updateId: null,
    platform: null,
    kind: null,
  }
  const { artifact_id: id, reason } = await storeFile(db, { projectId, userId: bundle.uploadedBy }, sent, space)
  if (id === null) throw new UnusableUpload((reason?.sentence ?? 'The file cannot be used').replace(/\.$/, ''))
  return [id]
}

interface ManifestFile {
  type: string
  url: string
  headers: Record<string, string>
}

const kinds: Record<string, ArtifactKind> = {
  source_map: 'source_map',
  minified_source: 'minified_file',
  indexed_ram_bundle: 'minified_file',
  source: 'source',
}

async function toSentFile(
  zip: Zip,
  path: string,
  { type, url, headers }: ManifestFile,
  { release, dist }: BundleRecord,
): Promise<SentFile | undefined> {
  const kind = kinds[type]
  if (kind === undefined) return undefined
  const debugId = headers['debug-id'] === undefined ? undefined : normalizeDebugId(headers['debug-id'])
  return {
    name: url.split('/').at(-1)?.slice(0, 500) || 'unnamed',
    // A map is found by the address of its generated file.
    url: kind === 'source_map' ? url.replace(/\.map$/, '') : url,
    debugId: debugId ?? null,
    release,
    dist,
    updateId: null,
    platform: null,
    kind,
    bytes: await zip.read(path),
    mapReference: headers.sourcemap ?? null,
  }
}

/** Reads the manifest; text of strangers, so every part is checked. */
function parseManifest(bytes: Buffer): Map<string, ManifestFile> {
  if (bytes.length > maxManifestBytes) throw new UnusableUpload('The manifest is too large')
  const manifest = parseJson(bytes) as { files?: unknown } | null
  const files = manifest?.files
  if (typeof files !== 'object' || files === null) throw new UnusableUpload('The manifest lists no files')
  const found = new Map<string, ManifestFile>()
  for (const [path, value] of Object.entries(files)) {
    const { type, url, headers } = (value ?? {}) as Record<string, unknown>
    const address = textOf(url) ?? defaultUrlOf(path)
    const named = Object.entries((headers ?? {}) as object).flatMap(([name, text]) => {
      const value = textOf(text)
      return value === undefined ? [] : [[name.toLowerCase(), value] as const]
    })
    found.set(path, { type: textOf(type) ?? '', url: address, headers: Object.fromEntries(named) })
  }
  return found
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new UnusableUpload('The manifest is not valid JSON')
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replaceAll('\0', '\uFFFD').slice(0, 2000) : undefined
}

/** Presents the chunks of a bundle as one file. */
async function openChunks(
  db: Queryable,
  { uploadedBy, chunks }: BundleRecord,
): Promise<{ readRange: ReadRange; size: number }> {
  const sizes = await findChunkSizes(db, uploadedBy, chunks)
  if (sizes.includes(null)) throw new UnusableUpload('Chunks of the bundle are gone. Send it again')
  const ends: number[] = []
  for (const size of sizes) ends.push((ends.at(-1) ?? 0) + size!)
  async function* readRange(start: number, end: number): AsyncGenerator<Buffer> {
    for (const [number, chunk] of chunks.entries()) {
      const from = (ends[number - 1] ?? 0) as number
      const [first, last] = [Math.max(start, from), Math.min(end, ends[number]!)]
      if (first >= last) continue
      const bytes = await readChunkPart(db, uploadedBy, chunk, { from: first - from, length: last - first })
      if (bytes === undefined) throw new UnusableUpload('Chunks of the bundle are gone. Send it again')
      yield bytes
    }
  }
  return { readRange, size: ends.at(-1) ?? 0 }
}

async function checkSum(readRange: ReadRange, size: number, sha1: Buffer): Promise<void> {
  const hash = createHash('sha1')
  for await (const bytes of readRange(0, size)) hash.update(bytes)
  if (!hash.digest().equals(sha1)) throw new UnusableUpload('The bundle does not have the checksum that was announced')
}
