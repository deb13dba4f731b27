import type { IssueTrigger } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'

export interface IssueChange {
  projectId: number
  issueId: string
  trigger: IssueTrigger
}

/** Returns the changes that a batch of events made. A snooze that ends by its time alone is none. */
export function changesOf({
  newIssues,
  reopened,
}: {
  newIssues: readonly { projectId: number; groupId: string }[]
  reopened: readonly { projectId: number; issueId: string; why: string }[]
}): IssueChange[] {
  return [
    ...newIssues.map(({ projectId, groupId }) => ({ projectId, issueId: groupId, trigger: 'issue.new' as const })),
    ...reopened
      .filter(({ why }) => why !== 'time')
      .map(({ projectId, issueId, why }) => ({
        projectId,
        issueId,
        trigger: why === 'regressed' ? ('issue.regressed' as const) : ('issue.reopened' as const),
      })),
  ]
}

/** Records changes in the transaction that makes them true, where a rule may speak of them; urgent ones are due at once. */
export async function addPendingAlerts(tx: Tx, changes: readonly IssueChange[], gatherMs: number): Promise<void> {
  if (changes.length === 0) return
  await execute(
    tx,
    sql`
      insert into pending_alerts (project_id, issue_id, event, due_at)
      select n.project_id, n.issue_id, n.event, now() + make_interval(secs => case when r.is_urgent then 0 else ${gatherMs / 1000} end)
        from unnest(
          ${changes.map(({ projectId }) => projectId)}::int8[], ${changes.map(({ issueId }) => issueId)}::uuid[],
          ${changes.map(({ trigger }) => trigger)}::text[]) as n (project_id, issue_id, event)
          join projects p on p.id = n.project_id
          cross join lateral (
            select o.is_urgent from alert_rules o where o.organization_id = p.organization_id and o.is_enabled
               and n.event = any(o.triggers) and (o.project_ids is null or n.project_id = any(o.project_ids))
             order by o.is_urgent desc limit 1) as r`,
  )
}

/** SQL condition: a change waits to be judged. */
export const alertsAreDue = 'exists (select from pending_alerts a where a.due_at <= now())'

/** Returns projects whose changes are due. */
export async function findProjectsToJudge(db: Queryable, limit: number): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select a.project_id as id from pending_alerts a where a.due_at <= now()
      group by a.project_id order by min(a.due_at) limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Lets changes that could not be judged be judged later. */
export async function postponePendingAlerts(db: Queryable, projectId: number, ms: number): Promise<void> {
  await execute(
    db,
    sql`
      update pending_alerts a set due_at = now() + make_interval(secs => ${ms / 1000})
       where a.project_id = ${projectId} and a.due_at <= now()`,
  )
}

/** Takes everything that is pending of a project; of several changes of an issue the latest counts. */
export async function takePendingAlerts(tx: Tx, projectId: number): Promise<IssueChange[]> {
  return rowsOf(
    tx,
    sql<IssueChange>`
      with taken as (
        delete from pending_alerts a where a.project_id = ${projectId} returning a.id, a.issue_id, a.event)
      select distinct on (t.issue_id) ${projectId}::int8 as "projectId", t.issue_id as "issueId", t.event as trigger
        from taken t order by t.issue_id, t.id desc`,
  )
}
