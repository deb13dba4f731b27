import type { ArtifactKind } from '@bugle/protocol'
import type { Queryable } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { ContentKey, IndexFailure } from '../content/index.ts'
import { urlHashOf } from '../content/index.ts'

/** An artifact that a frame may belong to. */
export interface MatchRecord {
  id: number
  kind: ArtifactKind
  sha256: Buffer
  url: string
  debugId: string | null
  release: string | null
  dist: string | null
  state: 'indexing' | 'ready' | 'failed' | 'evicted'
  reason: IndexFailure | null
  indexVersion: number | null
  /** The reference of a generated file to its map. */
  mapReference: string | null
}

const columns = sql`a.id, a.kind, a.sha256, a.url, coalesce(a.debug_id, c.debug_id) as "debugId", a.release, a.dist, c.state,
  c.reason, c.index_version as "indexVersion", c.map_reference as "mapReference"`
const from = sql`from artifacts a join artifact_contents c on c.project_id = a.project_id and c.sha256 = a.sha256`
const maxMatches = 500
const maxHints = 20

export async function hasArtifacts(db: Queryable, projectId: number): Promise<boolean> {
  const found = await execute(db, sql`select 1 from artifacts a where a.project_id = ${projectId} limit 1`)
  return found > 0
}

/** Finds the artifacts with these debug ids, the latest first. */
export async function findByDebugIds(db: Queryable, projectId: number, debugIds: string[]): Promise<MatchRecord[]> {
  if (debugIds.length === 0) return []
  return rowsOf(
    db,
    sql<MatchRecord>`
      select ${columns} ${from}
       where a.project_id = ${projectId} and a.id = any(array(
         select d.id from artifacts d where d.project_id = ${projectId} and d.debug_id = any(${debugIds}::text[])
         union all
         select d.id from artifact_contents e join artifacts d on d.project_id = e.project_id and d.sha256 = e.sha256
          where e.project_id = ${projectId} and e.debug_id = any(${debugIds}::text[]) and d.debug_id is null))
       order by a.id desc limit ${maxMatches}`,
  )
}

/** Finds the artifacts of an Expo update that a platform may run, the latest first. */
export async function findByUpdate(
  db: Queryable,
  projectId: number,
  updateId: string,
  platform: string | null,
): Promise<MatchRecord[]> {
  return rowsOf(
    db,
    sql<MatchRecord>`
      select ${columns} ${from}
       where a.project_id = ${projectId} and a.update_id = ${updateId}
         and (a.platform is null or a.platform = ${platform})
       order by a.id desc limit ${maxMatches}`,
  )
}

/** Finds maps and generated files by the last part of their addresses: of a release, then of all, the latest first. */
export async function findByBaseNames(
  db: Queryable,
  projectId: number,
  names: string[],
  release: string | null,
): Promise<MatchRecord[]> {
  const wanted = [...new Set(names)].filter((name) => name !== '')
  if (wanted.length === 0) return []
  return rowsOf(
    db,
    sql<MatchRecord>`
      select ${columns} ${from}
       where a.project_id = ${projectId} and a.base_name = any(${wanted}::text[]) and a.kind <> 'source'
       order by a.release is not distinct from ${release} desc, a.id desc limit ${maxMatches}`,
  )
}

type FoundSource = Pick<MatchRecord, 'id' | 'sha256' | 'url' | 'release'>

/** Finds sources by their addresses, or by the last two parts of them, in a release or in none, the latest first. */
export async function findSources(
  db: Queryable,
  projectId: number,
  release: string | null,
  { urls, tail }: { urls: string[]; tail: string | undefined },
): Promise<FoundSource[]> {
  return rowsOf(
    db,
    sql<FoundSource>`
      select a.id, a.sha256, a.url, a.release from artifacts a
       where a.project_id = ${projectId} and a.kind = 'source' and (a.release is null or a.release = ${release})
         and (a.url_hash = any(${urls.map(urlHashOf)}::bytea[])
              or a.base_name = ${tail?.split('/').at(-1) ?? ''} and a.path_tail = ${tail ?? ''})
       order by a.release nulls last, a.id desc limit 20`,
  )
}

/** Finds the artifacts of a release with these addresses, the latest first. */
export async function findByUrls(
  db: Queryable,
  projectId: number,
  urls: string[],
  release: string | null,
): Promise<MatchRecord[]> {
  if (urls.length === 0) return []
  return rowsOf(
    db,
    sql<MatchRecord>`
      select ${columns} ${from}
       where a.project_id = ${projectId} and a.url_hash = any(${urls.map(urlHashOf)}::bytea[])
         and a.release is not distinct from ${release} and a.kind <> 'source'
       order by a.id desc limit ${maxMatches}`,
  )
}

/** Finds a few artifacts of other releases with these addresses, the latest first. */
export async function findInOtherReleases(
  db: Queryable,
  projectId: number,
  urls: string[],
  release: string | null,
): Promise<Pick<MatchRecord, 'url' | 'release'>[]> {
  if (urls.length === 0) return []
  return rowsOf(
    db,
    sql<Pick<MatchRecord, 'url' | 'release'>>`
      select a.url, a.release from artifacts a
       where a.project_id = ${projectId} and a.url_hash = any(${urls.map(urlHashOf)}::bytea[])
         and a.release is distinct from ${release} and a.kind <> 'source'
       order by a.id desc limit ${maxHints}`,
  )
}

/** Reads a page of an index. */
export async function findPage(
  db: Queryable,
  { projectId, sha256 }: ContentKey,
  page: number,
): Promise<Buffer | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ bytes: Buffer }>`
      select p.bytes from artifact_index_pages p
       where p.project_id = ${projectId} and p.sha256 = ${sha256} and p.page = ${page}`,
  )
  return rows[0]?.bytes
}

/** Records that artifacts were used; a row is written at most once an hour. */
export async function markUsed(db: Queryable, projectId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await execute(
    db,
    sql`
      update artifacts a set last_used_at = date_trunc('hour', now())
       where a.project_id = ${projectId} and a.id = any(${ids}::int8[])
         and (a.last_used_at is null or a.last_used_at < now() - interval '1 hour')`,
  )
}
