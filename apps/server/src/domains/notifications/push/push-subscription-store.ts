import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { QuietColumns } from '../../../lib/quiet-hours.ts'

/** Where and how a device is notified; in its quiet hours only of what is urgent. */
export interface NewSubscription extends QuietColumns {
  userId: string
  kind: 'webpush' | 'unifiedpush'
  endpoint: string
  p256dh: string
  auth: string
  details: boolean
  language: 'en' | 'de'
}

export interface Subscription extends NewSubscription {
  id: number
  /** The last session on the device; null when that was forgotten. */
  tokenId: number | null
  /** The device's own description. */
  device: string | null
  createdAt: Date
  sentAt: Date | null
  failures: number
  failure: string | null
  /** When the device could no longer be reached. */
  lostAt: Date | null
}

const columns = sql`
  s.id, s.token_id as "tokenId", s.user_id as "userId", s.kind, s.endpoint, s.p256dh, s.auth,
  s.shows_details as details, s.language, s.quiet_from as "quietFrom", s.quiet_to as "quietTo", s.time_zone as "timeZone", s.quiet_days as "quietDays",
  s.created_at as "createdAt", s.sent_at as "sentAt", s.failures, s.failure, s.device, s.lost_at as "lostAt"`

/** Devices of an account; with one more, the oldest is no longer notified. */
const maxDevices = 20
/** Days after which a lost device is forgotten. */
const lostDays = 30

export async function findSubscription(db: Queryable, tokenId: number): Promise<Subscription | undefined> {
  const rows = await rowsOf(
    db,
    sql<Subscription>`
      select ${columns} from push_subscriptions s where s.token_id = ${tokenId}`,
  )
  return rows[0]
}

/** Returns the devices of an account, also those that were lost, the latest first. */
export async function findSubscriptionsOf(db: Queryable, userId: string): Promise<Subscription[]> {
  return rowsOf(
    db,
    sql<Subscription>`
      select ${columns} from push_subscriptions s where s.user_id = ${userId} order by s.id desc`,
  )
}

/**
 * Lets a session take over the subscription that an earlier session of the account made on the same device.
 *
 * @returns whether there is one
 */
export async function takeOverSubscription(
  tx: Tx,
  { tokenId, userId, endpoint }: { tokenId: number; userId: string; endpoint: string },
): Promise<boolean> {
  await execute(
    tx,
    sql`
      update push_subscriptions s set token_id = null where s.token_id = ${tokenId} and s.endpoint <> ${endpoint}`,
  )
  const taken = await execute(
    tx,
    sql`
      update push_subscriptions s set token_id = ${tokenId}
       where s.endpoint = ${endpoint} and s.user_id = ${userId} and s.lost_at is null`,
  )
  return taken > 0
}

/**
 * Replaces the subscription of the session, that of an earlier session of the same device, whoever had it, and what was lost
 * of devices with the same description.
 */
export async function putSubscription(tx: Tx, one: NewSubscription & { tokenId: number }): Promise<void> {
  await execute(
    tx,
    sql`
      delete from push_subscriptions s using access_tokens t
       where t.id = ${one.tokenId} and (s.token_id = t.id or s.endpoint = ${one.endpoint} or
             s.user_id = ${one.userId} and s.lost_at is not null and s.device is not distinct from t.device)`,
  )
  await execute(
    tx,
    sql`
      insert into push_subscriptions
        (token_id, user_id, kind, endpoint, p256dh, auth, shows_details, language, quiet_from, quiet_to, time_zone, quiet_days, device)
      select t.id, ${one.userId}, ${one.kind}, ${one.endpoint}, ${one.p256dh}, ${one.auth}, ${one.details}, ${one.language},
             ${one.quietFrom}, ${one.quietTo}, ${one.timeZone}, ${one.quietDays}::int2[], t.device
        from access_tokens t where t.id = ${one.tokenId}`,
  )
  await execute(
    tx,
    sql`
      delete from push_subscriptions s where s.id in (
        select o.id from push_subscriptions o where o.user_id = ${one.userId} order by o.id desc offset ${maxDevices})`,
  )
}

export type SubscriptionChoices = Pick<
  NewSubscription,
  'details' | 'language' | 'quietFrom' | 'quietTo' | 'timeZone' | 'quietDays'
>

/** Changes the choices, and lets a message be sent at once where quiet hours no longer hold it. */
export async function putSubscriptionChoices(
  db: Queryable,
  tokenId: number,
  choices: SubscriptionChoices,
): Promise<void> {
  await execute(
    db,
    sql`
      update push_subscriptions s
         set shows_details = ${choices.details}, language = ${choices.language}, quiet_from = ${choices.quietFrom}, quiet_to = ${choices.quietTo},
             time_zone = ${choices.timeZone}, quiet_days = ${choices.quietDays}::int2[], next_at = case when s.failures = 0 then now() else s.next_at end
       where s.token_id = ${tokenId}`,
  )
}

export async function removeSubscription(db: Queryable, by: { id: number } | { tokenId: number }): Promise<void> {
  const which = 'id' in by ? sql`s.id = ${by.id}` : sql`s.token_id = ${by.tokenId}`
  await execute(db, sql`delete from push_subscriptions s where ${which}`)
}

/** @returns whether the account had such a device */
export async function removeDevice(db: Queryable, userId: string, id: number): Promise<boolean> {
  const removed = await execute(
    db,
    sql`
      delete from push_subscriptions s where s.id = ${id} and s.user_id = ${userId}`,
  )
  return removed > 0
}

/** Records that a device can no longer be reached. @returns whether it was not known yet */
export async function loseSubscription(tx: Tx, id: number): Promise<boolean> {
  const lost = await execute(
    tx,
    sql`
      update push_subscriptions s set lost_at = now(), token_id = null where s.id = ${id} and s.lost_at is null`,
  )
  await execute(tx, sql`delete from pushes p where p.subscription_id = ${id}`)
  return lost > 0
}

/** Removes the subscriptions of sessions that somebody ended, and lost ones after a month. */
export async function forgetEndedSubscriptions(client: Queryable): Promise<void> {
  await execute(
    client,
    sql`
      delete from push_subscriptions s using access_tokens t where t.id = s.token_id and t.revoked_because <> 'replaced'`,
  )
  await execute(
    client,
    sql`
      delete from push_subscriptions s where s.lost_at < now() - make_interval(days => ${lostDays})`,
  )
}

/** Claims subscriptions with something due: no other worker sends to them until `leaseMs` are over. */
export async function claimDueSubscriptions(
  db: Queryable,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Subscription[]> {
  return rowsOf(
    db,
    sql<Subscription>`
      update push_subscriptions s set next_at = now() + make_interval(secs => ${leaseMs / 1000}), is_quiet = false
       where s.id in (
         select d.id from push_subscriptions d
          where (d.next_at <= now() or d.is_quiet) and d.lost_at is null and exists (
            select 1 from pushes p
             where p.subscription_id = d.id and p.sent_at is null and p.due_at <= now() and (d.next_at <= now() or p.is_urgent))
          order by d.next_at limit ${limit} for update skip locked)
      returning ${columns}`,
  )
}

/** Lets the next message of a subscription be sent after this time. */
export async function restSubscription(db: Queryable, id: number, ms: number): Promise<void> {
  await execute(
    db,
    sql`
      update push_subscriptions s set next_at = now() + make_interval(secs => ${ms / 1000}) where s.id = ${id}`,
  )
}

/** Lets a subscription rest until its quiet hours are over, unless something is urgent. */
export async function quietSubscription(db: Queryable, id: number, ms: number): Promise<void> {
  await execute(
    db,
    sql`
      update push_subscriptions s set next_at = now() + make_interval(secs => ${ms / 1000}), is_quiet = true
       where s.id = ${id}`,
  )
}

export async function noteFailure(db: Queryable, id: number, why: string, restMs: number): Promise<void> {
  await execute(
    db,
    sql`
      update push_subscriptions s
         set failures = s.failures + 1, failure = ${why}, next_at = now() + make_interval(secs => ${restMs / 1000})
       where s.id = ${id}`,
  )
}

export async function noteSent(db: Queryable, id: number, restMs: number): Promise<void> {
  await execute(
    db,
    sql`
      update push_subscriptions s
         set failures = 0, failure = null, sent_at = now(), next_at = now() + make_interval(secs => ${restMs / 1000})
       where s.id = ${id}`,
  )
}
