import type { Queryable } from '../../../db/database.ts'
import { rowsOf, sql, typed } from '../../../db/sql.ts'
import { groupHours, groupsOfIssue, totalId } from '../../counters/index.ts'

interface Key {
  projectId: number
  issueId: string
}

/** An issue is compared with the issues of its project seen last; older ones rarely relate to it. */
const comparedIssues = 2000
/** Number of issues that supply the usual distribution of tags, and number of keys to compare. */
const usualIssues = 50
const comparedKeys = 10

export interface SimilarRow {
  issueId: string
  sameType: boolean
  sameCulprit: boolean
  /** From 0 to 1, by the trigrams of the first 300 characters. */
  message: number
  score: number
}

/** Returns similar issues of the same project, the most similar first. */
export async function findSimilar(db: Queryable, { projectId, issueId }: Key, limit: number): Promise<SimilarRow[]> {
  const rows = await rowsOf<SimilarRow>(
    db,
    sql`with own as (select i.type, i.culprit, left(i.message, 300) as message from issues i
                   where i.project_id = ${projectId} and i.issue_id = ${issueId}),
          recent as (select s.issue_id from issue_stats s
                      where s.project_id = ${projectId} and s.issue_id <> ${issueId} order by s.last_seen_at desc limit ${comparedIssues}),
          compared as (select i.issue_id, i.type = o.type as same_type, coalesce(i.culprit = o.culprit, false) as same_culprit,
                              similarity(left(i.message, 300), o.message)::float8 as message
                         from recent r join issues i on i.project_id = ${projectId} and i.issue_id = r.issue_id cross join own o)
     select c.issue_id as "issueId", c.same_type as "sameType", c.same_culprit as "sameCulprit", c.message,
            0.5 * c.message + 0.3 * c.same_culprit::int + 0.2 * c.same_type::int as score
       from compared c
      where c.message >= 0.5 or c.same_culprit and (c.same_type or c.message >= 0.3)
      order by score desc, c.issue_id limit ${limit}`,
  )
  return rows
}

export interface Rates {
  /** Events in the last 24 hours, the current one included. */
  lastDay: number
  /** Events in the 13 days before. */
  before: number
  /** The last hour with events before a given moment, if there is one. */
  quietFrom: Date | null
}

/** Returns the recent rates of an issue, from its hourly counters. */
export async function findRates(
  db: Queryable,
  { projectId, issueId }: Key,
  hour: Date,
  regressedAt: Date | null,
): Promise<Rates> {
  const groups = groupsOfIssue(typed(projectId, 'int8'), typed(issueId, 'uuid'))
  const current = typed(hour, 'timestamptz')
  const quiet = groupHours(groups, { until: sql`date_trunc('hour', ${regressedAt}::timestamptz, 'UTC')` })
  const [rates] = await rowsOf(
    db,
    sql<Rates>`select coalesce(sum(h.event_count) filter (where h.hour > l.hour - 24), 0)::int8 as "lastDay",
            coalesce(sum(h.event_count) filter (where h.hour <= l.hour - 24), 0)::int8 as before,
            (select to_timestamp(max(o.hour) * 3600.0) from (${quiet}) as o)
              as "quietFrom"
       from (${groupHours(groups, { since: sql`${current} - interval '335 hours'` })}) as h,
            (select (extract(epoch from ${current}) / 3600)::int4 as hour) as l`,
  )
  return rates!
}

/** Returns when a release was first seen, by its name. */
export async function findReleaseSeen(db: Queryable, projectId: number, version: string): Promise<Date | undefined> {
  const rows = await rowsOf<{ first_seen_at: Date }>(
    db,
    sql`select r.first_seen_at from releases r where r.project_id = ${projectId} and r.version = ${version}`,
  )
  return rows[0]?.first_seen_at
}

/** How often a value occurs in an issue, and how often it is usual. */
export interface Compared {
  key: string
  value: string
  count: number
  total: number
  usualCount: number
  usualTotal: number
}

/**
 * Compares the most common tag values of an issue with those of the other issues seen last. Bounded: ten keys, three
 * values of each, fifty issues, each with the hundred values that are counted individually.
 */
export async function compareTags(db: Queryable, { projectId, issueId }: Key): Promise<Compared[]> {
  const rows = await rowsOf<Compared>(
    db,
    sql`with own as (
       select t.key, t.value, sum(t.event_count) as count, sum(sum(t.event_count)) over (partition by t.key) as total,
              row_number() over (partition by t.key order by t.value = '', sum(t.event_count) desc, t.value) as rank
         from groups g join group_tags t on t.project_id = g.project_id and t.group_id = g.group_id
        where g.project_id = ${projectId} and g.issue_id = ${issueId} group by t.key, t.value),
     keys as materialized (select o.key from own o group by o.key order by max(o.total) desc, o.key limit ${comparedKeys}),
     others as materialized (
       select g.group_id
         from (select s.issue_id from issue_stats s where s.project_id = ${projectId} and s.issue_id <> ${issueId}
                order by s.last_seen_at desc limit ${usualIssues}) as s
         join groups g on g.project_id = ${projectId} and g.issue_id = s.issue_id limit 4 * ${usualIssues}::int),
     usual as materialized (
       select t.key, t.value, sum(t.event_count) as count, sum(sum(t.event_count)) over (partition by t.key) as total
         from others o cross join keys k
         join group_tags t on t.project_id = ${projectId} and t.group_id = o.group_id and t.key = k.key
        group by t.key, t.value)
     select o.key, o.value, o.count::int8 as count, o.total::int8 as total,
            coalesce((select u.count from usual u where u.key = o.key and u.value = o.value), 0)::int8 as "usualCount",
            coalesce((select max(u.total) from usual u where u.key = o.key), 0)::int8 as "usualTotal"
       from own o join keys k on k.key = o.key
      where o.rank <= 3 and o.value <> ''`,
  )
  return rows
}

/** Compares releases, environments and platforms of the last 24 hours with those of the whole project. */
export async function compareHours(db: Queryable, { projectId, issueId }: Key, hour: Date): Promise<Compared[]> {
  const rows = await rowsOf<Compared>(
    db,
    sql`with own as materialized (
       select d.release_id, d.environment_id, d.platform, sum(h.count) as count
         from groups g
         join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id
          and d.day >= ((${hour}::timestamptz - interval '23 hours') at time zone 'UTC')::date
         cross join lateral (
               select sum(d.hours[n]) as count from generate_subscripts(d.hours, 1) as n
                where d.day + n * interval '1 hour' > (${hour}::timestamptz - interval '24 hours') at time zone 'UTC') as h
        where g.project_id = ${projectId} and g.issue_id = ${issueId} and d.release_id <> ${sql.lit(totalId)} and h.count is not null
        group by 1, 2, 3),
     usual as materialized (
       select h.release_id, h.environment_id, h.platform, sum(h.event_count) as count
         from project_hourly h where h.project_id = ${projectId} and h.hour > ${hour}::timestamptz - interval '24 hours' group by 1, 2, 3),
     sides as (
       select 'release' as key, o.release_id as value, o.count, true as is_own from own o
       union all select 'release', u.release_id, u.count, false from usual u
       union all select 'environment', o.environment_id, o.count, true from own o
       union all select 'environment', u.environment_id, u.count, false from usual u
       union all select 'platform', o.platform, o.count, true from own o
       union all select 'platform', u.platform, u.count, false from usual u),
     sums as (
       select s.key, s.value, coalesce(sum(s.count) filter (where s.is_own), 0) as own,
              coalesce(sum(s.count) filter (where not s.is_own), 0) as usual
         from sides s group by s.key, s.value),
     totals as (
       select s.*, sum(s.own) over (partition by s.key) as own_total, sum(s.usual) over (partition by s.key) as usual_total
         from sums s)
     select t.key, coalesce(r.version, e.name, t.value::text) as value, t.own::int8 as count, t.own_total::int8 as total,
            -- The usual share is that of the other issues.
            greatest(t.usual - t.own, 0)::int8 as "usualCount", greatest(t.usual_total - t.own_total, 0)::int8 as "usualTotal"
       from totals t
       left join releases r on t.key = 'release' and r.project_id = ${projectId} and r.id = t.value
       left join environments e on t.key = 'environment' and e.project_id = ${projectId} and e.id = t.value
      where t.own > 0 and (t.key = 'platform' or t.value > 0)`,
  )
  return rows
}
