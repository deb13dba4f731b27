import { exactly, transactionTime } from '../../../db/clock.ts'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { dayMs } from '../../../lib/time.ts'
import { findShortPrefix } from '../../projects/index.ts'
import {
  decisionKinds,
  issueIdOf,
  type NotificationKind,
  noIssue,
  type PendingNotification,
  restSecondsOf,
  subjectOf,
} from './notification.ts'

/** Records notifications in the transaction that makes them true; they are due after `gatherMs`. */
export async function addNotifications(
  tx: Tx,
  notifications: readonly PendingNotification[],
  gatherMs: number,
): Promise<void> {
  const time = await transactionTime(tx)
  await execute(
    tx,
    sql`
      insert into pending_notifications (project_id, issue_id, kind, subject, user_ids, rule_id, rest_seconds, is_urgent, due_at)
      select n.project_id, n.issue_id, n.kind, n.subject, n.user_ids::uuid[], n.rule_id, n.rest_seconds, n.is_urgent,
             ${time}::timestamptz + make_interval(secs => ${gatherMs / 1000})
        from unnest(
          ${notifications.map(({ projectId }) => projectId)}::int8[], ${notifications.map(issueIdOf)}::uuid[],
          ${notifications.map(({ kind }) => kind)}::text[], ${notifications.map(subjectOf)}::text[],
          ${notifications.map(({ userIds }) => toArray(userIds))}::text[],
          ${notifications.map(({ ruleId }) => ruleId)}::uuid[], ${notifications.map(restSecondsOf)}::int4[],
          ${notifications.map(({ isUrgent }) => isUrgent)}::bool[])
            as n (project_id, issue_id, kind, subject, user_ids, rule_id, rest_seconds, is_urgent)`,
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
export const notificationsAreDue = 'exists (select 1 from pending_notifications n where n.due_at <= now())'

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

/** Gives notifications of issues that were merged to the issues that these belong to now. */
export async function followMerges(tx: Tx, projectId: number): Promise<void> {
  await execute(
    tx,
    sql`
      update pending_notifications n set issue_id = g.issue_id from groups g
       where n.project_id = ${projectId} and g.project_id = n.project_id and g.group_id = n.issue_id
         and g.issue_id <> n.issue_id`,
  )
}

/** How long it is known when something was last mailed: longer than any rule lets it rest. */
const knownMs = 7 * dayMs

/** Postpones notifications about what was mailed too recently. */
export async function postponeNotified(tx: Tx, projectId: number): Promise<void> {
  await execute(
    tx,
    sql`
      delete from notified_issues t where t.project_id = ${projectId}
         and t.notified_at <= now() - make_interval(secs => ${knownMs / 1000})`,
  )
  // As text, to the microsecond: rounded down, they would be postponed again.
  const early = await rowsOf(
    tx,
    sql<{ id: number; dueAt: string }>`
      select n.id, ${exactly('(t.notified_at + make_interval(secs => n.rest_seconds))')} as "dueAt"
        from pending_notifications n
        join notified_issues t on t.project_id = n.project_id and t.issue_id = n.issue_id and t.topic = n.topic
       where n.project_id = ${projectId} and not n.is_held
         and n.due_at < t.notified_at + make_interval(secs => n.rest_seconds)`,
  )
  if (early.length === 0) return
  await execute(
    tx,
    sql`
      update pending_notifications n set due_at = e.due_at
        from unnest(${early.map(({ id }) => id)}::int8[], ${early.map(({ dueAt }) => dueAt)}::timestamptz[]) as e (id, due_at)
       where n.project_id = ${projectId} and n.id = e.id`,
  )
}

/** The notifications of one kind: how many, and the ids of the most frequent issues, or what else they are about. */
export interface TakenNotification {
  kind: NotificationKind
  count: number
  issueIds: string[]
  /** Releases, monitors and feedback; an empty text for a project. */
  subjects: string[]
}

/** Those of one kind for the same people. */
export interface AddressedNotification extends TakenNotification {
  /** Null for all who see the project. */
  userIds: string[] | null
  /** Whether they are sent in quiet hours, too. */
  isUrgent: boolean
  /** Rules that reported them. */
  ruleIds: string[]
}

/** People in their quiet hours, which end at the same time. */
export interface QuietPeople {
  until: Date
  userIds: readonly string[]
}

/**
 * Takes notifications that are due or nearly so, and marks their topics as notified; postponed ones must be held back
 * before. Everybody whom a rule named is notified of a topic once, by its latest change. Issues that are gone are left out, and
 * settled ones unless that is the news; so is a monitor that failed and recovered meanwhile. What is not urgent is held for people in
 * their quiet hours, and taken once more when these are over.
 */
export async function takeNotifications(
  tx: Tx,
  projectId: number,
  { aheadMs, listed, quiet }: { aheadMs: number; listed: number; quiet: readonly QuietPeople[] },
): Promise<AddressedNotification[]> {
  const time = await transactionTime(tx)
  return rowsOf(
    tx,
    sql<AddressedNotification>`
      with due as (
        select distinct n.issue_id, n.topic, n.is_held from pending_notifications n
         where n.project_id = ${projectId} and n.due_at <= now() + make_interval(secs => ${aheadMs / 1000})
           and (n.is_held and n.due_at <= now() or not n.is_held and not exists (
             select 1 from notified_issues t where t.project_id = n.project_id and t.issue_id = n.issue_id and t.topic = n.topic
                and t.notified_at > now() - make_interval(secs => n.rest_seconds))
           and (n.kind <> 'monitor.recovered' or not exists (
             select 1 from pending_notifications l where l.project_id = n.project_id and l.issue_id = n.issue_id
                and l.topic = n.topic and not l.is_held and l.id > n.id)))
      ), taken as (
        delete from pending_notifications n using due d
         where n.project_id = ${projectId} and n.issue_id = d.issue_id and n.topic = d.topic and n.is_held = d.is_held
           and (not n.is_held or n.due_at <= now())
        returning n.issue_id, n.topic, n.subject, n.id, n.kind, n.user_ids, n.rule_id, n.is_urgent, n.is_held
      ), latest as (
        select t.issue_id, t.topic, t.subject, (array_agg(t.kind order by t.id desc))[1] as kind,
               (array_agg(t.kind order by t.id))[1] as first_kind, bool_or(t.is_urgent) as is_urgent, bool_and(t.is_held) as is_held,
               array_agg(distinct t.rule_id) filter (where t.rule_id is not null) as rule_ids,
               case when not bool_or(t.user_ids is null) then array_agg(distinct u.id order by u.id) end as user_ids
          from taken t left join lateral unnest(t.user_ids) as u (id) on true
         group by t.issue_id, t.topic, t.subject
      ), open as (
        select l.*, row_number() over (
                 partition by l.kind, l.user_ids, l.is_urgent order by s.event_count desc nulls last, l.issue_id, l.subject) as position
          from latest l left join issue_stats s on s.project_id = ${projectId} and s.issue_id = l.issue_id
         where case when l.issue_id = ${noIssue} then l.kind <> 'monitor.recovered' or l.first_kind = l.kind
                    else s.status = 'unresolved' or s.status is not null and l.kind = any(${decisionKinds}::text[]) end
      ), notified as (
        insert into notified_issues as t (project_id, issue_id, topic, notified_at)
        select ${projectId}, o.issue_id, o.topic, ${time}::timestamptz from open o where not o.is_held
        on conflict (project_id, issue_id, topic) do update set notified_at = excluded.notified_at
      ), held as (
        insert into pending_notifications (project_id, issue_id, kind, subject, user_ids, rule_id, rest_seconds, is_held, due_at)
        select ${projectId}, o.issue_id, o.kind, o.subject, m.user_ids, o.rule_ids[1], 0, true, q.until
          from open o
            cross join unnest(
              ${quiet.map(({ until }) => until)}::timestamptz[], ${quiet.map(({ userIds }) => toArray(userIds))}::text[])
                as q (until, user_ids)
            cross join lateral (
              select array_agg(p.id) as user_ids from unnest(q.user_ids::uuid[]) as p (id)
               where o.user_ids is null or p.id = any(o.user_ids)) as m
         where not o.is_urgent and m.user_ids is not null
      )
      select o.kind, o.user_ids as "userIds", o.is_urgent as "isUrgent", count(*) filter (where o.is_first) as count,
        coalesce(array_agg(o.issue_id order by o.position)
          filter (where o.position <= ${listed} and o.is_first and o.issue_id <> ${noIssue}), '{}') as "issueIds",
        coalesce(array_agg(o.subject order by o.position)
          filter (where o.position <= ${listed} and o.is_first and o.issue_id = ${noIssue}), '{}') as subjects,
        coalesce(array_agg(distinct o.rule_id) filter (where o.rule_id is not null), '{}') as "ruleIds"
      from (
        select w.*, r.id as rule_id, coalesce(r.position, 1) = 1 as is_first
          from open w left join lateral unnest(w.rule_ids) with ordinality as r (id, position) on true) as o
      group by o.kind, o.user_ids, o.is_urgent`,
  )
}

/** Lets what is held for a person be taken at once; what other people are still quiet for is held again. */
export async function releaseHeld(db: Queryable, userId: string): Promise<void> {
  await execute(
    db,
    sql`update pending_notifications n set due_at = now() where n.is_held and n.user_ids @> array[${userId}::uuid]`,
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
  /** Whether it is neither settled nor snoozed. */
  isOpen: boolean
}

/** Returns those of these issues that are still open, or all of them, in the order given. */
export async function findReportedIssues(
  db: Queryable,
  projectId: number,
  issueIds: readonly string[],
  { isOpen } = { isOpen: true },
): Promise<ReportedIssue[]> {
  const prefix = await findShortPrefix(db, projectId)
  if (prefix === undefined) return []
  return rowsOf(
    db,
    sql<ReportedIssue>`
      select i.issue_id as "issueId", ${prefix}::text || '-' || i.short_number as "shortId", i.type, i.message, i.culprit,
        i.level as "levelCode", s.event_count as events, s.user_count as users, s.first_seen_at as "firstSeenAt",
        (select r.version from groups g
           join group_stats gs on gs.project_id = g.project_id and gs.group_id = g.group_id
           join releases r on r.project_id = g.project_id and r.id = gs.last_release_id
          where g.project_id = i.project_id and g.issue_id = i.issue_id
          order by gs.last_seen_at desc limit 1) as "lastRelease",
        (select a.details ->> 'release' from issue_activity a
          where a.project_id = i.project_id and a.issue_id = i.issue_id and a.kind = 'regressed'
          order by a.id desc limit 1) as "regressedRelease",
        s.status = 'unresolved' as "isOpen"
      from issues i
        join issue_stats s on s.project_id = i.project_id and s.issue_id = i.issue_id
      where i.project_id = ${projectId} and i.issue_id = any(${issueIds}::uuid[])
        and (s.status = 'unresolved' or not ${isOpen}::bool)
      order by array_position(${issueIds}::uuid[], i.issue_id)`,
  )
}
