import { type AddDeployBody, limits, type ReleaseCommit } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { takeKeyLock } from '../../db/locks.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { Refusal } from '../../refusal.ts'

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
    sql<ReleaseRecord>`
      select r.version, r.dist, r.platform, r.url, r.started_at as "startedAt", r.released_at as "releasedAt",
             r.repository, r.commit, r.ref, r.previous, r.commits, r.recorded_at as "recordedAt",
             r.recorded_by as "recordedBy", u.name as "recordedByName"
        from release_records r left join users u on u.id = r.recorded_by
       where r.project_id = ${projectId} and r.version = ${version}`,
  )
  return rows[0]
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

export interface DeployRecord {
  id: number
  environment: string
  name: string | null
  url: string | null
  startedAt: Date | null
  finishedAt: Date
}

const deployColumns = sql`d.id, d.environment, d.name, d.url, d.started_at as "startedAt", d.finished_at as "finishedAt"`

/** The caller has recorded the release in the same transaction, which locks the deploys of the project. */
export async function insertDeploy(
  tx: Tx,
  { projectId, version }: { projectId: number; version: string },
  { environment, name, url, started_at, finished_at }: AddDeployBody,
): Promise<DeployRecord> {
  if ((await countDeploys(tx, projectId, version)) >= limits.deploys)
    throw new Refusal('validation_failed', {
      errors: { environment: [`the release has ${limits.deploys} deploys already`] },
    })
  const rows = await rowsOf(
    tx,
    sql<DeployRecord>`
      insert into release_deploys as d (project_id, version, environment, name, url, started_at, finished_at)
      values (${projectId}, ${version}, ${environment}, ${name ?? null}, ${url ?? null}, ${started_at ?? null},
              coalesce(${finished_at ?? null}::timestamptz, now()))
      returning ${deployColumns}`,
  )
  return rows[0]!
}

async function countDeploys(tx: Tx, projectId: number, version: string): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql<{ count: number }>`
      select count(*) as count from release_deploys d
       where d.project_id = ${projectId} and d.version = ${version}`,
  )
  return rows[0]!.count
}

export async function findDeploys(
  db: Queryable,
  projectId: number,
  version: string,
  limit: number,
): Promise<DeployRecord[]> {
  return rowsOf(
    db,
    sql<DeployRecord>`
      select ${deployColumns} from release_deploys d
       where d.project_id = ${projectId} and d.version = ${version} order by d.id desc limit ${limit}`,
  )
}

export interface UpdateRecord {
  updateId: string
  group: string | null
  runtimeVersion: string | null
  channel: string | null
  message: string | null
  createdAt: Date
}

/** Adds an Expo update to a release, or changes it. */
export async function putUpdate(
  tx: Tx,
  { projectId, version }: { projectId: number; version: string },
  { updateId, group, runtimeVersion, channel, message }: Omit<UpdateRecord, 'createdAt'>,
): Promise<void> {
  await execute(
    tx,
    sql`
      insert into release_updates as e (project_id, update_id, version, update_group, runtime_version, channel, message)
      values (${projectId}, ${updateId}, ${version}, ${group}, ${runtimeVersion}, ${channel}, ${message})
      on conflict (project_id, update_id) do update set
        version = excluded.version, update_group = coalesce(excluded.update_group, e.update_group),
        runtime_version = coalesce(excluded.runtime_version, e.runtime_version),
        channel = coalesce(excluded.channel, e.channel), message = coalesce(excluded.message, e.message)`,
  )
}

export async function findUpdates(
  db: Queryable,
  projectId: number,
  version: string,
  limit: number,
): Promise<UpdateRecord[]> {
  return rowsOf(
    db,
    sql<UpdateRecord>`
      select e.update_id as "updateId", e.update_group as "group", e.runtime_version as "runtimeVersion", e.channel,
             e.message, e.created_at as "createdAt"
        from release_updates e
       where e.project_id = ${projectId} and e.version = ${version} order by e.created_at desc, e.update_id
       limit ${limit}`,
  )
}
