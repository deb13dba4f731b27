import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { buildIndex, indexVersion, MapRefusal } from '@bugle/symbols'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { hourMs } from '../../time.ts'
import { HopelessJob, type JobHandler } from '../jobs/index.ts'
import { type ContentKey, normalizeDebugId } from './artifact.ts'
import { findArtifactsOf } from './artifact-store.ts'
import { keysOfArtifact } from './awaited-file.ts'
import { deletePages, findContent, insertPage, markFailed, markReady, readOriginal } from './content-store.ts'

/** Kind of the job that indexes a content. */
export const indexKind = 'index_artifact'
export const keepIndexJobMs = 48 * hourMs

/** A map that ends the worker, or never ends, is given up after this many attempts. */
const maxAttempts = 5

export interface ArtifactJobDeps {
  db: Kysely<Schema>
  /** Called with the keys of awaited files once their maps can be read; again after a crash. */
  onReady: (projectId: number, fileKeys: Buffer[]) => Promise<void>
}

/** Creates the handlers of this domain's jobs. */
export function artifactJobs({ db, onReady }: ArtifactJobDeps): Record<string, JobHandler> {
  let last: Promise<unknown> = Promise.resolve()
  return {
    [indexKind]: ({ projectId, sha256 }: { projectId: number; sha256: string }, { attempts }) => {
      const key = { projectId, sha256: Buffer.from(sha256, 'hex') }
      // One at a time: an index takes a second of CPU for some 40 MB of maps.
      const own = last
        .then(() => indexContent(db, key, attempts))
        .then(async () => onReady(projectId, await findFileKeys(db, key)))
      last = own.catch(() => {})
      return own
    },
  }
}

async function findFileKeys(db: Kysely<Schema>, key: ContentKey): Promise<Buffer[]> {
  return (await findArtifactsOf(db, key)).flatMap(keysOfArtifact)
}

/** Builds the index of a content. A second run, after a crash, begins again. */
async function indexContent(db: Kysely<Schema>, key: ContentKey, attempts: number): Promise<void> {
  const content = await findContent(db, key)
  if (content?.state !== 'indexing') return
  if (attempts > maxAttempts) {
    await markFailed(db, key, { code: 'failed', step: 'indexing' })
    throw new HopelessJob(`indexing was attempted ${maxAttempts} times`)
  }
  await deletePages(db, key)
  try {
    const original = pipeline(Readable.from(readOriginal(db, key)), createGunzip(), () => {})
    const built = await buildIndex(original, (page, bytes) => insertPage(db, key, page, bytes))
    const { bytes, sources, sourcesWithText } = built
    const debugId = normalizeDebugId(built.debugId)
    await markReady(db, key, { bytes, version: indexVersion, debugId, sources, sourcesWithText })
  } catch (error) {
    if (!(error instanceof MapRefusal)) throw error
    await deletePages(db, key)
    await markFailed(db, key, error.refused)
  }
}
