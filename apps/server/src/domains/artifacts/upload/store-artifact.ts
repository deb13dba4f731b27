import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ArtifactKind, ArtifactReason } from '@bugle/protocol'
import type { Tx } from '../../../db/database.ts'
import { addJob } from '../../jobs/index.ts'
import { refuseClosed } from '../../projects/index.ts'
import {
  type ContentKey,
  type FileDescription,
  findInlineMap,
  holdContent,
  insertArtifact,
  insertOriginal,
  isDebugFile,
  markStored,
  restartIndexing,
  toArtifactReason,
  type Uploader,
} from '../content/index.ts'
import { indexKind, keepIndexJobMs } from '../indexing/index.ts'
import type { CodeFacts } from './inspect-code.ts'

const compress = promisify(gzip)

/** A content that may have to be stored. */
export interface NewContent {
  sha256: Buffer
  size: number
  /** Stores the compressed original, if the project does not have it. */
  writeOriginal: (tx: Tx, key: ContentKey) => Promise<void>
  /** Facts of a generated file. */
  facts?: CodeFacts
}

export type StoredFile =
  | { state: 'accepted' | 'duplicate'; artifactId: number }
  | { state: 'ignored'; reason: ArtifactReason }

/** Stores a file: its content, unless the project has it, with the job that indexes it, and what it was uploaded for. */
export async function storeArtifact(
  tx: Tx,
  { projectId, userId }: Uploader,
  file: FileDescription & { kind: ArtifactKind },
  content: NewContent,
): Promise<StoredFile> {
  await refuseClosed(tx, projectId)
  const key = { projectId, sha256: content.sha256 }
  const { reason, isRestarted } = await storeContent(tx, key, file.kind, content)
  if (reason !== undefined) return { state: 'ignored', reason }
  const { id, isNew } = await insertArtifact(tx, key, file, userId)
  // Also of a content that is indexed: stacks may have waited for it under the new address.
  if (isNew || isRestarted)
    await addJob(tx, {
      kind: indexKind,
      line: 'builds',
      owner: `project ${projectId}`,
      payload: { projectId, sha256: key.sha256.toString('hex') },
      keepMs: keepIndexJobMs,
    })
  if (file.kind === 'minified_file') await storeInlineMap(tx, { projectId, userId }, file, content)
  return { state: isNew ? 'accepted' : 'duplicate', artifactId: id }
}

/** @returns why the content is of no use, known from a former upload; and whether it is to be indexed from the start */
async function storeContent(
  tx: Tx,
  key: ContentKey,
  kind: ArtifactKind,
  { size, writeOriginal, facts }: NewContent,
): Promise<{ reason?: ArtifactReason; isRestarted: boolean }> {
  const content = await holdContent(tx, key, size)
  const isMissing = content.isNew || content.state === 'evicted'
  if (isMissing) await writeOriginal(tx, key)
  if (kind !== 'source_map' && !isDebugFile(kind)) {
    if (isMissing || content.state === 'failed')
      await markStored(tx, key, {
        mapReference: facts?.mapReference ?? null,
        debugId: facts?.debugId ?? null,
        inlineMap: facts?.inlineMap ? sha256Of(facts.inlineMap) : null,
      })
    return { isRestarted: false }
  }
  const hasFailed = content.reason?.code === 'failed'
  if (!isMissing && !hasFailed && content.reason !== null)
    return { reason: toArtifactReason(content.reason), isRestarted: false }
  const isUnindexed = content.state === 'ready' && content.indexVersion === null
  const isRestarted = isMissing || hasFailed || isUnindexed
  if (isRestarted) await restartIndexing(tx, key)
  return { isRestarted }
}

/** Stores the map that a generated file holds like one that was uploaded beside it. */
async function storeInlineMap(
  tx: Tx,
  uploader: Uploader,
  file: FileDescription,
  { sha256, facts }: NewContent,
): Promise<void> {
  const map = { ...file, name: `${file.name}.map`.slice(-500), kind: 'source_map' } as const
  if (facts?.inlineMap) await storeArtifact(tx, uploader, map, bytesOf(facts.inlineMap))
  // The file was there already: its bytes are not at hand, and neither are those of its map.
  const known = facts === undefined ? await findInlineMap(tx, { projectId: uploader.projectId, sha256 }) : undefined
  if (known !== undefined)
    await insertArtifact(tx, { projectId: uploader.projectId, sha256: known }, map, uploader.userId)
}

/** Describes a content that is in memory. */
export function bytesOf(bytes: Buffer, facts?: CodeFacts): NewContent {
  return {
    sha256: sha256Of(bytes),
    size: bytes.length,
    writeOriginal: async (tx, key) => insertOriginal(tx, key, await compress(bytes)),
    ...(facts === undefined ? {} : { facts }),
  }
}

function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
