import { createHash } from 'node:crypto'
import type { ArtifactKind } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { findUserNames } from '../../accounts/index.ts'
import type { ContentKey, FileDescription, IndexFailure } from './artifact.ts'

export interface ArtifactRecord {
  id: number
  sha256: Buffer
  kind: ArtifactKind
  name: string
  url: string
  debugId: string | null
  buildId: string | null
  release: string | null
  dist: string | null
  updateId: string | null
  platform: string | null
  uploadedAt: Date
  uploadedBy: string
  uploadedByName: string | null
  lastUsedAt: Date | null
  size: number
  storedBytes: number
  state: 'indexing' | 'ready' | 'failed' | 'evicted'
  reason: IndexFailure | null
  sources: number | null
  sourcesWithText: number | null
}

const columns = sql`a.id, a.sha256, a.kind, a.name, a.url, coalesce(a.debug_id, c.debug_id) as "debugId", c.build_id as "buildId", a.release,
  a.dist, a.update_id as "updateId", a.platform, a.uploaded_at as "uploadedAt", a.uploaded_by as "uploadedBy",
  a.last_used_at as "lastUsedAt", c.size, c.stored_bytes as "storedBytes", c.state, c.reason,
  c.source_count as sources, c.sources_with_text as "sourcesWithText"`
const from = sql`from artifacts a
  join artifact_contents c on c.project_id = a.project_id and c.sha256 = a.sha256`

type Row = Omit<ArtifactRecord, 'uploadedByName'>

/** Adds the names of accounts, whose tables may be on another server. */
async function withNames(db: Queryable, rows: readonly Row[]): Promise<ArtifactRecord[]> {
  const names = await findUserNames(
    db,
    rows.map((row) => row.uploadedBy),
  )
  return rows.map((row) => ({ ...row, uploadedByName: names.get(row.uploadedBy) ?? null }))
}

/** Returns the key by which addresses are looked up: an index entry has no room for a long address. */
export function urlHashOf(url: string): Buffer {
  return createHash('sha256').update(url).digest()
}

/** Adds an artifact, or finds the equal one. The caller holds its content. */
export async function insertArtifact(
  tx: Tx,
  { projectId, sha256 }: ContentKey,
  { kind, name, url, debugId, release, dist, updateId, platform }: FileDescription & { kind: ArtifactKind },
  userId: string,
): Promise<{ id: number; isNew: boolean }> {
  const rows = await rowsOf(
    tx,
    sql<{ id: number; isNew: boolean }>`
      insert into artifacts as a
             (project_id, sha256, kind, name, url, url_hash, debug_id, release, dist, update_id, platform, uploaded_by)
      values (${projectId}, ${sha256}, ${kind}, ${name}, ${url}, ${urlHashOf(url)}, ${debugId}, ${release}, ${dist},
              ${updateId}, ${platform}, ${userId})
      on conflict (project_id, sha256, url_hash, debug_id, release, dist, update_id, platform)
        do update set name = excluded.name
      returning a.id, a.xmax = 0 as "isNew"`,
  )
  return rows[0]!
}

/** Lists the artifacts of a project, the latest first. */
export async function listArtifacts(
  db: Queryable,
  projectId: number,
  {
    before = null,
    limit,
    release = null,
    debugId = null,
  }: { before?: number | null; limit: number; release?: string | null; debugId?: string | null },
): Promise<ArtifactRecord[]> {
  const rows = await rowsOf(
    db,
    sql<Row>`
      select ${columns} ${from}
       where a.project_id = ${projectId} and (${before}::int8 is null or a.id < ${before})
         and (${release}::text is null or a.release = ${release})
         and (${debugId}::text is null or coalesce(a.debug_id, c.debug_id) = ${debugId})
       order by a.id desc limit ${limit}`,
  )
  return withNames(db, rows)
}

export async function findArtifact(db: Queryable, projectId: number, id: number): Promise<ArtifactRecord | undefined> {
  const rows = await rowsOf(
    db,
    sql<Row>`
      select ${columns} ${from} where a.project_id = ${projectId} and a.id = ${id}`,
  )
  return (await withNames(db, rows))[0]
}

/** @returns whether it was there */
export async function deleteArtifactRow(tx: Tx, projectId: number, id: number): Promise<boolean> {
  const found = await execute(
    tx,
    sql`
      delete from artifacts a where a.project_id = ${projectId} and a.id = ${id} returning 1`,
  )
  return found > 0
}

/** The uses that an artifact was uploaded for, by which stacks wait for it. */
export interface ArtifactUse {
  kind: ArtifactKind
  url: string
  release: string | null
  debugIds: (string | null)[]
  buildId: string | null
}

/** Returns what the artifacts of a content were uploaded for. */
export async function findArtifactsOf(db: Queryable, { projectId, sha256 }: ContentKey): Promise<ArtifactUse[]> {
  return rowsOf(
    db,
    sql<ArtifactUse>`
      select a.kind, a.url, a.release, array[a.debug_id, c.debug_id] as "debugIds", c.build_id as "buildId"
        from artifacts a join artifact_contents c on c.project_id = a.project_id and c.sha256 = a.sha256
       where a.project_id = ${projectId} and a.sha256 = ${sha256}`,
  )
}

/** Returns the kind that a content was uploaded as. */
export async function findKindOf(db: Queryable, { projectId, sha256 }: ContentKey): Promise<ArtifactKind | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ kind: ArtifactKind }>`
      select a.kind from artifacts a
       where a.project_id = ${projectId} and a.sha256 = ${sha256} order by a.id limit 1`,
  )
  return rows[0]?.kind
}
