import type { AlertThreshold } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'

/** A change that a rule would have sent. */
export interface PastChange {
  projectId: number
  issueId: string
  trigger: 'issue.new' | 'issue.regressed' | 'issue.events'
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
      select s.project_id as "projectId", s.issue_id as "issueId", 'issue.new' as trigger, s.first_seen_at as at
        from issue_stats s
       where s.project_id = any(${projectIds}::int8[]) and s.first_seen_at > now() - make_interval(days => ${days})
       order by s.first_seen_at desc limit ${most}`,
  )
}

export function findPastRegressed(db: Queryable, projectIds: readonly number[], days: number): Promise<PastChange[]> {
  return rowsOf(
    db,
    sql<PastChange>`
      select a.project_id as "projectId", a.issue_id as "issueId", 'issue.regressed' as trigger, a.occurred_at as at
        from issue_activity a
       where a.project_id = any(${projectIds}::int8[]) and a.kind = 'regressed'
         and a.occurred_at > now() - make_interval(days => ${days})
       order by a.occurred_at desc limit ${most}`,
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
      select b.project_id as "projectId", b.issue_id as "issueId", 'issue.events' as trigger, b.occurred_at as at
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
