import { type AlertTrigger, type ChannelKindName, extraEvents } from '@bugle/protocol'
import { mainBucket } from '../../db/buckets.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, type Fragment, rowsOf, sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group-by.ts'
import { dayMs } from '../../lib/time.ts'
import { keepingState } from './kinds/index.ts'
import type { ExtraEvent } from './message.ts'

/** Notifies workers that a delivery is due. */
export const deliveryChannel = 'bugle_deliveries'

/** A subject that a channel is to be notified of. */
export interface Delivery {
  id: string
  event: AlertTrigger | 'recovered' | 'test' | ExtraEvent
  /** Null for a test. */
  projectId: number | null
  /** The bucket of the project; the main one without a project. */
  bucket: string
  issueId: string | null
  /** The release, monitor, feedback, incident or audit entry that it is about, or empty. */
  subject: string
  createdAt: Date
  ruleId: string | null
  attempts: number
  isUrgent: boolean
  /** Delivery that names the message of the first attempt; null before it. */
  sentIn: string | null
  /** The delivery that named the message which this one edits, and what the service calls that. */
  edits: string | null
  editsRef: string | null
}

/** The deliveries that one message reports, at every attempt the same. */
export interface Batch {
  /** That of its first delivery; names the message. */
  id: string
  deliveries: readonly Delivery[]
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
  d.id, d.event, d.project_id as "projectId", coalesce((select p.bucket from projects p where p.id = d.project_id), ${mainBucket}) as bucket, d.issue_id as "issueId", d.subject, d.created_at as "createdAt", d.rule_id as "ruleId",
  d.attempts, d.sent_in as "sentIn", d.is_urgent as "isUrgent", d.edits,
  (select o.message_ref from deliveries o where o.id = d.edits) as "editsRef"`

/** How long the log is kept, and how many deliveries of a channel. */
const keptDays = 30
const keptOfChannel = 1000
/** Deliveries that may wait for a channel. */
const mostWaiting = 1000

/** A delivery that a rule sends to a channel. */
export interface NewDelivery {
  channelId: string
  ruleId: string
  projectId: number
  /** Null for one about the project. */
  issueId: string | null
  event: AlertTrigger
  subject: string
  isUrgent: boolean
  /** Time until it is due, and least time since the last about the same. */
  delayMs: number
  restMs: number
  /** Whether it goes with those of its rule that wait already. */
  isGathered: boolean
}

/**
 * Queues what rules send, in the transaction that judged them; each waits a while after the last about the same. A channel that takes nothing has a bounded number of them.
 */
export async function addDeliveries(tx: Tx, added: readonly NewDelivery[]): Promise<void> {
  if (added.length === 0) return
  await execute(
    tx,
    sql`
      insert into deliveries (id, channel_id, project_id, issue_id, event, subject, rule_id, is_urgent, due_at)
      select gen_random_uuid(), n.channel_id, n.project_id, n.issue_id, n.event, n.subject, n.rule_id, n.is_urgent,
             greatest(least(now() + make_interval(secs => n.delay), case when n.is_gathered then (
                 select min(w.due_at) from deliveries w
                  where w.channel_id = n.channel_id and w.rule_id = n.rule_id and w.done_at is null and w.due_at > now()) end), (
               select max(d.done_at) + make_interval(secs => n.rest) from deliveries d
                where d.channel_id = n.channel_id and d.project_id = n.project_id and d.issue_id is not distinct from n.issue_id
                  and d.event = n.event and d.outcome = 'delivered' and (n.issue_id is not null or d.subject = n.subject)))
        from unnest(
            ${added.map(({ channelId }) => channelId)}::uuid[], ${added.map(({ projectId }) => projectId)}::int8[],
            ${added.map(({ issueId }) => issueId)}::uuid[], ${added.map(({ event }) => event)}::text[],
            ${added.map(({ ruleId }) => ruleId)}::uuid[], ${added.map(({ isUrgent }) => isUrgent)}::bool[],
            ${added.map(({ subject }) => subject)}::text[], ${added.map(({ delayMs }) => delayMs / 1000)}::float8[],
            ${added.map(({ restMs }) => restMs / 1000)}::float8[], ${added.map(({ isGathered }) => isGathered)}::bool[])
            as n (channel_id, project_id, issue_id, event, rule_id, is_urgent, subject, delay, rest, is_gathered)
          join channels c on c.id = n.channel_id
       where not exists (
           select 1 from deliveries w where w.channel_id = n.channel_id and w.project_id = n.project_id
              and w.issue_id is not distinct from n.issue_id and w.event = n.event and w.subject = n.subject and w.done_at is null)
         and ${hasRoom(sql`n.channel_id`)}`,
  )
}

/**
 * Queues that a rule holds for nothing of a project any more, for the channels that were notified of it since it last
 * recovered: those that keep a state, and all where the rule says so.
 */
export async function addRecoveries(
  tx: Tx,
  settled: readonly { projectId: number; ruleId: string }[],
  notifiesAll: (ruleId: string) => boolean,
): Promise<void> {
  if (settled.length === 0) return
  await execute(
    tx,
    sql`
      insert into deliveries (id, channel_id, project_id, event, rule_id, due_at)
      select gen_random_uuid(), s.channel_id, n.project_id, 'recovered', n.rule_id, now()
        from unnest(
            ${settled.map(({ projectId }) => projectId)}::int8[], ${settled.map(({ ruleId }) => ruleId)}::uuid[],
            ${settled.map(({ ruleId }) => notifiesAll(ruleId))}::bool[]) as n (project_id, rule_id, notifies_all)
          cross join lateral (
            select distinct d.channel_id from deliveries d
             where d.rule_id = n.rule_id and d.project_id = n.project_id and d.outcome = 'delivered' and d.event <> 'recovered'
               and not exists (
                 select 1 from deliveries l where l.rule_id = n.rule_id and l.project_id = n.project_id
                    and l.channel_id = d.channel_id and l.event = 'recovered' and l.created_at > d.done_at)) as s
          join channels c on c.id = s.channel_id
       where c.kind = any(${keepingState}::text[]) or n.notifies_all and 'incidents' <> all(c.extra_events)`,
  )
}

/**
 * Queues that incidents fire or have recovered, for the channels of their rules that ask for incidents, and that they have
 * recovered for those that were sent that they fire.
 */
export async function addIncidentEvents(
  tx: Tx,
  incidents: readonly { id: string; projectId: number; ruleId: string }[],
  event: 'incident.firing' | 'incident.recovered',
): Promise<void> {
  if (incidents.length === 0) return
  await execute(
    tx,
    sql`
      insert into deliveries (id, channel_id, project_id, event, subject, rule_id, due_at)
      select gen_random_uuid(), t.channel_id, n.project_id, ${event}, n.id::text, n.rule_id, now()
        from unnest(
            ${incidents.map(({ id }) => id)}::uuid[], ${incidents.map(({ projectId }) => projectId)}::int8[],
            ${incidents.map(({ ruleId }) => ruleId)}::uuid[]) as n (id, project_id, rule_id)
          cross join lateral (
            select c.id as channel_id from alert_rule_channels r join channels c on c.id = r.channel_id
             where r.rule_id = n.rule_id and 'incidents' = any(c.extra_events)
            union
            select d.channel_id from deliveries d
             where d.rule_id = n.rule_id and d.project_id = n.project_id and d.event = 'incident.firing' and d.subject = n.id::text
               and ${event} <> 'incident.firing') as t
       where ${hasRoom(sql`t.channel_id`)}`,
  )
}

/** An entry of the audit trail that is still to be sent. */
export interface PendingEntry {
  id: number
  organizationId: string
}

/** Queues entries of audit trails for the channels that ask for them. */
export async function addAuditEntries(tx: Tx, entries: readonly PendingEntry[]): Promise<void> {
  if (entries.length === 0) return
  await execute(
    tx,
    sql`
      insert into deliveries (id, channel_id, event, subject, due_at)
      select gen_random_uuid(), c.id, 'audit.entry', n.id::text, now()
        from unnest(${entries.map(({ id }) => id)}::int8[], ${entries.map(({ organizationId }) => organizationId)}::uuid[])
            as n (id, organization_id)
          join channels c on c.organization_id = n.organization_id and 'audit' = any(c.extra_events)
       where ${hasRoom(sql`c.id`)}`,
  )
}

/** Builds the condition that fewer deliveries wait for a channel than may. */
function hasRoom(channelId: Fragment): Fragment {
  return sql`(select count(*) from deliveries w where w.channel_id = ${channelId} and w.done_at is null) < ${mostWaiting}`
}

/** An incident that is over. */
export interface OverIncident {
  projectId: number
  ruleId: string
  /** Zero for one about a project. */
  issueId: string
  trigger: AlertTrigger
  subject: string
}

/** How long messages are edited. */
const editedDays = 7

/** A message of the last days, and one of the incidents that it reports. */
interface ReportedIn extends OverIncident {
  channelId: string
  sentIn: string
  /** The project and rule of the incident that ended. */
  endedProjectId: number
  endedRuleId: string
}

/**
 * Queues edits of the messages that reported these incidents, where everything that they report is over.
 *
 * @param findOpen returns those of some incidents that are open
 */
export async function addEdits(
  tx: Tx,
  over: readonly OverIncident[],
  findOpen: (incidents: readonly OverIncident[]) => Promise<readonly OverIncident[]>,
): Promise<void> {
  const messages = groupBy(await findMessages(tx, over), ({ channelId, sentIn }) => `${channelId} ${sentIn}`)
  const open = new Set((await findOpen([...messages.values()].flat())).map(keyOf))
  const settled = [...messages.values()].flatMap((reported) =>
    reported.some((one) => open.has(keyOf(one))) ? [] : reported.slice(0, 1),
  )
  if (settled.length === 0) return
  await execute(
    tx,
    sql`
      insert into deliveries (id, channel_id, project_id, event, rule_id, edits, due_at)
      select gen_random_uuid(), m.channel_id, m.project_id, 'recovered', m.rule_id, m.sent_in, now()
        from unnest(
          ${settled.map(({ channelId }) => channelId)}::uuid[], ${settled.map((one) => one.endedProjectId)}::int8[],
          ${settled.map((one) => one.endedRuleId)}::uuid[], ${settled.map(({ sentIn }) => sentIn)}::uuid[])
            as m (channel_id, project_id, rule_id, sent_in)`,
  )
}

const keyOf = ({ projectId, ruleId, issueId, trigger, subject }: OverIncident) =>
  `${projectId} ${ruleId} ${issueId} ${trigger} ${subject}`

/** Returns the messages that reported these incidents and are not edited yet, each with everything that it reports. */
async function findMessages(tx: Tx, over: readonly OverIncident[]): Promise<ReportedIn[]> {
  if (over.length === 0) return []
  return rowsOf(
    tx,
    sql<ReportedIn>`
      select m.channel_id as "channelId", m.sent_in as "sentIn", m.project_id as "endedProjectId", m.rule_id as "endedRuleId",
             o.project_id as "projectId", o.rule_id as "ruleId",
             coalesce(o.issue_id, '00000000-0000-0000-0000-000000000000') as "issueId", o.event as trigger, o.subject
        from (
          select distinct on (d.channel_id, d.sent_in) d.channel_id, d.project_id, d.rule_id, d.sent_in
            from unnest(
                ${over.map(({ projectId }) => projectId)}::int8[], ${over.map(({ ruleId }) => ruleId)}::uuid[],
                ${over.map(({ issueId }) => issueId)}::uuid[], ${over.map(({ trigger }) => trigger)}::text[],
                ${over.map(({ subject }) => subject)}::text[]) as n (project_id, rule_id, issue_id, trigger, subject)
              join deliveries d on d.rule_id = n.rule_id and d.project_id = n.project_id and d.event = n.trigger
               and coalesce(d.issue_id, '00000000-0000-0000-0000-000000000000') = n.issue_id and d.subject = n.subject
           where d.outcome = 'delivered' and d.message_ref is not null and d.edits is null
             and d.created_at > now() - make_interval(days => ${editedDays})
           order by d.channel_id, d.sent_in) as m
        join deliveries o on o.channel_id = m.channel_id and o.sent_in = m.sent_in
       where not exists (select 1 from deliveries e where e.channel_id = m.channel_id and e.edits = m.sent_in)`,
  )
}

/** Returns what a message of a channel reported. */
export async function findReported(db: Queryable, sentIn: string): Promise<Delivery[]> {
  return rowsOf(
    db,
    sql<Delivery>`
      select ${columns} from deliveries n join deliveries d on d.channel_id = n.channel_id and d.sent_in = n.id
       where n.id = ${sentIn} and d.outcome = 'delivered' order by d.created_at, d.id`,
  )
}

/** Counts the messages of a channel in the last hour, and says when the first of them was sent. */
export async function countSent(db: Queryable, channelId: string): Promise<{ messages: number; oldest: Date | null }> {
  const [row] = await rowsOf(
    db,
    sql<{ messages: number; oldest: Date | null }>`
      select count(distinct d.sent_in) as messages, min(d.done_at) as oldest from deliveries d
       where d.channel_id = ${channelId} and d.outcome = 'delivered' and d.done_at > now() - interval '1 hour'
         and d.event <> 'test' and d.edits is null`,
  )
  return row!
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
 * else everything of one bucket. Recorded before it is sent, so that a service gets the same again under the same id.
 *
 * @param onlyUrgent leaves out what may be held back
 */
export async function takeBatch(
  db: Queryable,
  { id: channelId, kind }: { id: string; kind: ChannelKindName },
  { limit, onlyUrgent }: { limit: number; onlyUrgent: boolean },
): Promise<Batch | undefined> {
  const due = await findDueDeliveries(db, channelId, { limit, onlyUrgent })
  const deliveries = batchOf(due, keepingState.includes(kind))
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

function batchOf(due: readonly Delivery[], keepsState: boolean): readonly Delivery[] {
  const test = due.find(({ event }) => event === 'test')
  if (test !== undefined) return [test]
  const tried = due.find(({ sentIn }) => sentIn !== null)
  if (tried !== undefined) return due.filter(({ sentIn }) => sentIn === tried.sentIn)
  const [first] = due
  if (first === undefined || first.event === 'recovered') return due.slice(0, 1)
  if (isExtra(first))
    return due.filter(({ event, bucket }) => event === first.event && bucket === first.bucket).slice(0, mostExtra)
  const messages = due.filter((one) => !isExtra(one) && one.bucket === first.bucket)
  const end = messages.findIndex(({ event }) => event === 'recovered')
  const before = end === -1 ? messages : messages.slice(0, end)
  return keepsState ? before.filter((one) => isOfSame(one, first)) : before
}

/** Incidents or audit entries of one request. */
const mostExtra = 100

/** Tells whether a delivery is none of a message of a rule: a webhook asked for it. */
export function isExtra(one: Delivery): one is Delivery & { event: ExtraEvent } {
  return (extraEvents as readonly string[]).includes(one.event)
}

/** Services that keep a state have one for each rule and project. */
function isOfSame(one: Delivery, other: Delivery): boolean {
  return one.ruleId === other.ruleId && one.projectId === other.projectId
}

/** Deliveries that pass quiet hours and limits: urgent ones, and a test, which somebody is waiting for. */
const mayPass = sql`(d.is_urgent or d.event = 'test')`

/** Returns the deliveries of a channel that are due, the oldest first. */
async function findDueDeliveries(
  db: Queryable,
  channelId: string,
  { limit, onlyUrgent }: { limit: number; onlyUrgent: boolean },
): Promise<Delivery[]> {
  return rowsOf(
    db,
    sql<Delivery>`
      select ${columns} from deliveries d where d.channel_id = ${channelId} and d.done_at is null and d.due_at <= now()
         and (not ${onlyUrgent} or ${mayPass})
       order by d.created_at, d.id limit ${limit}`,
  )
}

/** Holds back what is due in quiet hours, and beyond a limit. */
export async function holdBack(db: Queryable, channelId: string, ms: number): Promise<void> {
  await execute(
    db,
    sql`
      update deliveries d set due_at = now() + make_interval(secs => ${ms / 1000})
       where d.channel_id = ${channelId} and d.done_at is null and d.due_at <= now() and not ${mayPass}`,
  )
}

/** Lets deliveries that cannot be written now wait: others of the channel are sent meanwhile. */
export async function postponeDeliveries(db: Queryable, ids: readonly string[], ms: number): Promise<void> {
  await execute(
    db,
    sql`
      update deliveries d set due_at = now() + make_interval(secs => ${ms / 1000})
       where d.id = any(${ids}::uuid[]) and d.done_at is null`,
  )
}

/** Queues a delivery of a channel once more. @returns the new id, if there is such a one */
export async function addAgain(tx: Tx, channelId: string, id: string): Promise<string | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ id: string }>`
      insert into deliveries (id, channel_id, project_id, issue_id, event, subject, rule_id, is_urgent, due_at)
      select gen_random_uuid(), d.channel_id, d.project_id, d.issue_id, d.event, d.subject, d.rule_id, true, now() from deliveries d
       where d.id = ${id} and d.channel_id = ${channelId}
      returning id`,
  )
  return rows[0]?.id
}

/** Ends deliveries by the outcome of each. */
export async function endDeliveries(
  db: Queryable,
  ended: readonly { id: string; outcome: DeliveryOutcome }[],
  { status, ms, reference }: { status: number | null; ms: number | null; reference?: string | undefined },
): Promise<void> {
  await execute(
    db,
    sql`
      update deliveries d set done_at = now(), outcome = n.outcome, status = ${status}, ms = ${ms}, failure = null,
             message_ref = ${reference ?? null},
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
