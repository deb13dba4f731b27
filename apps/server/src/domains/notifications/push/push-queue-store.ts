import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { type NotificationKind, type PendingNotification, toArray } from '../pending/index.ts'

/** Records changes in the transaction that makes them true, if anybody is subscribed. */
export async function addPendingPushes(
  tx: Tx,
  notifications: readonly PendingNotification[],
  gatherMs: number,
): Promise<void> {
  await execute(
    tx,
    sql`
      insert into pending_pushes (project_id, issue_id, kind, user_ids, due_at)
      select n.project_id, n.issue_id, n.kind, n.user_ids::uuid[], now() + make_interval(secs => ${gatherMs / 1000})
        from unnest(
          ${notifications.map(({ projectId }) => projectId)}::int8[], ${notifications.map(({ issueId }) => issueId)}::uuid[],
          ${notifications.map(({ kind }) => kind)}::text[], ${notifications.map(({ userIds }) => toArray(userIds))}::text[])
            as n (project_id, issue_id, kind, user_ids)
       where exists (select from push_subscriptions)`,
  )
}

/** SQL condition: a push is due, or changes of a project are. */
export const pushesAreDue = `(exists (select from pending_pushes p where p.due_at <= now()) or exists (
  select from pushes p join push_subscriptions s on s.id = p.subscription_id
   where p.sent_at is null and p.due_at <= now() and s.next_at <= now()))`

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

/** A change of an issue that a device may be notified of. */
export interface PushedChange {
  issueId: string
  kind: NotificationKind
}

/** A change, and the users who are meant: null for all who see the project. */
export interface AddressedChange extends PushedChange {
  userIds: string[] | null
}

/** Takes everything that is pending of a project; of several changes of an issue the latest counts. */
export async function takePendingPushes(tx: Tx, projectId: number): Promise<AddressedChange[]> {
  return rowsOf(
    tx,
    sql<AddressedChange>`
      with taken as (
        delete from pending_pushes p where p.project_id = ${projectId} returning p.id, p.issue_id, p.kind, p.user_ids)
      select t.issue_id as "issueId", (array_agg(t.kind order by t.id desc))[1] as kind,
             case when not bool_or(t.user_ids is null) then array_agg(distinct u.id) end as "userIds"
        from taken t left join lateral unnest(t.user_ids) as u (id) on true
       group by t.issue_id`,
  )
}

/** Hands changes on to every subscription of these users; one about an issue that was just pushed waits. */
export async function addPushes(
  tx: Tx,
  {
    projectId,
    userIds,
    changes,
    restMs,
  }: {
    projectId: number
    userIds: readonly string[]
    changes: readonly PushedChange[]
    restMs: number
  },
): Promise<void> {
  await execute(
    tx,
    sql`
      insert into pushes as p (subscription_id, project_id, issue_id, kind, due_at)
      select s.id, ${projectId}, c.issue_id, c.kind, now()
        from push_subscriptions s
          cross join unnest(${changes.map(({ issueId }) => issueId)}::uuid[], ${changes.map(({ kind }) => kind)}::text[])
            as c (issue_id, kind)
       where s.user_id = any(${userIds}::uuid[]) and s.lost_at is null
       order by s.id, c.issue_id
      on conflict (subscription_id, project_id, issue_id) do update
        set kind = excluded.kind, sent_at = null,
            due_at = greatest(now(), coalesce(p.sent_at + make_interval(secs => ${restMs / 1000}), p.due_at))`,
  )
}

export interface DuePush extends PushedChange {
  projectId: number
}

/** Returns the changes that a subscription is to be notified of, the latest first. */
export async function findDuePushes(db: Queryable, subscriptionId: number): Promise<DuePush[]> {
  return rowsOf(
    db,
    sql<DuePush>`
      select p.project_id as "projectId", p.issue_id as "issueId", p.kind from pushes p
      where p.subscription_id = ${subscriptionId} and p.sent_at is null and p.due_at <= now()
      order by p.due_at desc, p.issue_id limit 1000`,
  )
}

/** Marks pushes as done, and forgets those whose hour is over and those that nobody needs any more. */
export async function markPushed(
  db: Queryable,
  subscriptionId: number,
  pushes: readonly DuePush[],
  restMs: number,
): Promise<void> {
  await execute(
    db,
    sql`
      update pushes p set sent_at = now()
        from unnest(${pushes.map(({ projectId }) => projectId)}::int8[], ${pushes.map(({ issueId }) => issueId)}::uuid[])
          as d (project_id, issue_id)
       where p.subscription_id = ${subscriptionId} and p.project_id = d.project_id and p.issue_id = d.issue_id
         and p.sent_at is null and p.due_at <= now()`,
  )
  await execute(
    db,
    sql`
      delete from pushes p where p.subscription_id = ${subscriptionId}
        and p.sent_at < now() - make_interval(secs => ${restMs / 1000})`,
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
