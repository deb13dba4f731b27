import type { AlertThreshold, AlertTrigger } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { type Fragment, rowsOf, sql } from '../../db/sql.ts'
import { isLoss } from '../outcomes/index.ts'
import { findLasting } from '../projects/index.ts'

/** A change that a rule would have sent. */
export interface PastChange {
  projectId: number
  /** Null for one that is about no issue. */
  issueId: string | null
  /** The release, monitor or feedback in the words of people; empty otherwise. */
  subject: string
  trigger: AlertTrigger
  at: Date
}

/** Changes of each trigger that are looked at, the newest first. */
const most = 2000
/** Events that are read in all, and at least of an issue. */
const mostRead = 20_000
const leastOfIssue = 1000

/**
 * Returns how many of the largest issues are looked at, and how many of the newest events of each: enough to find the threshold,
 * whatever it is.
 */
function boundsOf({ count }: AlertThreshold): { issues: number; events: number } {
  const events = Math.max(leastOfIssue, 2 * count)
  return { issues: Math.max(2, Math.floor(mostRead / events)), events }
}

export function findPastNew(db: Queryable, projectIds: readonly number[], days: number): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select s.project_id as "projectId", s.issue_id as "issueId", 'issue.new' as trigger, '' as subject, s.first_seen_at as at
        from issue_stats s
       where s.project_id = any(${projectIds}::int8[]) and s.first_seen_at > now() - make_interval(days => ${days})
       order by s.first_seen_at desc limit ${most}`,
  )
}

/** Changes of issues that their history keeps, by the kind of their entry. A snooze that ends by its time alone is no change. */
export const pastKinds = {
  'issue.reopened': 'snooze_ended',
  'issue.regressed': 'regressed',
  'issue.resolved': 'resolved',
  'issue.assigned': 'assigned',
  'issue.commented': 'commented',
} as const satisfies Partial<Record<AlertTrigger, string>>

export function findPastEntries(
  db: Queryable,
  projectIds: readonly number[],
  trigger: keyof typeof pastKinds,
  days: number,
): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select a.project_id as "projectId", a.issue_id as "issueId", ${trigger}::text as trigger, '' as subject, a.occurred_at as at
        from issue_activity a
       where a.project_id = any(${projectIds}::int8[]) and a.kind = ${pastKinds[trigger]}
         and a.occurred_at > now() - make_interval(days => ${days}) and a.details ->> 'by' is distinct from 'time'
       order by a.occurred_at desc limit ${most}`,
  )
}

export function findPastFeedback(db: Queryable, projectIds: readonly number[], days: number): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select f.project_id as "projectId", null::uuid as "issueId", 'feedback.new' as trigger, left(f.message, 300) as subject,
             f.created_at as at
        from feedback f
       where f.project_id = any(${projectIds}::int8[]) and f.created_at > now() - make_interval(days => ${days})
       order by f.created_at desc limit ${most}`,
  )
}

export function findPastReleases(db: Queryable, projectIds: readonly number[], days: number): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select r.project_id as "projectId", null::uuid as "issueId", 'release.new' as trigger, r.version as subject,
             r.first_seen_at as at
        from releases r
       where r.project_id = any(${projectIds}::int8[]) and r.version <> ''
         and r.first_seen_at > now() - make_interval(days => ${days})
       order by r.first_seen_at desc limit ${most}`,
  )
}

/** Returns the check-ins of monitors that turned: missed or failed after one that was well, or well after such a one. */
export function findPastTurns(
  db: Queryable,
  projectIds: readonly number[],
  trigger: 'monitor.missed' | 'monitor.failed' | 'monitor.recovered',
  days: number,
): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select t.project_id as "projectId", null::uuid as "issueId", ${trigger}::text as trigger, t.slug || ' ' || t.environment as subject,
             t.started_at as at
        from (
          select c.*, case c.status when 'ok' then 'recovered' when 'missed' then 'missed' else 'failed' end as turn,
                 lag(c.status) over (partition by c.project_id, c.slug, c.environment order by c.started_at) as before
            from check_ins c
           where c.project_id = any(${projectIds}::int8[]) and c.status <> 'in_progress'
             and c.started_at > now() - make_interval(days => ${days})) as t
       where 'monitor.' || t.turn = ${trigger} and (t.status = 'ok') is distinct from (coalesce(t.before, 'ok') = 'ok')
       order by t.started_at desc limit ${most}`,
  )
}

/** Returns the hours that were far above the mean of the same hour of the four weeks before, as far as they are known. */
export async function findPastSpikes(
  db: Queryable,
  projectIds: readonly number[],
  { count, times }: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  const projects = [...(await findLasting(db, projectIds))]
  return rowsOf(
    db,
    sql<PastChange>`
      with hours as (
        select h.project_id, h.hour, sum(h.event_count)::float8 as events from project_hourly h
         where h.project_id = any(${projectIds}::int8[]) and h.hour > now() - make_interval(days => ${days} + 28)
         group by 1, 2)
      select n.project_id as "projectId", null::uuid as "issueId", 'project.spike' as trigger, '' as subject, n.hour as at
        from hours n join unnest(
          ${projects.map(([id]) => id)}::int8[], ${projects.map(([, { createdAt }]) => createdAt)}::timestamptz[])
            as j (id, created_at) on j.id = n.project_id
        cross join lateral (
          select greatest(0, least(4, floor(extract(epoch from n.hour - j.created_at) / 604800)))::float8 as weeks) as w
        cross join lateral (
          select coalesce(sum(u.events), 0) / nullif(w.weeks, 0) as events from hours u
           where u.project_id = n.project_id
             and u.hour = any(array(select n.hour - make_interval(days => 7 * k) from generate_series(1, 4) as k))) as u
       where n.hour > now() - make_interval(days => ${days}) and n.events >= ${count}
         and n.events >= u.events * ${times ?? 1}::float8
       order by n.hour desc limit ${most}`,
  )
}

/** Builds the newest events of each group of the issue `s`, which the index gives in this order: no others are read. */
function newestEvents(days: number, limit: number): Fragment {
  return sql`
    (select o.occurred_at, o.event_id, o.repeat, o.user_key
       from groups g cross join lateral (
         select n.occurred_at, n.event_id, n.repeat, n.user_key from events n
          where n.group_id = g.group_id and n.project_id = g.project_id and n.occurred_at > now() - make_interval(days => ${days})
          order by n.occurred_at desc, n.event_id desc limit ${limit}) as o
      where g.project_id = s.project_id and g.issue_id = s.issue_id)`
}

/** Returns when issues began to reach a threshold: each event with enough others before it that follows one without. */
export function findPastReached(
  db: Queryable,
  projectIds: readonly number[],
  threshold: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  const { count, minutes } = threshold
  const bounds = boundsOf(threshold)
  return rowsOf(
    db,
    sql<PastChange>`
      select b.project_id as "projectId", b.issue_id as "issueId", 'issue.events' as trigger, '' as subject, b.occurred_at as at
        from (
          select s.project_id, s.issue_id from issue_stats s
           where s.project_id = any(${projectIds}::int8[]) and s.event_count >= ${count}
             and s.last_seen_at > now() - make_interval(days => ${days})
           order by s.event_count desc limit ${bounds.issues}) as s
        cross join lateral (
          select r.*, lag(r.reaches, 1, false) over (order by r.occurred_at, r.event_id) as reached_before from (
            select s.project_id, s.issue_id, n.occurred_at, n.event_id, sum(n.repeat) over (
                     order by n.occurred_at range between make_interval(mins => ${minutes}) - interval '1 microsecond' preceding
                       and current row)
                     >= ${count} as reaches
              from (
                select e.occurred_at, e.event_id, e.repeat from ${newestEvents(days, bounds.events)} as e
                 order by e.occurred_at desc, e.event_id desc limit ${bounds.events}) as n) as r) as b
       where b.reaches and not b.reached_before
       order by b.occurred_at desc limit ${most}`,
  )
}

/**
 * Returns when issues began to have enough people. A person counts from an event on until the window after their last one has
 * passed: the changes of that number, summed over time, are the number at each time.
 */
export function findPastUsers(
  db: Queryable,
  projectIds: readonly number[],
  threshold: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  const { count, minutes } = threshold
  const bounds = boundsOf(threshold)
  return rowsOf(
    db,
    sql<PastChange>`
      select b.project_id as "projectId", b.issue_id as "issueId", 'issue.users' as trigger, '' as subject, b.at
        from (
          select s.project_id, s.issue_id from issue_stats s
           where s.project_id = any(${projectIds}::int8[]) and s.user_count >= ${count}
             and s.last_seen_at > now() - make_interval(days => ${days})
           order by s.user_count desc limit ${bounds.issues}) as s
        cross join lateral (
          select r.*, lag(r.reaches, 1, false) over (order by r.at) as reached_before from (
            select s.project_id, s.issue_id, c.at, sum(sum(c.change)) over (order by c.at) >= ${count} as reaches
              from (
                select e.user_key, e.occurred_at,
                       least(lead(e.occurred_at) over (partition by e.user_key order by e.occurred_at, e.event_id),
                             e.occurred_at + make_interval(mins => ${minutes})) as until
                  from (
                    select n.user_key, n.occurred_at, n.event_id from ${newestEvents(days, bounds.events)} as n
                     where n.user_key is not null
                     order by n.occurred_at desc, n.event_id desc limit ${bounds.events}) as e) as p
              cross join lateral (values (p.occurred_at, 1), (p.until, -1)) as c (at, change)
             group by c.at) as r) as b
       where b.reaches and not b.reached_before
       order by b.at desc limit ${most}`,
  )
}

/** Returns the hours in which known issues occurred in a release for the first time. */
export function findPastFirsts(db: Queryable, projectIds: readonly number[], days: number): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      with issues as (
        select s.project_id, s.issue_id from issue_stats s
         where s.project_id = any(${projectIds}::int8[]) and s.last_seen_at > now() - make_interval(days => ${days})
         order by s.last_seen_at desc limit ${mostKnown}
      ), firsts as (
        select i.project_id, i.issue_id, d.release_id,
               min(d.day::timestamp at time zone 'UTC' + make_interval(hours => d.first_hour)) as at
          from issues i
            join groups g on g.project_id = i.project_id and g.issue_id = i.issue_id
            join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id and d.release_id >= 0
         group by 1, 2, 3)
      select f.project_id as "projectId", f.issue_id as "issueId", 'issue.first_in_release' as trigger, '' as subject, f.at
        from firsts f join releases r on r.project_id = f.project_id and r.id = f.release_id and r.version <> ''
       where f.at > now() - make_interval(days => ${days})
         and exists (
           select 1 from firsts o where o.project_id = f.project_id and o.issue_id = f.issue_id and (o.at, o.release_id) < (f.at, f.release_id))
       order by f.at desc limit ${most}`,
  )
}

/** Issues that the history by releases is read of, the latest first. */
const mostKnown = 200

/** Returns when releases had brought enough new issues, soon enough after their first event. */
export function findPastNewIssues(
  db: Queryable,
  projectIds: readonly number[],
  { count, minutes }: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select n.project_id as "projectId", null::uuid as "issueId", 'release.new_issues' as trigger, n.version as subject, n.at
        from (
          select r.project_id, r.version, r.first_seen_at, i.first_seen_at as at,
                 row_number() over (partition by r.project_id, r.id order by i.first_seen_at, i.issue_id) as number
            from releases r
              cross join lateral (
                select distinct s.issue_id, s.first_seen_at from group_stats gs
                  join groups g on g.project_id = gs.project_id and g.group_id = gs.group_id
                  join issue_stats s on s.project_id = g.project_id and s.issue_id = g.issue_id
                 where gs.project_id = r.project_id and gs.first_release_id = r.id
                   and s.first_seen_at >= r.first_seen_at - interval '1 minute') as i
           where r.project_id = any(${projectIds}::int8[]) and r.version <> ''
             and r.first_seen_at > now() - make_interval(days => ${days}, mins => ${minutes})) as n
       where n.number = ${count} and n.at <= n.first_seen_at + make_interval(mins => ${minutes})
         and n.at > now() - make_interval(days => ${days})
       order by n.at desc limit ${most}`,
  )
}

/**
 * Returns hours after which a project had enough events in as many whole hours as the window has, and not an hour before. A
 * window of less than an hour cannot be told.
 */
export function findPastBusy(
  db: Queryable,
  projectIds: readonly number[],
  { count, minutes }: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  const before = Math.floor(minutes / 60) - 1
  const counts = sql`
    select h.project_id, h.hour, sum(h.event_count) as amount from project_hourly h
     where h.project_id = any(${projectIds}::int8[]) and h.hour > now() - make_interval(days => ${days}, hours => ${before} + 2)
     group by 1, 2`
  return findPastHours(db, { trigger: 'project.rate', projectIds, counts, days, before, count })
}

/** Returns the hours in which a project lost enough, by the hours that the rule counts as well. */
export function findPastLosing(
  db: Queryable,
  projectIds: readonly number[],
  { count, minutes }: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  const before = Math.floor(minutes / 60)
  const counts = sql`
    select o.project_id, o.hour, sum(o.event_count) as amount from outcomes o
     where o.project_id = any(${projectIds}::int8[]) and o.hour > now() - make_interval(days => ${days}, hours => ${before} + 2)
       and ${isLoss(sql`o`)}
     group by 1, 2`
  return findPastHours(db, { trigger: 'project.losing', projectIds, counts, days, before, count })
}

interface PastHours {
  trigger: AlertTrigger
  projectIds: readonly number[]
  /** Select of `project_id`, `hour` and `amount`. */
  counts: Fragment
  days: number
  /** Hours that count beside each. */
  before: number
  count: number
}

/** Returns hours that reach an amount together with those before them, where the hour before did not. */
function findPastHours(
  db: Queryable,
  { trigger, projectIds, counts, days, before, count }: PastHours,
): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select b.project_id as "projectId", null::uuid as "issueId", ${trigger}::text as trigger, '' as subject, b.hour as at
        from (
          select r.*, lag(r.reaches, 1, false) over (partition by r.project_id order by r.hour) as reached_before from (
            select p.id as project_id, t.hour, sum(coalesce(c.amount, 0)) over (
                     partition by p.id order by t.hour rows between ${before}::int8 preceding and current row) >= ${count} as reaches
              from unnest(${projectIds}::int8[]) as p (id)
                cross join generate_series(
                  date_trunc('hour', now() - make_interval(days => ${days}, hours => ${before} + 1)), now(), interval '1 hour') as t (hour)
                left join (${counts}) as c on c.project_id = p.id and c.hour = t.hour) as r) as b
       where b.reaches and not b.reached_before and b.hour > now() - make_interval(days => ${days})
       order by b.hour desc limit ${most}`,
  )
}

/** Returns when projects had been silent for long enough at the latest, by the hours in which they had events. */
export function findPastSilent(
  db: Queryable,
  projectIds: readonly number[],
  { minutes }: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select g.project_id as "projectId", null::uuid as "issueId", 'project.silent' as trigger, '' as subject, g.at
        from (
          select h.project_id, h.hour + make_interval(hours => 1, mins => ${minutes}) as at,
                 lead(h.hour, 1, now()) over (partition by h.project_id order by h.hour) as next
            from (
              select distinct y.project_id, y.hour from project_hourly y
               where y.project_id = any(${projectIds}::int8[])
                 and y.hour > now() - make_interval(days => ${days}, hours => 2, mins => ${minutes})) as h) as g
       where g.at <= g.next and g.at > now() - make_interval(days => ${days})
       order by g.at desc limit ${most}`,
  )
}

/** Releases whose sessions are read, those with most of them first. */
const mostReleases = 100

/** Returns the hours after which a release crashed too often, by the hours that the rule counts as well. */
export function findPastCrashing(
  db: Queryable,
  projectIds: readonly number[],
  { count, minutes, percent }: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  const before = Math.floor(minutes / 60)
  return rowsOf(
    db,
    sql<PastChange>`
      with hours as (
        select h.project_id, h.release, h.hour, sum(h.started) as started, sum(h.crashed) as crashed from session_hourly h
         where h.project_id = any(${projectIds}::int8[]) and h.hour > now() - make_interval(days => ${days}, hours => ${before} + 2)
         group by 1, 2, 3
      ), of_release as (
        select h.project_id, h.release from hours h group by 1, 2 having sum(h.started) >= ${count}
         order by sum(h.started) desc limit ${mostReleases}
      ), sums as (
        select r.project_id, r.release, t.hour, sum(coalesce(h.started, 0)) over w as started, sum(coalesce(h.crashed, 0)) over w as crashed
          from of_release r
            cross join generate_series(
              date_trunc('hour', now() - make_interval(days => ${days}, hours => ${before} + 1)), now(), interval '1 hour') as t (hour)
            left join hours h on h.project_id = r.project_id and h.release = r.release and h.hour = t.hour
        window w as (partition by r.project_id, r.release order by t.hour rows between ${before}::int8 preceding and current row)
      ), states as (
        select s.*, s.started >= ${count} and 100 * (1 - s.crashed::float8 / nullif(s.started, 0)) < ${percent ?? 100}::float8 as reaches
          from sums s)
      select b.project_id as "projectId", null::uuid as "issueId", 'release.crash_free' as trigger, b.release as subject, b.hour as at
        from (
          select s.*, lag(s.reaches, 1, false) over (partition by s.project_id, s.release order by s.hour) as reached_before
            from states s) as b
       where b.reaches and b.reached_before is not true and b.hour > now() - make_interval(days => ${days})
       order by b.hour desc limit ${most}`,
  )
}

export interface NamedIssue {
  issueId: string
  title: string
}

export function findTitles(
  db: Queryable,
  projectIds: readonly number[],
  issueIds: readonly string[],
): Promise<NamedIssue[]> {
  return rowsOf(
    db,
    sql<NamedIssue>`
      select i.issue_id as "issueId", left(i.type || case i.message when '' then '' else ': ' || i.message end, 300) as title
        from issues i where i.project_id = any(${projectIds}::int8[]) and i.issue_id = any(${issueIds}::uuid[])`,
  )
}
