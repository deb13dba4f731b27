import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { MapRefusal } from '@bugle/symbols'
import type { Database, Queryable } from '../../../db/database.ts'
import { hourMs } from '../../../lib/time.ts'
import { HopelessJob, type JobHandler } from '../../jobs/index.ts'
import type { ObjectPayloads } from '../../objects/index.ts'
import {
  type ContentKey,
  deletePages,
  findArtifactsOf,
  findContent,
  findKindOf,
  indexedKindOf,
  insertPage,
  markFailed,
  markReady,
  normalizeDebugId,
  readOriginal,
} from '../content/index.ts'
import { keysOfArtifact } from '../matching/index.ts'
import type { MapIndexer } from './map-indexer.ts'

/** Kind of the job that indexes a content. */
export const indexKind = 'index_artifact'
export const keepIndexJobMs = 48 * hourMs

/** A map that ends the worker, or never ends, is given up after this many attempts. */
const maxAttempts = 5

export interface ArtifactJobDeps {
  db: Database
  objects: ObjectPayloads
  indexer: Pick<MapIndexer, 'build'>
  /** Called with the keys of awaited files once their maps can be read; again after a crash. */
  onReady: (projectId: number, fileKeys: Buffer[]) => Promise<void>
}

/** Creates the handlers of this domain's jobs. */
export function artifactJobs({ db, objects, indexer, onReady }: ArtifactJobDeps): Record<string, JobHandler> {
  return {
    [indexKind]: async ({ projectId, sha256 }: { projectId: number; sha256: string }, { attempts }) => {
      const key = { projectId, sha256: Buffer.from(sha256, 'hex') }
      await indexContent({ db, objects, indexer }, key, attempts)
      await onReady(projectId, await findFileKeys(db, key))
    },
  }
}

async function findFileKeys(db: Queryable, key: ContentKey): Promise<Buffer[]> {
  return (await findArtifactsOf(db, key)).flatMap(keysOfArtifact)
}

/** Builds the index of a content. A second run, after a crash, begins again. */
async function indexContent(
  { db, objects, indexer }: Pick<ArtifactJobDeps, 'db' | 'objects' | 'indexer'>,
  key: ContentKey,
  attempts: number,
): Promise<void> {
  const content = await findContent(db, key)
  if (content?.state !== 'indexing') return
  if (attempts > maxAttempts) {
    await markFailed(db, key, { code: 'failed', step: 'indexing' })
    throw new HopelessJob(`indexing was attempted ${maxAttempts} times`)
  }
  await deletePages(db, key)
  try {
    const original = pipeline(Readable.from(readOriginal({ db, objects }, key)), createGunzip(), () => {})
    const kind = indexedKindOf(await findKindOf(db, key))
    const built = await indexer.build(original, (page, bytes) => insertPage(db, key, page, bytes), kind)
    const { bytes, version, sources } = built
    const sourcesWithText = 'sourcesWithText' in built ? built.sourcesWithText : null
    const buildId = ('buildId' in built && built.buildId.toLowerCase()) || null
    const debugId = normalizeDebugId(built.debugId)
    await markReady(db, key, { bytes, version, debugId, buildId, sources, sourcesWithText })
  } catch (error) {
    if (!(error instanceof MapRefusal)) throw error
    await deletePages(db, key)
    await markFailed(db, key, error.refused)
  }
}
