import type { AlertTrigger } from '@bugle/protocol'
import { transactionTime } from '../../db/clock.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { noIssue } from '../notifications/index.ts'

/** A change that rules may speak of. */
export interface Change {
  projectId: number
  /** {@link noIssue} for one that is about no issue. */
  issueId: string
  trigger: AlertTrigger
  /** The release, monitor or feedback that it is about. */
  subject?: string
  /** The account that decided it, if one did. */
  byId?: string | null
  /** People who get a mail about it without any rule. */
  mailedIds?: readonly string[]
}

/** Returns the changes that a batch of events made. A snooze that ends by its time alone is none. */
export function changesOf({
  newIssues,
  reopened,
}: {
  newIssues: readonly { projectId: number; groupId: string }[]
  reopened: readonly { projectId: number; issueId: string; why: string }[]
}): Change[] {
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

/** Returns the changes of monitors; their subject is the monitor and its environment. */
export function changesOfMonitors(
  turns: readonly { projectId: number; slug: string; environment: string; to: 'missed' | 'failed' | 'recovered' }[],
): Change[] {
  return turns.map(({ projectId, slug, environment, to }) => ({
    projectId,
    issueId: noIssue,
    trigger: `monitor.${to}` as const,
    subject: `${slug} ${environment}`,
  }))
}

/** Returns the changes that feedback is; their subject is its id. */
export function changesOfFeedback(feedback: readonly { projectId: number; id: string }[]): Change[] {
  return feedback.map(({ projectId, id }) => ({ projectId, issueId: noIssue, trigger: 'feedback.new', subject: id }))
}

/**
 * Records changes in the transaction that makes them true, where a rule may speak of them: once for the rules that are judged
 * at once, once for the others.
 */
export async function addPendingAlerts(tx: Tx, changes: readonly Change[], gatherMs: number): Promise<void> {
  const spoken = await findSpoken(tx, changes)
  if (spoken.length === 0) return
  const time = await transactionTime(tx)
  await execute(
    tx,
    sql`
      insert into pending_alerts (project_id, issue_id, event, subject, by_id, mailed_ids, is_fast, due_at)
      select n.project_id, n.issue_id, n.event, n.subject, n.by_id, n.mailed_ids::uuid[], n.is_fast,
             ${time}::timestamptz + make_interval(secs => case when n.is_fast then 0 else ${gatherMs / 1000} end)
        from unnest(
          ${spoken.map(({ projectId }) => projectId)}::int8[], ${spoken.map(({ issueId }) => issueId)}::uuid[],
          ${spoken.map(({ trigger }) => trigger)}::text[], ${spoken.map(({ subject }) => subject ?? '')}::text[],
          ${spoken.map(({ byId }) => byId ?? null)}::uuid[],
          ${spoken.map(({ mailedIds = [] }) => `{${mailedIds.join(',')}}`)}::text[],
          ${spoken.map(({ isFast }) => isFast)}::bool[])
            as n (project_id, issue_id, event, subject, by_id, mailed_ids, is_fast)`,
  )
}

/** Returns the changes that a rule speaks of, once for each speed of these rules. */
async function findSpoken(db: Queryable, changes: readonly Change[]): Promise<(Change & { isFast: boolean })[]> {
  if (changes.length === 0) return []
  const kinds = [...new Map(changes.map((one) => [`${one.projectId} ${one.trigger}`, one])).values()]
  const rows = await rowsOf(
    db,
    sql<{ projectId: number; trigger: AlertTrigger; isFast: boolean }>`
      select distinct n.project_id as "projectId", n.event as trigger, o.is_fast as "isFast"
        from unnest(
          ${kinds.map(({ projectId }) => projectId)}::int8[], ${kinds.map(({ trigger }) => trigger)}::text[])
            as n (project_id, event)
          join projects p on p.id = n.project_id
          join alert_rules o on o.organization_id = p.organization_id and o.is_enabled and n.event = any(o.triggers)
           and (o.project_ids is null or n.project_id = any(o.project_ids))`,
  )
  return rows.flatMap(({ projectId, trigger, isFast }) =>
    changes.filter((one) => one.projectId === projectId && one.trigger === trigger).map((one) => ({ ...one, isFast })),
  )
}

/** SQL condition: a change waits to be judged. */
export const alertsAreDue = 'exists (select 1 from pending_alerts a where a.due_at <= now())'

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

/** A change that is judged by the rules of its speed. */
export interface TakenChange extends Change {
  subject: string
  isFast: boolean
  byId: string | null
  mailedIds: string[]
}

/**
 * Takes everything that is pending of a project, of the speeds that are due, in the order in which it happened. Of several changes of an issue by its events the
 * latest counts. An issue that was merged is the one that it belongs to now.
 */
export async function takePendingAlerts(tx: Tx, projectId: number): Promise<TakenChange[]> {
  return rowsOf(
    tx,
    sql<TakenChange>`
      with taken as (
        delete from pending_alerts a where a.project_id = ${projectId} and a.is_fast in (
          select d.is_fast from pending_alerts d where d.project_id = ${projectId} and d.due_at <= now())
        returning a.id, a.issue_id, a.event, a.subject, a.is_fast, a.by_id, a.mailed_ids)
      select ${projectId}::int8 as "projectId", c.issue_id as "issueId", c.event as trigger, c.subject, c.is_fast as "isFast",
             c.by_id as "byId", c.mailed_ids as "mailedIds"
        from (
          select distinct on (x.issue_id, t.subject, t.is_fast, x.kind)
                 t.id, x.issue_id, t.event, t.subject, t.is_fast, t.by_id, t.mailed_ids
            from taken t
              left join groups g on g.project_id = ${projectId} and g.group_id = t.issue_id
              cross join lateral (
                select coalesce(g.issue_id, t.issue_id) as issue_id,
                       case when t.event in ('issue.new', 'issue.regressed', 'issue.reopened') then '' else t.event end as kind) as x
           order by x.issue_id, t.subject, t.is_fast, x.kind, t.id desc) as c
       order by c.id`,
  )
}
