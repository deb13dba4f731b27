import { type BeginUploadBody, type BeginUploadResponse, limits, type UploadProgress } from '@bugle/protocol'
import { type Database, type Queryable, type Tx, transaction } from '../../../db/database.ts'
import { takeKeyLock } from '../../../db/locks.ts'
import { Refusal } from '../../../refusal.ts'
import { addJob } from '../../jobs/index.ts'
import { refuseClosed } from '../../projects/index.ts'
import { findStored, toArtifactReason, type Uploader } from '../content/index.ts'
import type { TakesSpace } from './artifact-space.ts'
import { assembleKind, keepAssembleJobMs } from './assemble-upload.ts'
import { type ChunkedFile, manifestHashOf, readChunk, readFileList } from './upload.ts'
import {
  findChunkState,
  findMissingChunks,
  findProgress,
  findUpload,
  insertUpload,
  lockUpload,
  markFinished,
  type ProgressRecord,
  resumeUpload,
  storeChunk,
  sumUnfinished,
  type UploadKey,
  type UploadRecord,
  wantChunks,
} from './upload-store.ts'

/**
 * Begins an upload in chunks, or resumes the unfinished one of the same files, and says which chunks are missing.
 *
 * @throws Refusal `validation_failed`, `too_many_uploads`, `upload_too_large`
 */
export async function beginUpload(
  db: Database,
  { projectId, userId }: Uploader,
  body: BeginUploadBody,
): Promise<BeginUploadResponse> {
  const files = readFileList(body)
  const manifest = manifestHashOf(files)
  return transaction(db, async (tx) => {
    await takeKeyLock(tx, 'uploads', String(projectId))
    const upload =
      (await resumeUpload(tx, projectId, manifest)) ?? (await addUpload(tx, { projectId, userId, manifest }, files))
    const states = await statesOf(tx, projectId, files)
    const wanted = files.filter(({ sha256 }) => states[sha256.toString('hex')] === 'missing')
    const chunks = [...new Set(wanted.flatMap((file) => file.chunks.map((chunk) => chunk.toString('hex'))))]
    const missing = await wantChunks(tx, projectId, chunks)
    return {
      upload_id: upload.id,
      chunk_bytes: limits.chunkBytes,
      missing: chunks.filter((chunk) => missing.has(chunk)),
      states,
      expires_at: upload.expiresAt.toISOString(),
    }
  })
}

async function addUpload(
  tx: Tx,
  { projectId, userId, manifest }: Uploader & { manifest: Buffer },
  files: ChunkedFile[],
): Promise<UploadRecord> {
  const bytes = files.filter(isAcceptable).reduce((sum, { size }) => sum + size, 0)
  const unfinished = await sumUnfinished(tx, projectId)
  if (unfinished.uploads >= limits.unfinishedUploads) throw new Refusal('too_many_uploads', { retryAfterSeconds: 60 })
  if (unfinished.bytes + bytes > limits.chunkedBytes) throw new Refusal('upload_too_large')
  return insertUpload(tx, { projectId, userId, manifest, bytes }, files)
}

async function statesOf(tx: Tx, projectId: number, files: ChunkedFile[]): Promise<BeginUploadResponse['states']> {
  const hex = (file: ChunkedFile) => file.sha256.toString('hex')
  const stored = await findStored(tx, projectId, files.map(hex))
  return Object.fromEntries(
    files.map((file) => [hex(file), !isAcceptable(file) ? 'ignored' : stored.has(hex(file)) ? 'duplicate' : 'missing']),
  )
}

/** Whether a file has a size that is accepted. */
function isAcceptable({ size }: ChunkedFile): boolean {
  return size <= limits.artifactBytes
}

/**
 * Stores a chunk that an upload waits for. Sending it again changes nothing.
 *
 * @throws Refusal `chunk_not_wanted`, `chunk_mismatch`, `payload_too_large`, `unsupported_encoding`, `storage_full`
 */
export async function receiveChunk(
  db: Queryable,
  projectId: number,
  { sha256, sent, encoding }: { sha256: string; sent: Buffer; encoding: string | undefined },
  space: TakesSpace,
): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Refusal('not_found')
  const key = Buffer.from(sha256, 'hex')
  const state = await findChunkState(db, projectId, key)
  if (state === undefined) throw new Refusal('chunk_not_wanted')
  if (state === 'received') return
  const bytes = await readChunk(sent, encoding, key)
  if (!(await space.take(projectId, bytes.length, 1)))
    throw new Refusal('storage_full', { message: 'The disk budget of artifacts is exhausted.', retryAfterSeconds: 60 })
  await refuseClosed(db, projectId)
  await storeChunk(db, projectId, key, bytes)
}

/**
 * Finishes an upload whose chunks are all there; a job then stores its files. Finishing it again changes nothing.
 *
 * @throws Refusal `not_found`, `upload_incomplete`
 */
export async function finishUpload(db: Database, key: UploadKey): Promise<UploadProgress> {
  await transaction(db, async (tx) => {
    const upload = await lockUpload(tx, key)
    if (upload === undefined) throw new Refusal('not_found')
    if (upload.finishedAt !== null) return
    const missing = await findMissingChunks(tx, key)
    if (missing.length > 0)
      throw new Refusal('upload_incomplete', {
        message: `${missing.length} chunks of this upload are missing. Begin it again to learn which.`,
      })
    await markFinished(tx, key)
    await addJob(tx, {
      kind: assembleKind,
      line: 'builds',
      owner: `project ${key.projectId}`,
      payload: key,
      keepMs: keepAssembleJobMs,
    })
  })
  return readUploadProgress(db, key)
}

/** @throws Refusal `not_found` */
export async function readUploadProgress(db: Queryable, key: UploadKey): Promise<UploadProgress> {
  const upload = await findUpload(db, key)
  if (upload === undefined) throw new Refusal('not_found')
  const files = (await findProgress(db, key)).map(toProgress)
  const isDone = files.every(({ state }) => state !== 'waiting' && state !== 'indexing')
  return {
    upload_id: upload.id,
    state: upload.finishedAt === null ? 'receiving' : isDone ? 'done' : 'processing',
    files,
    bytes: upload.bytes,
    missing: upload.finishedAt === null ? await findMissingChunks(db, key) : [],
    expires_at: upload.expiresAt.toISOString(),
  }
}

function toProgress(record: ProgressRecord): UploadProgress['files'][number] {
  const { name, sha256, artifactId, contentState, contentReason } = record
  const isIndexing = contentState === 'indexing'
  const hasFailed = contentState === 'failed' && contentReason !== null
  return {
    name,
    sha256: sha256.toString('hex'),
    state: isIndexing ? 'indexing' : hasFailed ? 'failed' : record.state,
    artifact_id: artifactId,
    reason: hasFailed ? toArtifactReason(contentReason) : record.reason,
  }
}
