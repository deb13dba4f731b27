import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { Use } from '../../../lib/fair-share.ts'
import { findLasting } from '../../projects/index.ts'
import { type ContentKey, deleteOriginal } from '../content/index.ts'

/**
 * Returns what counts against the budget of artifacts: of each project its files, their rows and the chunks of unfinished
 * uploads; of each account or organization the chunks that its tools have sent, whose project is not known yet.
 *
 * @param keepsAccounts whether the server has the accounts, and the chunks of tools beside them
 */
export async function measureArtifacts(db: Queryable, { keepsAccounts }: { keepsAccounts: boolean }): Promise<Use[]> {
  const ofProjects = await rowsOf<ProjectBytes>(
    db,
    sql`with parts (project_id, bytes) as (
          select c.project_id, sum(c.stored_bytes + ${contentRowBytes}) as bytes from artifact_contents c group by c.project_id
           union all
          select a.project_id, count(*) * ${artifactRowBytes} from artifacts a group by a.project_id
           union all
          select h.project_id, sum(h.stored_bytes) from upload_chunks h group by h.project_id)
        select x.project_id as owner, sum(x.bytes)::int8 as bytes from parts x group by x.project_id`,
  )
  const uses = await withOrganizations(db, ofProjects)
  return keepsAccounts ? [...uses, ...(await measureToolChunks(db))] : uses
}

async function measureToolChunks(db: Queryable): Promise<Use[]> {
  const uses = await rowsOf<{ owner: string; bytes: number }>(
    db,
    sql`select k.user_id as owner, sum(octet_length(k.bytes))::int8 as bytes from sentry_chunks k group by k.user_id`,
  )
  return uses.map((use) => ({ ...use, organizationId: use.owner }))
}

interface ProjectBytes {
  owner: number
  bytes: number
}

/** Adds the organizations of projects; those that are erased meanwhile are left out. */
async function withOrganizations(db: Queryable, uses: readonly ProjectBytes[]): Promise<Use[]> {
  const projects = await findLasting(
    db,
    uses.map(({ owner }) => owner),
  )
  return uses.flatMap((use) => {
    const organizationId = projects.get(use.owner)?.organizationId
    return organizationId === undefined ? [] : [{ ...use, organizationId }]
  })
}

/** Bytes of the rows of a content and of an artifact, with their index entries. */
const contentRowBytes = sql.lit(300)
const artifactRowBytes = sql.lit(700)

/** Returns the stored bytes of each project that has any, all of which can be evicted. */
export async function findArtifactUses(db: Queryable): Promise<Use[]> {
  const uses = await rowsOf<ProjectBytes>(
    db,
    sql`select c.project_id as owner, sum(c.stored_bytes)::int8 as bytes from artifact_contents c
         where c.stored_bytes > 0 group by c.project_id`,
  )
  return withOrganizations(db, uses)
}

/** Releases that are evicted last: the newest of each platform. */
export const keptReleases = 3

/** Originals of files that have an index, whole contents, and those of the newest releases as well. */
export type EvictedPart = 'originals' | 'contents' | 'newest'

/** A content that may be evicted. */
export interface Evictable extends ContentKey {
  storedBytes: number
}

/** Finds contents of a project that may be evicted as a part, those unused for longest first. */
export function findEvictable(
  db: Queryable,
  projectId: number,
  part: EvictedPart,
  limit: number,
): Promise<Evictable[]> {
  const hasOriginal = sql`exists (select 1 from artifact_originals o
    where o.project_id = c.project_id and o.sha256 = c.sha256)`
  return rowsOf<Evictable>(
    db,
    sql`
      with uploaded as (
        select a.release, a.platform, max(a.uploaded_at) as at from artifacts a
         where a.project_id = ${projectId} and a.release is not null group by a.release, a.platform),
      ranked as (
        select u.release, row_number() over (partition by u.platform order by u.at desc, u.release) as rank
          from uploaded u),
      kept as (select r.release from ranked r where r.rank <= ${keptReleases})
      select c.project_id as "projectId", c.sha256, c.stored_bytes as "storedBytes"
        from artifact_contents c
        left join lateral (
          select max(greatest(a.last_used_at, a.uploaded_at)) as used_at,
                 bool_or(a.release in (select k.release from kept k)) as is_kept, bool_or(a.kind = 'source') as is_source
            from artifacts a where a.project_id = c.project_id and a.sha256 = c.sha256) as f on true
       where c.project_id = ${projectId} and c.stored_bytes > 0 and c.state in ('ready', 'failed') ${part === 'newest' ? sql`` : sql`and f.is_kept is not true`}
         ${part === 'originals' ? sql`and f.is_source is not true and ${hasOriginal}` : sql``}
       order by f.used_at nulls first, c.sha256 limit ${limit}`,
  )
}

/** Deletes an original whose index stays; returns the bytes that it had. */
export async function evictOriginal(tx: Tx, key: ContentKey): Promise<number> {
  const bytes = await deleteOriginal(tx, key)
  await execute(
    tx,
    sql`update artifact_contents c set stored_bytes = greatest(0, c.stored_bytes - ${bytes})
      where c.project_id = ${key.projectId} and c.sha256 = ${key.sha256}`,
  )
  return bytes
}

/** Deletes what is stored of a content; its row says so. Returns the bytes that it had. */
export async function evictContent(tx: Tx, key: ContentKey): Promise<number> {
  const { projectId, sha256 } = key
  const rows = await rowsOf<{ bytes: number }>(
    tx,
    sql`select c.stored_bytes as bytes from artifact_contents c
      where c.project_id = ${projectId} and c.sha256 = ${sha256} and c.state in ('ready', 'failed') for update`,
  )
  if (rows[0] === undefined) return 0
  await deleteOriginal(tx, key)
  await execute(tx, sql`delete from artifact_index_pages p where p.project_id = ${projectId} and p.sha256 = ${sha256}`)
  await execute(tx, sql`delete from artifact_functions f where f.project_id = ${projectId} and f.sha256 = ${sha256}`)
  await execute(
    tx,
    sql`update artifact_contents c set state = 'evicted', reason = null, index_version = null, stored_bytes = 0
      where c.project_id = ${projectId} and c.sha256 = ${sha256}`,
  )
  return rows[0].bytes
}
