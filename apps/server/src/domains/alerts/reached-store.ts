import type { AlertThreshold, AlertTrigger } from '@bugle/protocol'
import { limits } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { type Fragment, rowsOf, sql } from '../../db/sql.ts'

/** Builds the newest events of an issue since the beginning of a threshold's window, in time of their occurrence. */
function newestEvents(projectId: number, { minutes }: AlertThreshold, most: number): Fragment {
  return sql`
    (select e.repeat, e.user_key
       from groups g cross join lateral (
         select n.repeat, n.user_key from events n
          where n.group_id = g.group_id and n.project_id = g.project_id
            and n.occurred_at > now() - make_interval(mins => ${minutes})
          order by n.occurred_at desc, n.event_id desc limit ${most}) as e
      where g.project_id = ${projectId} and g.issue_id = s.issue_id)`
}

/**
 * Returns which open issues reach a threshold. Exactly: each event counts at least once, so that no more of them are read
 * than the threshold has. People are counted among the newest events.
 */
export async function findReached(
  db: Queryable,
  projectId: number,
  { issueIds, trigger, threshold }: { issueIds: readonly string[]; trigger: AlertTrigger; threshold: AlertThreshold },
): Promise<Set<string>> {
  const ofPeople = trigger === 'issue.users'
  const newest = newestEvents(projectId, threshold, ofPeople ? limits.alertThreshold : threshold.count)
  const amount = ofPeople ? sql`count(distinct x.user_key)` : sql`sum(x.repeat)`
  const rows = await rowsOf(
    db,
    sql<{ issueId: string }>`
      select s.issue_id as "issueId" from issue_stats s
       where s.project_id = ${projectId} and s.issue_id = any(${issueIds}::uuid[]) and s.status = 'unresolved'
         and s.event_count >= ${ofPeople ? 1 : threshold.count}
         and (select ${amount} from ${newest} as x) >= ${threshold.count}`,
  )
  return new Set(rows.map(({ issueId }) => issueId))
}

/** Returns open issues with events in the last hours, the newest first, in projects that a rule with one of these triggers speaks of. */
export async function findRecentIssues(
  db: Queryable,
  triggers: readonly AlertTrigger[],
  { hours, limit }: { hours: number; limit: number },
): Promise<{ projectId: number; issueId: string }[]> {
  return rowsOf(
    db,
    sql<{ projectId: number; issueId: string }>`
      select s.project_id as "projectId", s.issue_id as "issueId"
        from projects p join issue_stats s on s.project_id = p.id
       where p.deleted_at is null and s.status = 'unresolved' and s.last_seen_at > now() - make_interval(hours => ${hours})
         and exists (
           select from alert_rules r where r.organization_id = p.organization_id and r.is_enabled
              and r.triggers && ${triggers}::text[] and (r.project_ids is null or p.id = any(r.project_ids)))
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
           select from groups g join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id
            where g.project_id = ${projectId} and g.issue_id = n.issue_id and d.release_id >= 0 and d.release_id <> n.release_id)
         and not exists (
           select from groups g join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id
            where g.project_id = ${projectId} and g.issue_id = n.issue_id and d.release_id = n.release_id
              and d.day < (now() at time zone 'UTC')::date - 1)`,
  )
}
