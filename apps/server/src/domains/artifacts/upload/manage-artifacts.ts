import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type ArtifactReason, limits, toProjectId, type UploadedFile } from '@bugle/protocol'
import { type Database, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { recordAudit } from '../../accounts/index.ts'
import type { ObjectPayloads } from '../../objects/index.ts'
import { type AuditActor, recordProjectAudit } from '../../organizations/index.ts'
import {
  type ArtifactRecord,
  deleteArtifactRow,
  deleteUnusedContent,
  findArtifact,
  hasOriginal,
  isStored,
  kindOf,
  listArtifacts,
  lockContent,
  notUsable,
  readOriginal,
  type Uploader,
} from '../content/index.ts'
import type { TakesSpace } from './artifact-space.ts'
import { type CodeFacts, inspectCode } from './inspect-code.ts'
import type { SentFile } from './read-upload.ts'
import { bytesOf, storeArtifact } from './store-artifact.ts'

/**
 * Stores the files of an upload form, each in a transaction of its own: a file that is ignored does not affect the
 * others.
 */
export async function storeFiles(
  db: Database,
  uploader: Uploader,
  files: SentFile[],
  space: TakesSpace,
): Promise<UploadedFile[]> {
  const outcomes: UploadedFile[] = []
  for (const file of files) outcomes.push(await storeFile(db, uploader, file, space))
  return outcomes
}

/** Stores a file that is in memory, or says why not. */
export async function storeFile(
  db: Database,
  uploader: Uploader,
  file: SentFile,
  space: TakesSpace,
): Promise<UploadedFile> {
  const { name, bytes } = file
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const ignored = (reason: ArtifactReason): UploadedFile => ({
    name,
    sha256,
    state: 'ignored',
    artifact_id: null,
    reason,
  })
  const kind = kindOf(file, bytes.subarray(0, headBytes))
  if (kind === undefined || bytes.length === 0) return ignored(notUsable(file, bytes.subarray(0, headBytes)))
  const key = { projectId: uploader.projectId, sha256: Buffer.from(sha256, 'hex') }
  if (!(await isStored(db, key)) && !(await space.take(key.projectId, bytes.length))) return ignored(storageFull)
  const facts = kind === 'minified_file' ? factsOf(file) : undefined
  const stored = await transaction(db, (tx) => storeArtifact(tx, uploader, { ...file, kind }, bytesOf(bytes, facts)))
  if (stored.state === 'ignored') return ignored(stored.reason)
  return { name, sha256, state: stored.state, artifact_id: stored.artifactId, reason: null }
}

function factsOf({ bytes, mapReference }: SentFile): CodeFacts {
  const facts = inspectCode(bytes, limits.artifactBytes)
  return mapReference == null || facts.inlineMap !== null ? facts : { ...facts, mapReference }
}

/** Bytes of a file that show its kind. */
export const headBytes = 1000

/** @throws Refusal `not_found` */
export async function deleteArtifact(
  db: Database,
  { projectId, userId }: Uploader,
  id: number,
  auditActor: AuditActor,
): Promise<void> {
  const artifact = await findArtifact(db, projectId, id)
  if (artifact === undefined || !(await deleteOne(db, projectId, artifact))) throw new Refusal('not_found')
  await recordUse(db, { projectId, userId }, auditActor, 'artifact.deleted', artifact)
}

/**
 * Opens an artifact as it was uploaded.
 *
 * @throws Refusal `not_found`, or `payload_unavailable` if the original was evicted
 */
export async function openOriginal(
  { db, objects }: { db: Database; objects: ObjectPayloads },
  { projectId, userId }: Uploader,
  id: number,
  auditActor: AuditActor,
): Promise<{ name: string; stream: Readable }> {
  const artifact = await findArtifact(db, projectId, id)
  if (artifact === undefined) throw new Refusal('not_found')
  const key = { projectId, sha256: artifact.sha256 }
  if (!(await hasOriginal(db, key)))
    throw new Refusal('payload_unavailable', { message: 'The original was removed to stay within the disk budget.' })
  await recordUse(db, { projectId, userId }, auditActor, 'artifact.downloaded', artifact)
  const stream = pipeline(Readable.from(readOriginal({ db, objects }, key)), createGunzip(), () => {})
  return { name: artifact.name.split(/[/\\]/).at(-1) || 'artifact', stream }
}

/** Records it in the history of the account and of the organization. */
async function recordUse(
  db: Database,
  { projectId, userId }: Uploader,
  auditActor: AuditActor,
  action: 'artifact.deleted' | 'artifact.downloaded',
  { name, release }: ArtifactRecord,
): Promise<void> {
  const details = { name: name.slice(0, 200), release }
  const project = toProjectId(projectId)
  await transaction(db, async (tx) => {
    await recordAudit(tx, { userId, action, origin: auditActor.origin, details: { project, ...details } })
    await recordProjectAudit(tx, projectId, auditActor, action, details)
  })
}

/** Deletes the artifacts of a release, each in a transaction of its own; returns their number. */
export async function deleteArtifactsOf(db: Database, projectId: number, release: string): Promise<number> {
  for (let count = 0; ; ) {
    const some = await listArtifacts(db, projectId, { release, limit: 100 })
    if (some.length === 0) return count
    for (const artifact of some) if (await deleteOne(db, projectId, artifact)) count++
  }
}

/** @returns whether it was there */
function deleteOne(db: Database, projectId: number, { id, sha256 }: { id: number; sha256: Buffer }): Promise<boolean> {
  return transaction(db, async (tx) => {
    const key = { projectId, sha256 }
    await lockContent(tx, key)
    const wasThere = await deleteArtifactRow(tx, projectId, id)
    await deleteUnusedContent(tx, key)
    return wasThere
  })
}

export const storageFull: ArtifactReason = {
  code: 'storage_full',
  sentence: 'The disk budget of artifacts is exhausted. Delete old ones, or raise BUGLE_ARTIFACT_DISK.',
}
