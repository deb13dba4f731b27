import type { AlertThreshold } from '@bugle/protocol'
import { limits } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { type Fragment, rowsOf, sql } from '../../db/sql.ts'

/** Asks how many events or people an issue has in the window of a threshold. */
export interface AmountQuestion {
  issueId: string
  threshold: AlertThreshold
}

/**
 * Returns how many events the window of each question has now, by the time at which they occurred, up to the threshold: each
 * counts at least once, so that no more of them are read than the threshold has. Zero for an issue that is not open.
 */
export function findEvents(
  db: Queryable,
  projectId: number,
  questions: readonly AmountQuestion[],
): Promise<readonly number[]> {
  return findAmounts(db, projectId, questions, { amount: sql`sum(x.repeat)`, most: sql`q.count` })
}

/** Returns how many people the newest 10,000 events in the window of each question have. Zero for an issue that is not open. */
export function findPeople(
  db: Queryable,
  projectId: number,
  questions: readonly AmountQuestion[],
): Promise<readonly number[]> {
  const most = sql`${limits.alertThreshold}::int4`
  return findAmounts(db, projectId, questions, { amount: sql`count(distinct x.user_key)`, most })
}

async function findAmounts(
  db: Queryable,
  projectId: number,
  questions: readonly AmountQuestion[],
  { amount, most }: { amount: Fragment; most: Fragment },
): Promise<readonly number[]> {
  if (questions.length === 0) return []
  const rows = await rowsOf(
    db,
    sql<{ nth: number; amount: number }>`
      select q.nth, a.amount
        from unnest(
            ${questions.map(({ issueId }) => issueId)}::uuid[], ${questions.map(({ threshold }) => threshold.count)}::int4[],
            ${questions.map(({ threshold }) => threshold.minutes)}::int4[])
            with ordinality as q (issue_id, count, minutes, nth)
          join issue_stats s on s.project_id = ${projectId} and s.issue_id = q.issue_id and s.status = 'unresolved'
          cross join lateral (
            select coalesce(${amount}, 0)::int8 as amount
              from (
                select e.repeat, e.user_key
                  from groups g cross join lateral (
                    select n.repeat, n.user_key from events n
                     where n.group_id = g.group_id and n.project_id = g.project_id
                       and n.occurred_at > now() - make_interval(mins => q.minutes)
                     order by n.occurred_at desc, n.event_id desc limit ${most}) as e
                 where g.project_id = ${projectId} and g.issue_id = s.issue_id) as x) as a`,
  )
  const amounts = new Array<number>(questions.length).fill(0)
  for (const { nth, amount: found } of rows) amounts[nth - 1] = found
  return amounts
}

/** Returns how many events these issues have had in all, as far as they are open. */
export async function findTotals(
  db: Queryable,
  projectId: number,
  issueIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf(
    db,
    sql<{ issueId: string; total: number }>`
      select s.issue_id as "issueId", s.event_count as total from issue_stats s
       where s.project_id = ${projectId} and s.issue_id = any(${issueIds}::uuid[]) and s.status = 'unresolved'`,
  )
  return new Map(rows.map(({ issueId, total }) => [issueId, total]))
}

/** Returns open issues with events in the last hours, the newest first. */
export async function findRecentIssues(
  db: Queryable,
  projectIds: readonly number[],
  { hours, limit }: { hours: number; limit: number },
): Promise<{ projectId: number; issueId: string }[]> {
  return rowsOf(
    db,
    sql<{ projectId: number; issueId: string }>`
      select s.project_id as "projectId", s.issue_id as "issueId" from issue_stats s
       where s.project_id = any(${projectIds}::int8[]) and s.status = 'unresolved'
         and s.last_seen_at > now() - make_interval(hours => ${hours})
       order by s.last_seen_at desc limit ${limit}`,
  )
}

/** Returns which of these issues are open. */
export async function findOpen(db: Queryable, projectId: number, issueIds: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf(
    db,
    sql<{ issueId: string }>`
      select s.issue_id as "issueId" from issue_stats s
       where s.project_id = ${projectId} and s.issue_id = any(${issueIds}::uuid[]) and s.status = 'unresolved'`,
  )
  return new Set(rows.map(({ issueId }) => issueId))
}

/** An issue that occurs in a release. */
export interface InRelease {
  issueId: string
  release: string
}

/**
 * Returns which of these open issues occur in their newest release since today or yesterday, and occurred in another one before:
 * a new issue is none.
 */
export async function findFirstInRelease(
  db: Queryable,
  projectId: number,
  issueIds: readonly string[],
): Promise<InRelease[]> {
  return rowsOf(
    db,
    sql<InRelease>`
      select n.issue_id as "issueId", r.version as release
        from (
          select distinct on (g.issue_id) g.issue_id, gs.last_release_id as release_id
            from issue_stats s
              join groups g on g.project_id = s.project_id and g.issue_id = s.issue_id
              join group_stats gs on gs.project_id = g.project_id and gs.group_id = g.group_id
           where s.project_id = ${projectId} and s.issue_id = any(${issueIds}::uuid[]) and s.status = 'unresolved'
           order by g.issue_id, gs.last_seen_at desc) as n
        join releases r on r.project_id = ${projectId} and r.id = n.release_id and r.version <> ''
       where exists (
           select 1 from groups g join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id
            where g.project_id = ${projectId} and g.issue_id = n.issue_id and d.release_id >= 0 and d.release_id <> n.release_id)
         and not exists (
           select 1 from groups g join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id
            where g.project_id = ${projectId} and g.issue_id = n.issue_id and d.release_id = n.release_id
              and d.day < (now() at time zone 'UTC')::date - 1)`,
  )
}
