import type { ArtifactReason } from '@bugle/protocol'
import { transactionTime } from '../../../db/clock.ts'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, type Fragment, rowsOf, sql } from '../../../db/sql.ts'
import type { IndexFailure } from '../content/index.ts'
import { type ChunkedFile, keepUploadHours } from './upload.ts'

const expiryFrom = (time: Fragment) => sql`${time} + make_interval(hours => ${keepUploadHours})`
const expiry = expiryFrom(sql`now()`)

export interface UploadKey {
  projectId: number
  uploadId: number
}

export interface UploadRecord {
  id: number
  bytes: number
  startedBy: string
  finishedAt: Date | null
  expiresAt: Date
}

const columns = sql`u.id, u.bytes, u.started_by as "startedBy", u.finished_at as "finishedAt", u.expires_at as "expiresAt"`

/** Extends the unfinished upload of a list of files, if there is one. */
export async function resumeUpload(tx: Tx, projectId: number, manifest: Buffer): Promise<UploadRecord | undefined> {
  const rows = await rowsOf(
    tx,
    sql<UploadRecord>`
      update uploads u set expires_at = ${expiry}
       where u.project_id = ${projectId} and u.manifest = ${manifest} and u.finished_at is null and u.expires_at > now()
      returning ${columns}`,
  )
  return rows[0]
}

/** Returns the number and the bytes of a project's unfinished uploads. */
export async function sumUnfinished(tx: Tx, projectId: number): Promise<{ uploads: number; bytes: number }> {
  const rows = await rowsOf(
    tx,
    sql<{ uploads: number; bytes: number }>`
      select count(*)::int4 as uploads, coalesce(sum(u.bytes), 0)::int8 as bytes from uploads u
       where u.project_id = ${projectId} and u.finished_at is null and u.expires_at > now()`,
  )
  return rows[0]!
}

export async function insertUpload(
  tx: Tx,
  { projectId, userId, manifest, bytes }: { projectId: number; userId: string; manifest: Buffer; bytes: number },
  files: ChunkedFile[],
): Promise<UploadRecord> {
  await execute(
    tx,
    sql`delete from uploads u
    where u.project_id = ${projectId} and u.manifest = ${manifest} and u.finished_at is null`,
  )
  const rows = await rowsOf(
    tx,
    sql<UploadRecord>`
      insert into uploads as u (project_id, manifest, bytes, started_by, expires_at)
      values (${projectId}, ${manifest}, ${bytes}, ${userId}, ${expiry}) returning ${columns}`,
  )
  const upload = rows[0]!
  const list = files.map(({ sha256, chunks, ...file }, number) => ({
    ...file,
    number,
    sha256: sha256.toString('hex'),
    chunks: chunks.map((chunk) => chunk.toString('hex')),
  }))
  await execute(
    tx,
    sql`
      insert into upload_files (project_id, upload_id, number, name, url, debug_id, release, dist, update_id, platform,
                                kind, size, sha256, chunks)
      select ${projectId}::int8, ${upload.id}::int8, f.number, f.name, f.url, f."debugId", f.release, f.dist, f."updateId",
             f.platform, f.kind, f.size, decode(f.sha256, 'hex'),
             array(select decode(h, 'hex') from unnest(f.chunks) with ordinality as t (h, n) order by n)
        from json_to_recordset(${JSON.stringify(list)}::json) as f
             (number int4, name text, url text, "debugId" text, release text, dist text, "updateId" text, platform text,
              kind text, size int8, sha256 text, chunks text[])`,
  )
  return upload
}

export async function findUpload(db: Queryable, { projectId, uploadId }: UploadKey): Promise<UploadRecord | undefined> {
  const rows = await rowsOf(
    db,
    sql<UploadRecord>`
      select ${columns} from uploads u
       where u.project_id = ${projectId} and u.id = ${uploadId} and u.expires_at > now()`,
  )
  return rows[0]
}

/** Finds an upload and locks it, so that it is finished once. */
export async function lockUpload(tx: Tx, { projectId, uploadId }: UploadKey): Promise<UploadRecord | undefined> {
  const rows = await rowsOf(
    tx,
    sql<UploadRecord>`
      select ${columns} from uploads u
       where u.project_id = ${projectId} and u.id = ${uploadId} and u.expires_at > now() for update`,
  )
  return rows[0]
}

/** Marks an upload as finished; it and its chunks are then kept for another day. */
export async function markFinished(tx: Tx, { projectId, uploadId }: UploadKey): Promise<void> {
  await execute(
    tx,
    sql`update uploads u set finished_at = now(), expires_at = ${expiry}
    where u.project_id = ${projectId} and u.id = ${uploadId}`,
  )
  await execute(
    tx,
    sql`update upload_chunks h set expires_at = ${expiry}
    where h.project_id = ${projectId} and h.sha256 = any(
      select unnest(f.chunks) from upload_files f
       where f.project_id = ${projectId} and f.upload_id = ${uploadId} and f.state = 'waiting')`,
  )
}

/** Asks for chunks, and returns those that were not received yet, in hex. */
export async function wantChunks(tx: Tx, projectId: number, chunks: string[]): Promise<Set<string>> {
  const time = await transactionTime(tx)
  const rows = await rowsOf(
    tx,
    sql<{ sha256: string; isMissing: boolean }>`
      insert into upload_chunks as h (project_id, sha256, expires_at)
      select distinct ${projectId}::int8, decode(s, 'hex'), ${expiryFrom(sql`${time}::timestamptz`)} from unnest(${chunks}::text[]) s order by 2
      on conflict (project_id, sha256) do update set expires_at = excluded.expires_at
      returning encode(h.sha256, 'hex') as sha256, h.bytes is null as "isMissing"`,
  )
  return new Set(rows.filter(({ isMissing }) => isMissing).map(({ sha256 }) => sha256))
}

/** Returns the state of a chunk; undefined if no upload asks for it. */
export async function findChunkState(
  db: Queryable,
  projectId: number,
  sha256: Buffer,
): Promise<'missing' | 'received' | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ isMissing: boolean }>`
      select h.bytes is null as "isMissing" from upload_chunks h
       where h.project_id = ${projectId} and h.sha256 = ${sha256} and h.expires_at > now()`,
  )
  if (rows[0] === undefined) return undefined
  return rows[0].isMissing ? 'missing' : 'received'
}

/** Stores a chunk, unless nobody waits for it any more. */
export async function storeChunk(db: Queryable, projectId: number, sha256: Buffer, bytes: Buffer): Promise<void> {
  await execute(
    db,
    sql`
      update upload_chunks h set bytes = ${bytes}, stored_bytes = ${bytes.length}
       where h.project_id = ${projectId} and h.sha256 = ${sha256} and h.bytes is null`,
  )
}

export async function findChunk(db: Queryable, projectId: number, sha256: Buffer): Promise<Buffer | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ bytes: Buffer | null }>`
      select h.bytes from upload_chunks h where h.project_id = ${projectId} and h.sha256 = ${sha256}`,
  )
  return rows[0]?.bytes ?? undefined
}

/** Lists the chunks that a waiting file of an upload needs and that were not received, in hex. */
export async function findMissingChunks(db: Queryable, { projectId, uploadId }: UploadKey): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ sha256: string }>`
      select distinct encode(c.sha256, 'hex') as sha256
        from upload_files f cross join unnest(f.chunks) as c (sha256)
        left join upload_chunks h on h.project_id = f.project_id and h.sha256 = c.sha256
        left join artifact_contents k on k.project_id = f.project_id and k.sha256 = f.sha256 and k.state <> 'evicted'
       where f.project_id = ${projectId} and f.upload_id = ${uploadId} and f.state = 'waiting'
         and h.bytes is null and k.sha256 is null`,
  )
  return rows.map(({ sha256 }) => sha256)
}

/** A file of an upload as its uploader sees it. */
export interface ProgressRecord {
  name: string
  sha256: Buffer
  state: 'waiting' | 'accepted' | 'duplicate' | 'ignored' | 'failed'
  artifactId: number | null
  reason: ArtifactReason | null
  contentState: 'indexing' | 'ready' | 'failed' | 'evicted' | null
  contentReason: IndexFailure | null
}

export async function findProgress(db: Queryable, { projectId, uploadId }: UploadKey): Promise<ProgressRecord[]> {
  return rowsOf(
    db,
    sql<ProgressRecord>`
      select f.name, f.sha256, f.state, f.artifact_id as "artifactId", f.reason, c.state as "contentState",
             c.reason as "contentReason"
        from upload_files f
        left join artifact_contents c
          on c.project_id = f.project_id and c.sha256 = f.sha256 and f.state in ('accepted', 'duplicate')
       where f.project_id = ${projectId} and f.upload_id = ${uploadId} order by f.number`,
  )
}

/** A file of a finished upload that is not stored yet. */
export interface WaitingFile extends ChunkedFile {
  number: number
}

/** Returns the first file of an upload that is not stored yet, and locks it. */
export async function lockWaitingFile(tx: Tx, { projectId, uploadId }: UploadKey): Promise<WaitingFile | undefined> {
  const rows = await rowsOf(
    tx,
    sql<WaitingFile>`
      select f.number, f.name, f.url, f.debug_id as "debugId", f.release, f.dist, f.update_id as "updateId", f.platform,
             f.kind, f.size, f.sha256, f.chunks
        from upload_files f
       where f.project_id = ${projectId} and f.upload_id = ${uploadId} and f.state = 'waiting'
       order by f.number limit 1 for update`,
  )
  return rows[0]
}

export async function markFile(
  tx: Tx,
  { projectId, uploadId }: UploadKey,
  number: number,
  {
    state,
    artifactId = null,
    reason = null,
  }: { state: ProgressRecord['state']; artifactId?: number | null; reason?: ArtifactReason | null },
): Promise<void> {
  await execute(
    tx,
    sql`update upload_files f
       set state = ${state}, artifact_id = ${artifactId}, reason = ${reason && JSON.stringify(reason)}::json
     where f.project_id = ${projectId} and f.upload_id = ${uploadId} and f.number = ${number}`,
  )
}

/** Deletes the chunks of an upload that no file waits for any more. */
export async function deleteUsedChunks(db: Queryable, { projectId, uploadId }: UploadKey): Promise<void> {
  await execute(
    db,
    sql`
      delete from upload_chunks h
       where h.project_id = ${projectId} and h.sha256 = any(
           select unnest(f.chunks) from upload_files f where f.project_id = ${projectId} and f.upload_id = ${uploadId})
         and not exists (
           select 1 from upload_files w
             join uploads u on u.project_id = w.project_id and u.id = w.upload_id and u.expires_at > now()
            where w.project_id = h.project_id and w.state = 'waiting' and h.sha256 = any(w.chunks))`,
  )
}

/** Deletes uploads and chunks whose day is over. */
export async function forgetOldUploads(db: Queryable): Promise<void> {
  await execute(db, sql`delete from uploads u where u.expires_at < now()`)
  await execute(
    db,
    sql`delete from upload_files f
      where not exists (select 1 from uploads u where u.project_id = f.project_id and u.id = f.upload_id)`,
  )
  await execute(db, sql`delete from upload_chunks h where h.expires_at < now()`)
}
