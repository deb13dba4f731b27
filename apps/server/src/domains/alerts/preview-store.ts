import type { AlertThreshold, AlertTrigger } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'

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
/** Issues whose events are read, those with most events first, and how many of each. */
const mostIssues = 50
const mostEvents = 10_000

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

/** Changes of issues that their history keeps, by the kind of their entry. */
export const pastKinds = {
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
         and a.occurred_at > now() - make_interval(days => ${days})
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
export function findPastSpikes(
  db: Queryable,
  projectIds: readonly number[],
  { count, times }: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      with hours as (
        select h.project_id, h.hour, sum(h.event_count)::float8 as events from project_hourly h
         where h.project_id = any(${projectIds}::int8[]) and h.hour > now() - make_interval(days => ${days} + 28)
         group by 1, 2)
      select n.project_id as "projectId", null::uuid as "issueId", 'project.spike' as trigger, '' as subject, n.hour as at
        from hours n join projects j on j.id = n.project_id
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

/** Returns when issues began to reach a threshold: each event with enough others before it that follows one without. */
export function findPastReached(
  db: Queryable,
  projectIds: readonly number[],
  { count, minutes }: AlertThreshold,
  days: number,
): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select b.project_id as "projectId", b.issue_id as "issueId", 'issue.events' as trigger, '' as subject, b.occurred_at as at
        from (
          select s.project_id, s.issue_id from issue_stats s
           where s.project_id = any(${projectIds}::int8[]) and s.event_count >= ${count}
             and s.last_seen_at > now() - make_interval(days => ${days})
           order by s.event_count desc limit ${mostIssues}) as s
        cross join lateral (
          select r.*, lag(r.reaches, 1, false) over (order by r.occurred_at, r.event_id) as reached_before from (
            select s.project_id, s.issue_id, n.occurred_at, n.event_id, sum(n.repeat) over (
                     order by n.occurred_at range between make_interval(mins => ${minutes}) preceding and current row)
                     >= ${count} as reaches
              from (
                select e.occurred_at, e.event_id, e.repeat
                  from groups g join events e on e.group_id = g.group_id and e.project_id = g.project_id
                 where g.project_id = s.project_id and g.issue_id = s.issue_id
                   and e.occurred_at > now() - make_interval(days => ${days})
                 order by e.occurred_at desc, e.event_id desc limit ${mostEvents}) as n) as r) as b
       where b.reaches and not b.reached_before
       order by b.occurred_at desc limit ${most}`,
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
