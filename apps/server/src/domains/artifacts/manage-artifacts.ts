import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ArtifactReason, UploadedFile } from '@bugle/protocol'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { addJob } from '../jobs/index.ts'
import { looksLikeMap, type SentFile, toArtifactReason } from './artifact.ts'
import { deleteArtifactRow, findArtifact, insertArtifact } from './artifact-store.ts'
import {
  deleteUnusedContent,
  findContent,
  holdContent,
  insertOriginal,
  lockContent,
  restartIndexing,
  sumStoredBytes,
} from './content-store.ts'
import { indexKind, keepIndexJobMs } from './index-content.ts'

type Db = Kysely<Schema>

const compress = promisify(gzip)

export interface Uploader {
  projectId: number
  userId: string
}

/**
 * Stores the files of an upload, each in a transaction of its own with the job that indexes it: a file that is ignored
 * does not affect the others.
 *
 * @param maxBytes disk budget of all contents and indexes
 */
export async function storeFiles(
  db: Db,
  uploader: Uploader,
  files: SentFile[],
  maxBytes: number,
): Promise<UploadedFile[]> {
  const outcomes: UploadedFile[] = []
  for (const file of files) outcomes.push(await storeFile(db, uploader, file, maxBytes))
  return outcomes
}

async function storeFile(db: Db, uploader: Uploader, file: SentFile, maxBytes: number): Promise<UploadedFile> {
  const { name, bytes } = file
  const sha256 = createHash('sha256').update(bytes).digest()
  const ignored = (reason: ArtifactReason): UploadedFile => ({
    ...{ name, sha256: sha256.toString('hex'), state: 'ignored', artifact_id: null, reason },
  })
  if (!looksLikeMap(bytes)) return ignored(notAMap(name))
  const key = { projectId: uploader.projectId, sha256 }
  let compressed = (await findContent(db, key)) === undefined ? await compress(bytes) : undefined
  if (compressed !== undefined && (await sumStoredBytes(db)) + compressed.length > maxBytes) return ignored(full)
  return db.transaction().execute(async (tx) => {
    const content = await holdContent(tx, key, bytes.length)
    if (content.isNew) {
      // A content that was deleted since the look-up above is stored again.
      compressed ??= await compress(bytes)
      await insertOriginal(tx, key, compressed)
    } else if (content.reason?.code === 'failed') await restartIndexing(tx, key)
    else if (content.reason !== null) return ignored(toArtifactReason(content.reason))
    if (content.isNew || content.reason !== null)
      await addJob(tx, {
        kind: indexKind,
        payload: { projectId: key.projectId, sha256: sha256.toString('hex') },
        keepMs: keepIndexJobMs,
      })
    const { id, isNew } = await insertArtifact(tx, key, file, uploader.userId)
    const state = isNew ? 'accepted' : 'duplicate'
    return { name, sha256: sha256.toString('hex'), state, artifact_id: id, reason: null }
  })
}

/** @throws Refusal `not_found` */
export function deleteArtifact(db: Db, projectId: number, id: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const artifact = await findArtifact(tx, projectId, id)
    if (artifact === undefined) throw new Refusal('not_found')
    const key = { projectId, sha256: artifact.sha256 }
    await lockContent(tx, key)
    await deleteArtifactRow(tx, projectId, id)
    await deleteUnusedContent(tx, key)
  })
}

function notAMap(name: string): ArtifactReason {
  return {
    code: 'not_a_source_map',
    sentence: `${name} is not a source map, which is a JSON object. Upload the .map files that the build writes.`,
  }
}

const full: ArtifactReason = {
  code: 'storage_full',
  sentence: 'The disk budget of source maps is exhausted. Delete old ones, or raise BUGLE_ARTIFACT_DISK.',
}
