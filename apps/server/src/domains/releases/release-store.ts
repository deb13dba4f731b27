import { limits, type ReleaseCommit } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { takeKeyLock } from '../../db/locks.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { Refusal } from '../../refusal.ts'
import { findUserNames } from '../accounts/index.ts'

/** Fields of a release that a build records; undefined leaves one as it is. */
export interface ReleaseFields {
  dist?: string | undefined
  platform?: string | undefined
  url?: string | undefined
  startedAt?: string | undefined
  releasedAt?: string | undefined
  repository?: string | undefined
  commit?: string | undefined
  ref?: string | undefined
  previous?: string | undefined
  commits?: ReleaseCommit[] | undefined
}

export interface ReleaseRecord {
  version: string
  dist: string | null
  platform: string | null
  url: string | null
  startedAt: Date | null
  releasedAt: Date | null
  repository: string | null
  commit: string | null
  ref: string | null
  previous: string | null
  commits: ReleaseCommit[]
  recordedAt: Date
  recordedBy: string
  recordedByName: string | null
}

/** Records a release, or changes the fields of one. */
export async function putRelease(
  tx: Tx,
  { projectId, version, userId }: { projectId: number; version: string; userId: string },
  fields: ReleaseFields,
): Promise<void> {
  const { dist, platform, url, startedAt, releasedAt, repository, commit, ref, previous, commits } = fields
  await takeKeyLock(tx, 'releases', `${projectId}`)
  if (await isFull(tx, projectId, version))
    throw new Refusal('validation_failed', {
      errors: { version: [`the project has ${limits.releases} releases; delete one first`] },
    })
  await execute(
    tx,
    sql`
      insert into release_records as r (project_id, version, dist, platform, url, started_at, released_at, repository,
                                        commit, ref, previous, commits, recorded_by)
      values (${projectId}, ${version}, ${dist ?? null}, ${platform ?? null}, ${url ?? null}, ${startedAt ?? null},
              ${releasedAt ?? null}, ${repository ?? null}, ${commit ?? null}, ${ref ?? null}, ${previous ?? null},
              ${JSON.stringify(commits ?? [])}::jsonb, ${userId})
      on conflict (project_id, version) do update set
        dist = coalesce(excluded.dist, r.dist), platform = coalesce(excluded.platform, r.platform),
        url = coalesce(excluded.url, r.url), started_at = coalesce(excluded.started_at, r.started_at),
        released_at = coalesce(excluded.released_at, r.released_at),
        repository = coalesce(excluded.repository, r.repository), commit = coalesce(excluded.commit, r.commit),
        ref = coalesce(excluded.ref, r.ref), previous = coalesce(excluded.previous, r.previous),
        commits = case when ${commits === undefined}::bool then r.commits else excluded.commits end`,
  )
}

async function isFull(tx: Tx, projectId: number, version: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql<{ isFull: boolean }>`
      select count(*) >= ${limits.releases} and not coalesce(bool_or(r.version = ${version}), false) as "isFull"
        from release_records r where r.project_id = ${projectId}`,
  )
  return rows[0]!.isFull
}

export async function findRecord(
  db: Queryable,
  projectId: number,
  version: string,
): Promise<ReleaseRecord | undefined> {
  const rows = await rowsOf(
    db,
    sql<Omit<ReleaseRecord, 'recordedByName'>>`
      select r.version, r.dist, r.platform, r.url, r.started_at as "startedAt", r.released_at as "releasedAt",
             r.repository, r.commit, r.ref, r.previous, r.commits, r.recorded_at as "recordedAt",
             r.recorded_by as "recordedBy" from release_records r
       where r.project_id = ${projectId} and r.version = ${version}`,
  )
  const [record] = rows
  if (record === undefined) return undefined
  const names = await findUserNames(db, [record.recordedBy])
  return { ...record, recordedByName: names.get(record.recordedBy) ?? null }
}

/** Deletes what was recorded of a release; returns whether there was anything. */
export async function deleteRecord(tx: Tx, projectId: number, version: string): Promise<boolean> {
  await execute(tx, sql`delete from release_deploys d where d.project_id = ${projectId} and d.version = ${version}`)
  await execute(tx, sql`delete from release_updates e where e.project_id = ${projectId} and e.version = ${version}`)
  const found = await execute(
    tx,
    sql`
      delete from release_records r where r.project_id = ${projectId} and r.version = ${version} returning 1`,
  )
  return found > 0
}
