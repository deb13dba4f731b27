import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import type { ReportedChange } from '../channels/index.ts'

/** Returns the changes that a batch of events made. An expired snooze is none. */
export function changesOf({
  newIssues,
  reopened,
}: {
  newIssues: readonly { projectId: number; groupId: string }[]
  reopened: readonly { projectId: number; issueId: string; why: string }[]
}): ReportedChange[] {
  return [
    ...newIssues.map(({ projectId, groupId }) => ({ projectId, issueId: groupId, event: 'issue.new' as const })),
    ...reopened
      .filter(({ why }) => why === 'regressed')
      .map(({ projectId, issueId }) => ({ projectId, issueId, event: 'issue.regressed' as const })),
  ]
}

/** Records changes in the transaction that makes them true, where a rule may speak of them. */
export async function addPendingAlerts(tx: Tx, changes: readonly ReportedChange[], gatherMs: number): Promise<void> {
  if (changes.length === 0) return
  await execute(
    tx,
    sql`
      insert into pending_alerts (project_id, issue_id, event, due_at)
      select n.project_id, n.issue_id, n.event, now() + make_interval(secs => ${gatherMs / 1000})
        from unnest(
          ${changes.map(({ projectId }) => projectId)}::int8[], ${changes.map(({ issueId }) => issueId)}::uuid[],
          ${changes.map(({ event }) => event)}::text[]) as n (project_id, issue_id, event)
          join projects p on p.id = n.project_id
       where exists (
         select from alert_rules r where r.organization_id = p.organization_id and r.is_enabled
            and n.event = any(r.triggers) and (r.project_ids is null or n.project_id = any(r.project_ids)))`,
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
export async function takePendingAlerts(tx: Tx, projectId: number): Promise<ReportedChange[]> {
  return rowsOf(
    tx,
    sql<ReportedChange>`
      with taken as (
        delete from pending_alerts a where a.project_id = ${projectId} returning a.id, a.issue_id, a.event)
      select distinct on (t.issue_id) ${projectId}::int8 as "projectId", t.issue_id as "issueId", t.event
        from taken t order by t.issue_id, t.id desc`,
  )
}
