import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { dayMs } from '../../lib/time.ts'
import type { MessageEvent } from './message.ts'

/** Notifies workers that a delivery is due. */
export const deliveryChannel = 'bugle_deliveries'

/** A subject that a channel is to be notified of. */
export interface Delivery {
  id: string
  event: Exclude<MessageEvent, 'issues'>
  /** Null for a test. */
  projectId: number | null
  issueId: string | null
  createdAt: Date
  ruleId: string | null
  attempts: number
  /** Delivery that names the message of the first attempt; null before it. */
  sentIn: string | null
}

/** The deliveries that one message reports, at every attempt the same. */
export interface Batch {
  /** That of its first delivery; names the message. */
  id: string
  deliveries: Delivery[]
}

/** A delivery in the log of a channel. */
export interface LoggedDelivery extends Delivery {
  dueAt: Date
  doneAt: Date | null
  outcome: DeliveryOutcome | null
  status: number | null
  ms: number | null
  failure: string | null
}

export type DeliveryOutcome = 'delivered' | 'dropped'

const columns = sql`
  d.id, d.event, d.project_id as "projectId", d.issue_id as "issueId", d.created_at as "createdAt", d.rule_id as "ruleId",
  d.attempts, d.sent_in as "sentIn"`

/** How long the log is kept, and how many deliveries of a channel. */
const keptDays = 30
const keptOfChannel = 1000
/** Deliveries that may wait for a channel. */
const mostWaiting = 1000

/** A change of an issue that channels are notified of. */
export interface ReportedChange {
  projectId: number
  issueId: string
  event: 'issue.new' | 'issue.regressed'
}

/** A change that a rule sends to a channel. */
export interface NewDelivery extends ReportedChange {
  channelId: string
  ruleId: string
}

/**
 * Queues changes for channels, in the transaction that takes them; one about an issue that was just sent waits. A channel
 * that takes nothing has a bounded number of them.
 */
export async function addDeliveries(tx: Tx, added: readonly NewDelivery[], restMs: number): Promise<void> {
  await execute(
    tx,
    sql`
      insert into deliveries (id, channel_id, project_id, issue_id, event, rule_id, due_at)
      select gen_random_uuid(), n.channel_id, n.project_id, n.issue_id, n.event, n.rule_id, greatest(now(), (
               select max(d.done_at) + make_interval(secs => ${restMs / 1000}) from deliveries d
                where d.channel_id = n.channel_id and d.project_id = n.project_id and d.issue_id = n.issue_id
                  and d.outcome = 'delivered'))
        from unnest(
            ${added.map(({ channelId }) => channelId)}::uuid[], ${added.map(({ projectId }) => projectId)}::int8[],
            ${added.map(({ issueId }) => issueId)}::uuid[], ${added.map(({ event }) => event)}::text[],
            ${added.map(({ ruleId }) => ruleId)}::uuid[]) as n (channel_id, project_id, issue_id, event, rule_id)
          join channels c on c.id = n.channel_id
       where not exists (
           select from deliveries w where w.channel_id = n.channel_id and w.project_id = n.project_id
              and w.issue_id = n.issue_id and w.done_at is null)
         and (select count(*) from deliveries w where w.channel_id = n.channel_id and w.done_at is null) < ${mostWaiting}`,
  )
}

/** Queues a test message. @returns its id */
export async function addTestDelivery(tx: Tx, channelId: string): Promise<string> {
  const [row] = await rowsOf(
    tx,
    sql<{ id: string }>`
      insert into deliveries (id, channel_id, event, due_at) values (gen_random_uuid(), ${channelId}, 'test', now())
      returning id`,
  )
  return row!.id
}

/**
 * Returns what the next message of a channel reports, if anything is due: a test, else what the last attempt tried to send,
 * else everything. Recorded before it is sent, so that a service gets the same again under the same id.
 */
export async function takeBatch(db: Queryable, channelId: string, limit: number): Promise<Batch | undefined> {
  const due = await findDueDeliveries(db, channelId, limit)
  const deliveries = batchOf(due)
  const [first] = deliveries
  if (first === undefined) return undefined
  const id = first.sentIn ?? first.id
  const fresh = deliveries.filter(({ sentIn }) => sentIn === null)
  await execute(
    db,
    sql`update deliveries d set sent_in = ${id} where d.id = any(${fresh.map((one) => one.id)}::uuid[])`,
  )
  return { id, deliveries }
}

function batchOf(due: readonly Delivery[]): Delivery[] {
  const test = due.find(({ event }) => event === 'test')
  if (test !== undefined) return [test]
  const tried = due.find(({ sentIn }) => sentIn !== null)
  return due.filter(({ sentIn }) => sentIn === (tried?.sentIn ?? null))
}

/** Returns the deliveries of a channel that are due, the oldest first. */
async function findDueDeliveries(db: Queryable, channelId: string, limit: number): Promise<Delivery[]> {
  return rowsOf(
    db,
    sql<Delivery>`
      select ${columns} from deliveries d where d.channel_id = ${channelId} and d.done_at is null and d.due_at <= now()
       order by d.created_at, d.id limit ${limit}`,
  )
}

/** Ends deliveries by the outcome of each. */
export async function endDeliveries(
  db: Queryable,
  ended: readonly { id: string; outcome: DeliveryOutcome }[],
  { status, ms }: { status: number | null; ms: number | null },
): Promise<void> {
  await execute(
    db,
    sql`
      update deliveries d set done_at = now(), outcome = n.outcome, status = ${status}, ms = ${ms}, failure = null,
             attempts = d.attempts + case n.outcome when 'delivered' then 1 else 0 end
        from unnest(
          ${ended.map(({ id }) => id)}::uuid[], ${ended.map(({ outcome }) => outcome)}::text[]) as n (id, outcome)
       where d.id = n.id and d.done_at is null`,
  )
}

/** Notes an attempt that failed. */
export async function noteAttempt(
  db: Queryable,
  ids: readonly string[],
  { why, status, ms }: { why: string; status: number | null; ms: number },
): Promise<void> {
  await execute(
    db,
    sql`
      update deliveries d set attempts = d.attempts + 1, failure = ${why}, status = ${status}, ms = ${ms}
       where d.id = any(${ids}::uuid[]) and d.done_at is null`,
  )
}

/** Drops deliveries that could not be made within a day, and forgets the old ones of a channel. */
export async function forgetOldDeliveries(db: Queryable, channelId: string): Promise<void> {
  await execute(
    db,
    sql`
      update deliveries d set done_at = now(), outcome = 'dropped'
       where d.channel_id = ${channelId} and d.done_at is null and d.created_at < now() - make_interval(secs => ${dayMs / 1000})`,
  )
  await execute(
    db,
    sql`
      delete from deliveries d where d.channel_id = ${channelId} and d.done_at is not null and (
        d.created_at < now() - make_interval(days => ${keptDays}) or d.created_at < (
          select o.created_at from deliveries o where o.channel_id = ${channelId}
           order by o.created_at desc offset ${keptOfChannel} limit 1))`,
  )
}

/** Returns the log of a channel, the newest first. */
export async function findLog(
  db: Queryable,
  channelId: string,
  { after, limit }: { after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<LoggedDelivery[]> {
  return rowsOf(
    db,
    sql<LoggedDelivery>`
      select ${columns}, d.due_at as "dueAt", d.done_at as "doneAt", d.outcome, d.status, d.ms, d.failure
        from deliveries d
       where d.channel_id = ${channelId} and (${after?.createdAt ?? null}::timestamptz is null
             or (d.created_at, d.id) < (${after?.createdAt ?? null}, ${after?.id ?? null}::uuid))
       order by d.created_at desc, d.id desc limit ${limit}`,
  )
}
