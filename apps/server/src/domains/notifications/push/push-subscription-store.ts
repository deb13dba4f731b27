import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

/** Where and how a session is notified. */
export interface NewSubscription {
  tokenId: number
  userId: string
  kind: 'webpush' | 'unifiedpush'
  endpoint: string
  p256dh: string
  auth: string
  details: boolean
  language: 'en' | 'de'
  quietFrom: number | null
  quietTo: number | null
  timeZone: string | null
}

export interface Subscription extends NewSubscription {
  id: number
  createdAt: Date
  sentAt: Date | null
  failures: number
  failure: string | null
}

const columns = sql`
  s.id, s.token_id as "tokenId", s.user_id as "userId", s.kind, s.endpoint, s.p256dh, s.auth,
  s.shows_details as details, s.language, s.quiet_from as "quietFrom", s.quiet_to as "quietTo", s.time_zone as "timeZone",
  s.created_at as "createdAt", s.sent_at as "sentAt", s.failures, s.failure`

export async function findSubscription(db: Queryable, tokenId: number): Promise<Subscription | undefined> {
  const rows = await rowsOf(
    db,
    sql<Subscription>`
      select ${columns} from push_subscriptions s where s.token_id = ${tokenId}`,
  )
  return rows[0]
}

/** Replaces the subscription of the session, and that of an earlier session of the same device. */
export async function putSubscription(tx: Tx, one: NewSubscription): Promise<void> {
  await execute(
    tx,
    sql`
      delete from push_subscriptions s where s.token_id = ${one.tokenId} or s.endpoint = ${one.endpoint}`,
  )
  await execute(
    tx,
    sql`
      insert into push_subscriptions
        (token_id, user_id, kind, endpoint, p256dh, auth, shows_details, language, quiet_from, quiet_to, time_zone)
      values (${one.tokenId}, ${one.userId}, ${one.kind}, ${one.endpoint}, ${one.p256dh}, ${one.auth}, ${one.details}, ${one.language},
        ${one.quietFrom}, ${one.quietTo}, ${one.timeZone})`,
  )
}

export type SubscriptionChoices = Pick<NewSubscription, 'details' | 'language' | 'quietFrom' | 'quietTo' | 'timeZone'>

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
             time_zone = ${choices.timeZone}, next_at = case when s.failures = 0 then now() else s.next_at end
       where s.token_id = ${tokenId}`,
  )
}

export async function removeSubscription(db: Queryable, by: { id: number } | { tokenId: number }): Promise<void> {
  const which = 'id' in by ? sql`s.id = ${by.id}` : sql`s.token_id = ${by.tokenId}`
  await execute(db, sql`delete from push_subscriptions s where ${which}`)
}

/** Removes the subscriptions of sessions that were ended. */
export async function forgetEndedSubscriptions(client: Queryable): Promise<void> {
  await execute(
    client,
    sql`
    delete from push_subscriptions s using access_tokens t where t.id = s.token_id and t.revoked_at is not null`,
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
      update push_subscriptions s set next_at = now() + make_interval(secs => ${leaseMs / 1000})
       where s.id in (
         select d.id from push_subscriptions d
          where d.next_at <= now() and exists (
            select from pushes p where p.subscription_id = d.id and p.sent_at is null and p.due_at <= now())
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
