import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

/** Changes and states of issues that people are notified of: triggers of alert rules, without `issue.`. */
export const notificationKinds = ['new', 'regressed', 'reopened', 'escalating', 'events', 'users'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export function isIssueKind(kind: string): kind is NotificationKind {
  return (notificationKinds as readonly string[]).includes(kind)
}

/** A change of an issue that people may want to know of. */
export interface PendingNotification {
  projectId: number
  issueId: string
  kind: NotificationKind
  /** Null for all who see the project. */
  userIds: readonly string[] | null
  ruleId: string
}

/** Records notifications in the transaction that makes them true; they are due after `gatherMs`. */
export async function addNotifications(
  tx: Tx,
  notifications: readonly PendingNotification[],
  gatherMs: number,
): Promise<void> {
  await execute(
    tx,
    sql`
      insert into pending_notifications (project_id, issue_id, kind, user_ids, rule_id, due_at)
      select n.project_id, n.issue_id, n.kind, n.user_ids::uuid[], n.rule_id, now() + make_interval(secs => ${gatherMs / 1000})
        from unnest(
          ${notifications.map(({ projectId }) => projectId)}::int8[], ${notifications.map(({ issueId }) => issueId)}::uuid[],
          ${notifications.map(({ kind }) => kind)}::text[], ${notifications.map(({ userIds }) => toArray(userIds))}::text[],
          ${notifications.map(({ ruleId }) => ruleId)}::uuid[]) as n (project_id, issue_id, kind, user_ids, rule_id)`,
  )
}

/** Writes an array of uuids, as arrays of arrays must be even in PostgreSQL. */
export function toArray(ids: readonly string[] | null): string | null {
  return ids && `{${ids.join(',')}}`
}

/** Returns projects with due notifications. */
export async function findDueProjects(db: Queryable, limit: number): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select n.project_id as id from pending_notifications n where n.due_at <= now()
      group by n.project_id order by min(n.due_at) limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** SQL condition: a notification is due. */
export const notificationsAreDue = 'exists (select from pending_notifications n where n.due_at <= now())'

/** Locks the latest pending notification of a project until the transaction ends; undefined if another worker holds it. */
export async function lockNotifications(
  tx: Tx,
  projectId: number,
): Promise<{ sinceMailMs: number | null } | undefined> {
  await execute(
    tx,
    sql`insert into project_notification_settings (project_id) values (${projectId}) on conflict do nothing`,
  )
  const rows = await rowsOf(
    tx,
    sql<{ sinceMailMs: number | null }>`
      select (extract(epoch from now() - p.mailed_at) * 1000)::float8 as "sinceMailMs" from project_notification_settings p
      where p.project_id = ${projectId} for update skip locked`,
  )
  return rows[0]
}

/** Postpones due notifications by this much. */
export async function postponeDue(tx: Tx, projectId: number, ms: number): Promise<void> {
  await execute(
    tx,
    sql`
      update pending_notifications n set due_at = now() + make_interval(secs => ${ms / 1000})
      where n.project_id = ${projectId} and n.due_at <= now()`,
  )
}

/** Postpones notifications of issues that were mailed too recently. */
export async function postponeNotified(tx: Tx, projectId: number, restMs: number): Promise<void> {
  const rest = sql`make_interval(secs => ${restMs / 1000})`
  await execute(
    tx,
    sql`delete from notified_issues t where t.project_id = ${projectId} and t.notified_at <= now() - ${rest}`,
  )
  await execute(
    tx,
    sql`
      update pending_notifications n set due_at = t.notified_at + ${rest} from notified_issues t
      where n.project_id = ${projectId} and t.project_id = n.project_id and t.issue_id = n.issue_id
        and n.due_at < t.notified_at + ${rest}`,
  )
}

/** The notifications of one kind: how many issues, and the ids of the most frequent ones. */
export interface TakenNotification {
  kind: NotificationKind
  count: number
  issueIds: string[]
}

/** Those of one kind for the same people. */
export interface AddressedNotification extends TakenNotification {
  /** Null for all who see the project. */
  userIds: string[] | null
  /** Rules that reported them. */
  ruleIds: string[]
}

/**
 * Takes notifications that are due or nearly so, and marks their issues as notified; postponed ones must be held back
 * before. An issue is notified once, by its latest change, to everybody whom a rule named; issues that are resolved or gone
 * are left out.
 */
export async function takeNotifications(
  tx: Tx,
  projectId: number,
  aheadMs: number,
  listed: number,
): Promise<AddressedNotification[]> {
  return rowsOf(
    tx,
    sql<AddressedNotification>`
      with taken as (
        delete from pending_notifications n
         where n.project_id = ${projectId} and n.due_at <= now() + make_interval(secs => ${aheadMs / 1000})
           and not exists (select from notified_issues t where t.project_id = n.project_id and t.issue_id = n.issue_id)
        returning n.issue_id, n.id, n.kind, n.user_ids, n.rule_id
      ), latest as (
        select t.issue_id, (array_agg(t.kind order by t.id desc))[1] as kind,
               array_agg(distinct t.rule_id) filter (where t.rule_id is not null) as rule_ids,
               case when not bool_or(t.user_ids is null) then array_agg(distinct u.id order by u.id) end as user_ids
          from taken t left join lateral unnest(t.user_ids) as u (id) on true
         group by t.issue_id
      ), open as (
        select l.*, row_number() over (partition by l.kind, l.user_ids order by s.event_count desc, l.issue_id) as position
          from latest l join issue_stats s on s.project_id = ${projectId} and s.issue_id = l.issue_id
         where s.status = 'unresolved'
      ), notified as (
        insert into notified_issues as t (project_id, issue_id, notified_at) select ${projectId}, o.issue_id, now() from open o
        on conflict (project_id, issue_id) do update set notified_at = now()
      )
      select o.kind, o.user_ids as "userIds", count(distinct o.issue_id) as count,
        coalesce(array_agg(o.issue_id order by o.position) filter (where o.position <= ${listed} and o.is_first), '{}') as "issueIds",
        coalesce(array_agg(distinct o.rule_id) filter (where o.rule_id is not null), '{}') as "ruleIds"
      from (
        select w.*, r.id as rule_id, coalesce(r.position, 1) = 1 as is_first
          from open w left join lateral unnest(w.rule_ids) with ordinality as r (id, position) on true) as o
      group by o.kind, o.user_ids`,
  )
}

export async function noteMailed(tx: Tx, projectId: number): Promise<void> {
  await execute(tx, sql`update project_notification_settings p set mailed_at = now() where p.project_id = ${projectId}`)
}

/** @returns how many mails this user has been sent this hour, this one included */
export async function countMail(db: Queryable, userId: string): Promise<number> {
  const rows = await rowsOf(
    db,
    sql<{ mails: number }>`
      insert into issue_mail_counts as c (user_id, hour, mails) values (${userId}, date_trunc('hour', now()), 1)
      on conflict (user_id) do update
         set hour = excluded.hour, mails = case when c.hour = excluded.hour then c.mails + 1 else 1 end
      returning c.mails`,
  )
  return rows[0]!.mails
}

/** An issue as shown in a mail. */
export interface ReportedIssue {
  issueId: string
  shortId: string
  type: string
  message: string
  culprit: string | null
  /** As stored; see db/codes.ts. */
  levelCode: number
  events: number
  users: number
  firstSeenAt: Date
  lastRelease: string | null
  /** The release in which it last came back. */
  regressedRelease: string | null
}

/** Returns those of these issues that are still open, or all of them, in the order given. */
export async function findReportedIssues(
  db: Queryable,
  projectId: number,
  issueIds: readonly string[],
  { isOpen } = { isOpen: true },
): Promise<ReportedIssue[]> {
  return rowsOf(
    db,
    sql<ReportedIssue>`
      select i.issue_id as "issueId", p.short_prefix || '-' || i.short_number as "shortId", i.type, i.message, i.culprit,
        i.level as "levelCode", s.event_count as events, s.user_count as users, s.first_seen_at as "firstSeenAt",
        (select r.version from groups g
           join group_stats gs on gs.project_id = g.project_id and gs.group_id = g.group_id
           join releases r on r.project_id = g.project_id and r.id = gs.last_release_id
          where g.project_id = i.project_id and g.issue_id = i.issue_id
          order by gs.last_seen_at desc limit 1) as "lastRelease",
        (select a.details ->> 'release' from issue_activity a
          where a.project_id = i.project_id and a.issue_id = i.issue_id and a.kind = 'regressed'
          order by a.id desc limit 1) as "regressedRelease"
      from issues i
        join issue_stats s on s.project_id = i.project_id and s.issue_id = i.issue_id
        join projects p on p.id = i.project_id
      where i.project_id = ${projectId} and i.issue_id = any(${issueIds}::uuid[])
        and (s.status = 'unresolved' or not ${isOpen}::bool)
      order by array_position(${issueIds}::uuid[], i.issue_id)`,
  )
}
