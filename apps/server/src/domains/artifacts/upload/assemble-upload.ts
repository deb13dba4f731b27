import { createHash } from 'node:crypto'
import { type ArtifactKind, type ArtifactReason, limits } from '@bugle/protocol'
import { explainReason } from '@bugle/symbols'
import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { hourMs } from '../../../lib/time.ts'
import type { JobHandler } from '../../jobs/index.ts'
import { findKindOf, insertOriginalChunk, isDebugFile, isStored, kindOf, notUsable } from '../content/index.ts'
import type { TakesSpace } from './artifact-space.ts'
import { inspectCode } from './inspect-code.ts'
import { headBytes, storageFull } from './manage-artifacts.ts'
import { type NewContent, type StoredFile, storeArtifact } from './store-artifact.ts'
import { keepUploadHours, unzipChunk } from './upload.ts'
import {
  deleteUsedChunks,
  findChunk,
  findUpload,
  lockWaitingFile,
  markFile,
  type UploadKey,
  type WaitingFile,
} from './upload-store.ts'

/** Kind of the job that stores the files of a finished upload. */
export const assembleKind = 'assemble_upload'
export const keepAssembleJobMs = keepUploadHours * hourMs

export interface AssembleJobDeps {
  db: Database
  space: TakesSpace
}

/** Creates the handler of the job that makes files of the chunks of an upload. */
export function assembleJobs({ db, space }: AssembleJobDeps): Record<string, JobHandler> {
  return {
    // Each file is a transaction of its own: after a crash the job continues with the next.
    [assembleKind]: async (key: UploadKey) => {
      const upload = await findUpload(db, key)
      if (upload === undefined) return
      const uploader = { projectId: key.projectId, userId: upload.startedBy }
      while (await transaction(db, (tx) => assembleNext(tx, key, uploader.userId, space)));
      await deleteUsedChunks(db, key)
    },
  }
}

/** @returns whether there was a file */
async function assembleNext(tx: Tx, key: UploadKey, userId: string, space: TakesSpace): Promise<boolean> {
  const file = await lockWaitingFile(tx, key)
  if (file === undefined) return false
  const stored = await assemble(tx, { projectId: key.projectId, userId }, file, space)
  await markFile(tx, key, file.number, stored)
  return true
}

type Assembled = StoredFile | { state: 'failed' | 'ignored'; reason: ArtifactReason }

async function assemble(
  tx: Tx,
  uploader: { projectId: number; userId: string },
  file: WaitingFile,
  space: TakesSpace,
): Promise<Assembled> {
  const { projectId } = uploader
  const { sha256, size, chunks } = file
  if (size > limits.artifactBytes) return { state: 'ignored', reason: tooLarge(file) }
  if (size === 0) return { state: 'ignored', reason: notUsable(file) }
  if (await isStored(tx, { projectId, sha256 })) return storeKnown(tx, uploader, file)
  const checked = await checkChunks(tx, projectId, file)
  if (checked === undefined) return { state: 'failed', reason: chunksDiffer(file) }
  const kind = kindOf(file, checked.head)
  if (kind === undefined) return { state: 'ignored', reason: notUsable(file, checked.head) }
  if (!(await space.take(projectId, size))) return { state: 'ignored', reason: storageFull }
  const content: NewContent = {
    sha256,
    size,
    writeOriginal: async (inner, key) => {
      for (const [part, chunk] of chunks.entries()) await insertOriginalChunk(inner, key, part, chunk)
    },
  }
  if (kind === 'minified_file') content.facts = inspectCode(await readAll(tx, projectId, file), limits.artifactBytes)
  return storeArtifact(tx, uploader, { ...file, kind }, content)
}

/** Stores what a known content was uploaded for; no chunk was asked for. */
async function storeKnown(
  tx: Tx,
  uploader: { projectId: number; userId: string },
  file: WaitingFile,
): Promise<Assembled> {
  const known = await findKindOf(tx, { projectId: uploader.projectId, sha256: file.sha256 })
  // The content alone shows the kind of a debug file.
  const kind = known !== undefined && isDebugFile(known) ? known : kindOfKnown(file)
  if (kind === undefined) return { state: 'ignored', reason: notUsable(file) }
  const { sha256, size } = file
  const writeOriginal = async () => {
    // Deleted since it was looked up.
    throw new Error('a content is gone')
  }
  return storeArtifact(tx, uploader, { ...file, kind }, { sha256, size, writeOriginal })
}

/** Returns the kind of a file whose bytes are not at hand; a map is known by its name. */
function kindOfKnown(file: WaitingFile): ArtifactKind | undefined {
  return kindOf(file, Buffer.from('{'))
}

/** @returns the first bytes of the file; undefined if a chunk is gone, or the chunks are not those of the file */
async function checkChunks(tx: Tx, projectId: number, { sha256, size, chunks }: WaitingFile) {
  const hash = createHash('sha256')
  let bytes = 0
  let head = Buffer.alloc(0)
  for (const chunk of chunks) {
    const stored = await findChunk(tx, projectId, chunk)
    if (stored === undefined) return undefined
    const plain = await unzipChunk(stored)
    if (bytes === 0) head = Buffer.from(plain.subarray(0, headBytes))
    bytes += plain.length
    if (chunks.length > 1) hash.update(plain)
  }
  const found = chunks.length > 1 ? hash.digest() : chunks[0]!
  return bytes === size && found.equals(sha256) ? { head } : undefined
}

async function readAll(tx: Tx, projectId: number, { chunks }: WaitingFile): Promise<Buffer> {
  const plain: Buffer[] = []
  for (const chunk of chunks) plain.push(await unzipChunk((await findChunk(tx, projectId, chunk))!))
  return Buffer.concat(plain)
}

function tooLarge({ name }: WaitingFile): ArtifactReason {
  const reason = { code: 'too_large', limit: 'bytes of a file', maximum: limits.artifactBytes } as const
  return { code: reason.code, sentence: `${name}: ${explainReason(reason).sentence}` }
}

function chunksDiffer({ name }: WaitingFile): ArtifactReason {
  return { code: 'chunks_differ', sentence: `The chunks of ${name} do not have the size and sha256 of the file.` }
}
