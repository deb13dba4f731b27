import { type Database, type Queryable, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { addJob } from '../jobs/index.ts'
import {
  type BundleRecord,
  findBundle,
  findContentStates,
  findMissingChunks,
  insertBundle,
  type NewBundle,
} from './sentry-store.ts'
import { keepUnpackJobMs, unpackKind } from './unpack-bundle.ts'

/** The state of a bundle in the words of the tools. */
export interface Assembled {
  state: 'not_found' | 'created' | 'assembling' | 'ok' | 'error'
  missingChunks: string[]
  detail?: string
}

const sha1 = /^[0-9a-f]{40}$/
const maxChunks = 1024

/** Checks a list of sha1s of a request. */
export function toSha1s(value: unknown, field: string): string[] {
  const list = Array.isArray(value) ? value : []
  if (list.length > maxChunks || !list.every((one) => typeof one === 'string' && sha1.test(one)))
    throw new Refusal('validation_failed', { errors: { [field]: [`must be up to ${maxChunks} sha1s`] } })
  return list as string[]
}

/** Says which chunks of a bundle are missing; once all are there, a job stores its files. */
export async function assembleBundle(
  db: Database,
  bundle: NewBundle & { chunks: string[]; userId: string },
): Promise<Assembled> {
  const known = await findBundle(db, bundle)
  // The same mapping under another id is another file.
  if (known !== undefined && known.fileName === (bundle.fileName ?? null)) {
    const state = await stateOf(db, bundle.projectId, known)
    if (state !== undefined) return { ...state, missingChunks: [] }
  }
  const missingChunks = await findMissingChunks(db, bundle.userId, bundle.chunks)
  // Without chunks, a tool asks whether the bundle is there.
  if (missingChunks.length > 0 || bundle.chunks.length === 0) return { state: 'not_found', missingChunks }
  const chunks = bundle.chunks.map((chunk) => Buffer.from(chunk, 'hex'))
  await transaction(db, async (tx) => {
    const id = await insertBundle(tx, bundle, chunks, bundle.userId)
    await addJob(tx, {
      kind: unpackKind,
      line: 'builds',
      owner: `project ${bundle.projectId}`,
      payload: { projectId: bundle.projectId, id },
      keepMs: keepUnpackJobMs,
    })
  })
  return { state: 'created', missingChunks: [] }
}

/** @returns undefined if the bundle has to be sent again */
async function stateOf(
  db: Queryable,
  projectId: number,
  { state, detail, artifactIds }: BundleRecord,
): Promise<Omit<Assembled, 'missingChunks'> | undefined> {
  if (state === 'created') return { state: 'assembling' }
  if (state === 'failed') return { state: 'error', detail: detail ?? 'The bundle could not be stored.' }
  const contents = await findContentStates(db, projectId, artifactIds)
  if (contents.length < artifactIds.length || contents.includes('evicted')) return undefined
  if (contents.includes('indexing')) return { state: 'assembling' }
  const isUseless = contents.every((content) => content === 'failed')
  return isUseless ? { state: 'error', detail: 'None of the source maps of the bundle is valid.' } : { state: 'ok' }
}
