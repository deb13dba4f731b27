import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'

const expiry = sql`now() + interval '24 hours'`

export async function insertChunk(db: Queryable, userId: string, sha1: Buffer, bytes: Buffer): Promise<void> {
  await execute(
    db,
    sql`
      insert into sentry_chunks as c (user_id, sha1, bytes, expires_at) values (${userId}, ${sha1}, ${bytes}, ${expiry})
      on conflict (user_id, sha1) do update set expires_at = excluded.expires_at`,
  )
}

export async function sumChunkBytes(db: Queryable, userId: string): Promise<number> {
  const rows = await rowsOf(
    db,
    sql<{ bytes: number }>`
      select coalesce(sum(octet_length(c.bytes)), 0)::int8 as bytes from sentry_chunks c
       where c.user_id = ${userId}`,
  )
  return rows[0]!.bytes
}

/** Returns those of the chunks that the account has not sent. */
export async function findMissingChunks(db: Queryable, userId: string, sha1s: string[]): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ sha1: string }>`
      select encode(c.sha1, 'hex') as sha1 from sentry_chunks c
       where c.user_id = ${userId} and c.sha1 = any(select decode(s, 'hex') from unnest(${sha1s}::text[]) s)`,
  )
  const known = new Set(rows.map(({ sha1 }) => sha1))
  return [...new Set(sha1s)].filter((sha1) => !known.has(sha1))
}

/** Returns the sizes of chunks in the order given; a missing one has none. */
export async function findChunkSizes(db: Queryable, userId: string, sha1s: Buffer[]): Promise<(number | null)[]> {
  const rows = await rowsOf(
    db,
    sql<{ bytes: number | null }>`
      select octet_length(c.bytes) as bytes from unnest(${sha1s}::bytea[]) with ordinality as w (sha1, n)
        left join sentry_chunks c on c.user_id = ${userId} and c.sha1 = w.sha1 order by w.n`,
  )
  return rows.map(({ bytes }) => bytes)
}

/** Reads a part of a chunk. */
export async function readChunkPart(
  db: Queryable,
  userId: string,
  sha1: Buffer,
  { from, length }: { from: number; length: number },
): Promise<Buffer | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ bytes: Buffer }>`
      select substring(c.bytes from ${from + 1}::int4 for ${length}::int4) as bytes from sentry_chunks c
       where c.user_id = ${userId} and c.sha1 = ${sha1}`,
  )
  return rows[0]?.bytes
}

export interface BundleKey {
  projectId: number
  id: number
}

export interface BundleRecord {
  id: number
  release: string | null
  dist: string | null
  sha1: Buffer
  chunks: Buffer[]
  uploadedBy: string
  state: 'created' | 'stored' | 'failed'
  detail: string | null
  artifactIds: number[]
  /** Name of a debug file that is sent by itself; null for a bundle. */
  fileName: string | null
  /** As the tool names the debug file by. */
  debugId: string | null
}

const columns = sql`b.id, b.release, b.dist, b.sha1, b.chunks, b.uploaded_by as "uploadedBy", b.state, b.detail,
  b.artifact_ids as "artifactIds", b.file_name as "fileName", b.debug_id as "debugId"`

export interface NewBundle {
  projectId: number
  sha1: Buffer
  release: string | null
  dist: string | null
  fileName?: string | null
  debugId?: string | null
}

export async function findBundle(
  db: Queryable,
  { projectId, sha1, release, dist }: NewBundle,
): Promise<BundleRecord | undefined> {
  const rows = await rowsOf(
    db,
    sql<BundleRecord>`
      select ${columns} from sentry_bundles b
       where b.project_id = ${projectId} and b.sha1 = ${sha1} and b.release is not distinct from ${release}
         and b.dist is not distinct from ${dist}`,
  )
  return rows[0]
}

export async function findBundleById(db: Queryable, { projectId, id }: BundleKey): Promise<BundleRecord | undefined> {
  const rows = await rowsOf(
    db,
    sql<BundleRecord>`
      select ${columns} from sentry_bundles b where b.project_id = ${projectId} and b.id = ${id}`,
  )
  return rows[0]
}

/** Adds a bundle, in place of one that failed or whose files were deleted; returns its number. */
export async function insertBundle(
  tx: Tx,
  { projectId, sha1, release, dist, fileName = null, debugId = null }: NewBundle,
  chunks: Buffer[],
  userId: string,
): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql<{ id: number }>`
      insert into sentry_bundles as b (project_id, sha1, release, dist, file_name, debug_id, chunks, uploaded_by, expires_at)
      values (${projectId}, ${sha1}, ${release}, ${dist}, ${fileName}, ${debugId}, ${chunks}::bytea[], ${userId}, ${expiry})
      on conflict (project_id, sha1, release, dist) do update set state = 'created', detail = null, artifact_ids = '{}',
        file_name = excluded.file_name, debug_id = excluded.debug_id, chunks = excluded.chunks, uploaded_by = excluded.uploaded_by, expires_at = excluded.expires_at
      returning b.id`,
  )
  return rows[0]!.id
}

export async function markBundle(
  db: Queryable,
  { projectId, id }: BundleKey,
  { state, detail = null, artifactIds = [] }: Pick<BundleRecord, 'state'> & Partial<BundleRecord>,
): Promise<void> {
  await execute(
    db,
    sql`update sentry_bundles b set state = ${state}, detail = ${detail}, artifact_ids = ${artifactIds}::int8[]
    where b.project_id = ${projectId} and b.id = ${id}`,
  )
}

/** Returns the states of the contents of artifacts; those that were deleted are left out. */
export async function findContentStates(db: Queryable, projectId: number, ids: number[]): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ state: string }>`
      select c.state from artifacts a
        join artifact_contents c on c.project_id = a.project_id and c.sha256 = a.sha256
       where a.project_id = ${projectId} and a.id = any(${ids}::int8[])`,
  )
  return rows.map(({ state }) => state)
}

/** Deletes chunks of an account that none of its bundles waits for. */
export async function deleteUsedChunks(db: Queryable, userId: string, chunks: Buffer[]): Promise<void> {
  const awaited = await rowsOf(
    db,
    sql<{ sha1: Buffer }>`
      select distinct w.sha1 from unnest(${chunks}::bytea[]) as w (sha1)
        join sentry_bundles b on b.uploaded_by = ${userId} and b.state = 'created' and w.sha1 = any(b.chunks)`,
  )
  const kept = new Set(awaited.map(({ sha1 }) => sha1.toString('hex')))
  const unused = chunks.filter((sha1) => !kept.has(sha1.toString('hex')))
  await execute(db, sql`delete from sentry_chunks c where c.user_id = ${userId} and c.sha1 = any(${unused}::bytea[])`)
}

/** Deletes bundles and chunks that have expired. */
export async function forgetOldBundles(db: Queryable): Promise<void> {
  await execute(db, sql`delete from sentry_bundles b where b.expires_at < now()`)
  await execute(db, sql`delete from sentry_chunks c where c.expires_at < now()`)
}
