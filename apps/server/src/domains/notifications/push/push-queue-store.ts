import { mainBucket } from '../../../db/buckets.ts'
import { transactionTime } from '../../../db/clock.ts'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import {
  issueIdOf,
  type NotificationKind,
  type PendingNotification,
  restSecondsOf,
  subjectOf,
  toArray,
} from '../pending/index.ts'

/** Records changes in the transaction that makes them true, if anybody is subscribed. */
export async function addPendingPushes(
  tx: Tx,
  notifications: readonly PendingNotification[],
  gatherMs: number,
): Promise<void> {
  const subscribed = await rowsOf(tx, sql<{ n: number }>`select 1 as n from push_subscriptions limit 1`)
  if (subscribed.length === 0) return
  const time = await transactionTime(tx)
  await execute(
    tx,
    sql`
      insert into pending_pushes (project_id, issue_id, kind, subject, user_ids, rest_seconds, is_urgent, due_at)
      select n.project_id, n.issue_id, n.kind, n.subject, n.user_ids::uuid[], n.rest_seconds, n.is_urgent,
             ${time}::timestamptz + make_interval(secs => ${gatherMs / 1000})
        from unnest(
          ${notifications.map(({ projectId }) => projectId)}::int8[], ${notifications.map(issueIdOf)}::uuid[],
          ${notifications.map(({ kind }) => kind)}::text[], ${notifications.map(subjectOf)}::text[],
          ${notifications.map(({ userIds }) => toArray(userIds))}::text[], ${notifications.map(restSecondsOf)}::int4[],
          ${notifications.map(({ isUrgent }) => isUrgent)}::bool[])
            as n (project_id, issue_id, kind, subject, user_ids, rest_seconds, is_urgent)`,
  )
}

/** SQL condition: changes of a project are due to be pushed. */
export const changesAreDue = 'exists (select 1 from pending_pushes p where p.due_at <= now())'

/** SQL condition: a push is due. */
export const pushesAreDue = `exists (
  select 1 from pushes p join push_subscriptions s on s.id = p.subscription_id
   where p.sent_at is null and p.due_at <= now() and (s.next_at <= now() or s.is_quiet and p.is_urgent))`

/** Returns projects with due changes. */
export async function findProjectsToPush(db: Queryable, limit: number): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select p.project_id as id from pending_pushes p where p.due_at <= now()
      group by p.project_id order by min(p.due_at) limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** A change that a device may be notified of. */
export interface PushedChange {
  /** Zero for one about the project. */
  issueId: string
  kind: NotificationKind
  /** The release, monitor or feedback that it is about, or empty. */
  subject: string
}

/** A change, and the users who are meant: null for all who see the project. */
export interface AddressedChange extends PushedChange {
  userIds: string[] | null
  /** Changes of one topic are the same to a reader: the latest counts. */
  topic: string
  restSeconds: number
  /** Whether it is sent in quiet hours, too. */
  isUrgent: boolean
}

/**
 * Takes everything that is pending of a project; of several changes of a topic the latest counts. An issue that was merged is the
 * one that it belongs to now. A monitor that failed and recovered meanwhile is left out.
 */
export async function takePendingPushes(tx: Tx, projectId: number): Promise<AddressedChange[]> {
  return rowsOf(
    tx,
    sql<AddressedChange>`
      with taken as (
        delete from pending_pushes p where p.project_id = ${projectId}
        returning p.id, p.issue_id, p.kind, p.subject, p.topic, p.rest_seconds, p.is_urgent, p.user_ids
      ), now_of as (
        select t.*, coalesce(g.issue_id, t.issue_id) as current_id
          from taken t left join groups g on g.project_id = ${projectId} and g.group_id = t.issue_id)
      select t.current_id as "issueId", t.topic, t.subject, (array_agg(t.kind order by t.id desc))[1] as kind,
             (array_agg(t.rest_seconds order by t.id desc))[1] as "restSeconds", bool_or(t.is_urgent) as "isUrgent",
             case when not bool_or(t.user_ids is null) then array_agg(distinct u.id) end as "userIds"
        from now_of t left join lateral unnest(t.user_ids) as u (id) on true
       group by t.current_id, t.topic, t.subject
      having (array_agg(t.kind order by t.id desc))[1] <> 'monitor.recovered'
          or (array_agg(t.kind order by t.id))[1] = 'monitor.recovered'`,
  )
}

/**
 * Hands changes on to every subscription of these users; one about what was just pushed waits. A device that was not notified
 * yet that a monitor fails is not notified either that it works again.
 */
export async function addPushes(
  tx: Tx,
  {
    projectId,
    userIds,
    changes,
  }: { projectId: number; userIds: readonly string[]; changes: readonly AddressedChange[] },
): Promise<void> {
  await execute(
    tx,
    sql`
      insert into pushes as p (subscription_id, project_id, issue_id, topic, kind, subject, rest_seconds, is_urgent, due_at)
      select s.id, ${projectId}, c.issue_id, c.topic, c.kind, c.subject, c.rest_seconds, c.is_urgent, now()
        from push_subscriptions s
          cross join unnest(
            ${changes.map(({ issueId }) => issueId)}::uuid[], ${changes.map(({ topic }) => topic)}::text[],
            ${changes.map(({ kind }) => kind)}::text[], ${changes.map(({ subject }) => subject)}::text[],
            ${changes.map(({ restSeconds }) => restSeconds)}::int4[],
            ${changes.map(({ isUrgent }) => isUrgent)}::bool[]) as c (issue_id, topic, kind, subject, rest_seconds, is_urgent)
       where s.user_id = any(${userIds}::uuid[]) and s.lost_at is null
       order by s.id, c.issue_id, c.topic
      on conflict (subscription_id, project_id, issue_id, topic) do update
        set kind = excluded.kind, rest_seconds = excluded.rest_seconds,
            is_urgent = excluded.is_urgent or p.is_urgent and p.sent_at is null,
            sent_at = case when p.sent_at is null and p.kind <> excluded.kind and excluded.kind = 'monitor.recovered'
                           then now() end,
            due_at = greatest(now(), coalesce(p.sent_at + make_interval(secs => excluded.rest_seconds), p.due_at))`,
  )
}

/** A change that a subscription is to be notified of. */
export interface DuePush extends PushedChange {
  projectId: number
  topic: string
  restSeconds: number
  isUrgent: boolean
  /** The issue itself, and those that were merged into it meanwhile. */
  formerIds: string[]
  /** Whether the issue that another was merged into was pushed just now. */
  isRecent: boolean
}

/** An issue that a subscription is to be notified of, or no issue of a project, and the bucket of the project. */
export interface DueIssue {
  projectId: number
  issueId: string
  bucket: string
}

/** The issues of a bucket that a subscription is to be notified of, and those that they were merged into. */
export interface DueBucket {
  name: string
  issues: readonly DueIssue[]
  survivors: ReadonlyMap<string, string>
}

/** Returns the issues that a subscription is to be notified of. */
export async function findDueIssues(db: Queryable, subscriptionId: number): Promise<DueIssue[]> {
  return rowsOf(
    db,
    sql<DueIssue>`
      select distinct p.project_id as "projectId", p.issue_id as "issueId", coalesce(o.bucket, ${mainBucket}) as bucket
        from pushes p left join projects o on o.id = p.project_id
       where p.subscription_id = ${subscriptionId} and p.sent_at is null and p.due_at <= now()
       order by 1, 2`,
  )
}

/** Lets what a subscription is to be notified of wait, of some projects. */
export async function postponePushes(
  db: Queryable,
  subscriptionId: number,
  projectIds: readonly number[],
  ms: number,
): Promise<void> {
  await execute(
    db,
    sql`
      update pushes p set due_at = now() + make_interval(secs => ${ms / 1000})
       where p.subscription_id = ${subscriptionId} and p.project_id = any(${projectIds}::int8[])
         and p.sent_at is null and p.due_at <= now()`,
  )
}

/**
 * Returns the changes of some buckets that a subscription is to be notified of, the latest first. An issue that was merged is the one that it
 * belongs to now.
 */
export async function findDuePushes(
  db: Queryable,
  subscriptionId: number,
  buckets: readonly DueBucket[],
): Promise<DuePush[]> {
  const projectIds = buckets.flatMap(({ issues }) => issues.map(({ projectId }) => projectId))
  if (projectIds.length === 0) return []
  const survivors = buckets.flatMap((bucket) => [...bucket.survivors])
  return rowsOf(
    db,
    sql<DuePush>`
      select d.project_id as "projectId", d.current_id as "issueId", d.topic, d.kind, d.subject, d.rest_seconds as "restSeconds",
             d.is_urgent as "isUrgent", d.former_ids as "formerIds", exists (
               select 1 from pushes o where o.subscription_id = ${subscriptionId} and o.project_id = d.project_id
                  and o.issue_id = d.current_id and o.topic = d.topic
                  and o.sent_at > now() - make_interval(secs => d.rest_seconds)) as "isRecent"
        from (
          select p.project_id, x.current_id, p.topic, p.subject, max(p.due_at) as due_at, array_agg(p.issue_id) as former_ids,
                 (array_agg(p.kind order by p.due_at desc))[1] as kind, max(p.rest_seconds) as rest_seconds, bool_or(p.is_urgent) as is_urgent
            from pushes p
              left join unnest(
                ${survivors.map(([former]) => former)}::uuid[], ${survivors.map(([, survivor]) => survivor)}::uuid[])
                  as m (former, survivor) on m.former = p.issue_id
              cross join lateral (select coalesce(m.survivor, p.issue_id) as current_id) as x
           where p.subscription_id = ${subscriptionId} and p.sent_at is null and p.due_at <= now()
             and p.project_id = any(${[...new Set(projectIds)]}::int8[])
           group by p.project_id, x.current_id, p.topic, p.subject) as d
       order by d.due_at desc, d.current_id, d.topic limit 1000`,
  )
}

/** Marks pushes as done, and forgets those that have rested and those that nobody needs any more. */
export async function markPushed(db: Queryable, subscriptionId: number, pushes: readonly DuePush[]): Promise<void> {
  const rows = pushes.flatMap((push) => push.formerIds.map((formerId) => ({ ...push, formerId })))
  await execute(
    db,
    sql`
      update pushes p set sent_at = now()
        from unnest(${rows.map(({ projectId }) => projectId)}::int8[], ${rows.map(({ formerId }) => formerId)}::uuid[],
               ${rows.map(({ topic }) => topic)}::text[]) as d (project_id, issue_id, topic)
       where p.subscription_id = ${subscriptionId} and p.project_id = d.project_id and p.issue_id = d.issue_id
         and p.topic = d.topic and p.sent_at is null and p.due_at <= now()`,
  )
  const moved = pushes.filter(({ issueId, formerIds, isRecent }) => !isRecent && !formerIds.includes(issueId))
  if (moved.length > 0) await putPushed(db, subscriptionId, moved)
  await execute(
    db,
    sql`
      delete from pushes p where p.subscription_id = ${subscriptionId}
         and p.sent_at < now() - make_interval(secs => p.rest_seconds)`,
  )
}

/** Records that a subscription was notified of issues that others were merged into. */
async function putPushed(db: Queryable, subscriptionId: number, pushes: readonly DuePush[]): Promise<void> {
  await execute(
    db,
    sql`
      insert into pushes as p (subscription_id, project_id, issue_id, topic, kind, subject, rest_seconds, due_at, sent_at)
      select ${subscriptionId}, n.*, now(), now()
        from unnest(${pushes.map(({ projectId }) => projectId)}::int8[], ${pushes.map(({ issueId }) => issueId)}::uuid[],
               ${pushes.map(({ topic }) => topic)}::text[], ${pushes.map(({ kind }) => kind)}::text[],
               ${pushes.map(({ subject }) => subject)}::text[], ${pushes.map(({ restSeconds }) => restSeconds)}::int4[])
            as n (project_id, issue_id, topic, kind, subject, rest_seconds)
       order by 2, 3, 4
      on conflict (subscription_id, project_id, issue_id, topic) do update set sent_at = now()`,
  )
}

/** Forgets changes that a subscription could not be notified of within this time. */
export async function forgetOldPushes(db: Queryable, subscriptionId: number, keepMs: number): Promise<void> {
  await execute(
    db,
    sql`
      delete from pushes p where p.subscription_id = ${subscriptionId}
        and p.due_at < now() - make_interval(secs => ${keepMs / 1000})`,
  )
}
