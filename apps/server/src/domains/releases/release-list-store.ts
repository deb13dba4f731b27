import type { ArtifactKind } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { type Fragment, rowsOf, sql } from '../../db/sql.ts'

/** A release of events, of a record, or of both. */
export interface ListedRelease {
  version: string
  /** Number in the dictionary; null without events. */
  id: number | null
  firstSeenAt: Date
  /** Microseconds of `firstSeenAt`: the list is sorted by it. */
  position: number
  lastSeenAt: Date | null
  count: number
  newIssues: number
  regressedIssues: number
  environments: string[]
  deploys: { environment: string; finished_at: string }[]
  artifacts: number
  isRecorded: boolean
  dist: string | null
  platform: string | null
  releasedAt: Date | null
  commit: string | null
}

/** Position in the list: by the time at which a release was first seen, then by version. */
export interface ReleasePosition {
  at: number
  version: string
}

/** All releases of a project with the time at which Bugle learned of each. */
const known = (projectId: number) => sql`
  select k.version, min(k.at) as at, (extract(epoch from min(k.at)) * 1000000)::int8 as position, max(k.id) as id
    from (select r.version, r.first_seen_at as at, r.id from releases r where r.project_id = ${projectId}
          union all
          select d.version, d.recorded_at, null from release_records d where d.project_id = ${projectId}) k
   group by k.version`

/** Issues whose first event is of each release: of the groups of an issue, the one seen first counts. */
const newIssueCounts = (projectId: number) => sql`
  select c.first_release_id as release_id, count(distinct g.issue_id)::int4 as count
    from group_stats c
    join groups g on g.project_id = c.project_id and g.group_id = c.group_id
   where c.project_id = ${projectId} and c.first_release_id = any(array(select p.id from page p where p.id is not null))
     and not exists (
       select 1 from groups h
         join group_stats e on e.project_id = h.project_id and e.group_id = h.group_id
        where h.project_id = g.project_id and h.issue_id = g.issue_id
          and (e.first_seen_at, e.group_id) < (c.first_seen_at, c.group_id))
   group by c.first_release_id`

const shownOfRelease = 5

/** Environments of the events of a release `p`. */
const environmentsOf = (projectId: number) => sql`array(
               select e.name from environments e
                where e.project_id = ${projectId} and e.id = any(h.environment_ids) order by e.name limit ${sql.lit(shownOfRelease)})`

/** The newest deploys of a release `p`. */
const deploysOf = (projectId: number) => sql`coalesce((
               select json_agg(json_build_object('environment', n.environment, 'finished_at', n.finished_at) order by n.finished_at)
                 from (select d.environment, d.finished_at from release_deploys d
                        where d.project_id = ${projectId} and d.version = p.version
                        order by d.id desc limit ${sql.lit(shownOfRelease)}) n), '[]')`

/** Lists the releases of a project, the one seen first last. */
export async function findReleases(
  db: Queryable,
  projectId: number,
  { before, limit }: { before: ReleasePosition | undefined; limit: number },
): Promise<ListedRelease[]> {
  return listed(
    db,
    projectId,
    before === undefined
      ? sql`order by k.position desc, k.version desc limit ${limit}`
      : sql`where (k.position, k.version) < (${before.at}::int8, ${before.version}::text)
            order by k.position desc, k.version desc limit ${limit}`,
  )
}

export async function findRelease(
  db: Queryable,
  projectId: number,
  version: string,
): Promise<ListedRelease | undefined> {
  const [release] = await listed(db, projectId, sql`where k.version = ${version}`)
  return release
}

async function listed(db: Queryable, projectId: number, which: ReturnType<typeof sql>): Promise<ListedRelease[]> {
  return rowsOf(
    db,
    sql<ListedRelease>`
      with page as materialized (select k.* from (${known(projectId)}) k ${which}),
      hours as (
        select y.release_id, max(y.hour) as last_hour, sum(y.event_count) as count,
               array_agg(distinct y.environment_id) as environment_ids from project_hourly y
         where y.project_id = ${projectId} and y.release_id = any(array(select p.id from page p where p.id is not null))
         group by y.release_id),
      files as (
        select a.release, count(*) as count from artifacts a
         where a.project_id = ${projectId} and a.release = any(array(select p.version from page p)) group by a.release),
      brought as (${newIssueCounts(projectId)}),
      returned as (
        select a.details ->> 'release' as version, count(distinct a.issue_id)::int4 as count from issue_activity a
         where a.project_id = ${projectId} and a.kind = 'regressed'
           and a.details ->> 'release' = any(array(select p.version from page p))
         group by 1)
      select p.version, p.id, p.at as "firstSeenAt", p.position, h.last_hour as "lastSeenAt",
             coalesce(h.count, 0)::int8 as count, coalesce(b.count, 0) as "newIssues", coalesce(w.count, 0) as "regressedIssues",
             ${environmentsOf(projectId)} as environments, ${deploysOf(projectId)} as deploys,
             coalesce(f.count, 0)::int8 as artifacts, d.version is not null as "isRecorded", d.dist, d.platform,
             d.released_at as "releasedAt", d.commit
        from page p
        left join release_records d on d.project_id = ${projectId} and d.version = p.version
        left join hours h on h.release_id = p.id
        left join files f on f.release = p.version
        left join brought b on b.release_id = p.id
        left join returned w on w.version = p.version
       order by p.position desc, p.version desc`,
  )
}

/** Issues of a release: all of them counted, and those with most events. */
export interface FoundIssues {
  count: number
  issueIds: string[]
}

/** Finds the issues whose first event is of a release. */
export async function findNewIssues(
  db: Queryable,
  projectId: number,
  releaseId: number,
  limit: number,
): Promise<FoundIssues> {
  const issues = sql`
    select distinct g.issue_id
      from group_stats c
      join groups g on g.project_id = c.project_id and g.group_id = c.group_id
     where c.project_id = ${projectId} and c.first_release_id = ${releaseId}
       and not exists (
         select 1 from groups h
           join group_stats e on e.project_id = h.project_id and e.group_id = h.group_id
          where h.project_id = g.project_id and h.issue_id = g.issue_id
            and (e.first_seen_at, e.group_id) < (c.first_seen_at, c.group_id))`
  return findMostFrequent(db, projectId, issues, limit)
}

/** Finds the issues that reopened in an hour in which a release was the newest to report them. */
export async function findRegressedIssues(
  db: Queryable,
  projectId: number,
  { releaseId, firstSeenAt }: { releaseId: number; firstSeenAt: Date },
  limit: number,
): Promise<FoundIssues> {
  const issues = sql`
    select distinct a.issue_id from issue_activity a
     where a.project_id = ${projectId} and a.kind = 'regressed' and a.occurred_at >= ${firstSeenAt}
       and ${releaseId}::int4 = (
         select d.release_id from groups g
           join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id
           join releases r on r.project_id = d.project_id and r.id = d.release_id
          where g.project_id = a.project_id and g.issue_id = a.issue_id
            and d.day = (a.occurred_at at time zone 'UTC')::date
            and d.hours[extract(hour from a.occurred_at at time zone 'UTC')::int4] > 0
          order by r.first_seen_at desc, r.id desc limit 1)`
  return findMostFrequent(db, projectId, issues, limit)
}

/** Counts issues that a query selects, and returns the most frequent of them. */
async function findMostFrequent(
  db: Queryable,
  projectId: number,
  issues: Fragment,
  limit: number,
): Promise<FoundIssues> {
  const rows = await rowsOf(
    db,
    sql<{ issueId: string; count: number }>`
      with found as (${issues})
      select s.issue_id as "issueId", count(*) over () as count
        from found f join issue_stats s on s.project_id = ${projectId} and s.issue_id = f.issue_id
       order by s.event_count desc, s.issue_id limit ${limit}`,
  )
  return { count: rows[0]?.count ?? 0, issueIds: rows.map(({ issueId }) => issueId) }
}

/** Sums the events of a release by day, the last days with events. */
export async function findDays(
  db: Queryable,
  projectId: number,
  releaseId: number,
  limit: number,
): Promise<{ day: string; count: number }[]> {
  const rows = await rowsOf(
    db,
    sql<{ day: string; count: number }>`
      select to_char(y.hour at time zone 'UTC', 'YYYY-MM-DD') as day, sum(y.event_count)::int8 as count
        from project_hourly y where y.project_id = ${projectId} and y.release_id = ${releaseId}
       group by 1 order by 1 desc limit ${limit}`,
  )
  return rows.reverse()
}

/** Sums the artifacts of a release by kind. */
export async function findArtifactSums(
  db: Queryable,
  projectId: number,
  version: string,
): Promise<{ kind: ArtifactKind; count: number; bytes: number }[]> {
  return rowsOf(
    db,
    sql<{ kind: ArtifactKind; count: number; bytes: number }>`
      select a.kind, count(*)::int4 as count, sum(c.size)::int8 as bytes
        from artifacts a join artifact_contents c on c.project_id = a.project_id and c.sha256 = a.sha256
       where a.project_id = ${projectId} and a.release = ${version} group by a.kind order by a.kind`,
  )
}

/** Finds the release that was seen before another one. */
export async function findReleaseBefore(
  db: Queryable,
  projectId: number,
  position: ReleasePosition,
): Promise<ListedRelease | undefined> {
  const [release] = await findReleases(db, projectId, { before: position, limit: 1 })
  return release
}
