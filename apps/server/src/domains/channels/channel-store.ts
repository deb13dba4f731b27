import type { ChannelKindName } from '@bugle/protocol'
import { limits } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import type { QuietColumns } from '../../lib/quiet-hours.ts'

/** A channel; in its quiet hours only urgent messages are sent. */
export interface ChannelRow extends QuietColumns {
  id: string
  organizationId: string
  kind: ChannelKindName
  name: string
  sealedConfig: string
  host: string
  createdAt: Date
  deliveredAt: Date | null
  failures: number
  failure: string | null
  brokenAt: Date | null
  /** Events that a webhook is sent beside the messages of rules: `incidents`, `audit`. */
  extraEvents: string[]
}

const columns = sql`
  c.id, c.organization_id as "organizationId", c.kind, c.name, c.sealed_config as "sealedConfig", c.host,
  c.created_at as "createdAt", c.delivered_at as "deliveredAt", c.failures, c.failure, c.broken_at as "brokenAt",
  c.quiet_from as "quietFrom", c.quiet_to as "quietTo", c.time_zone as "timeZone", c.quiet_days as "quietDays",
  c.extra_events as "extraEvents"`

/** Returns the channels of an organization by name, or the one of them. */
export async function findChannels(db: Queryable, organizationId: string, id?: string): Promise<ChannelRow[]> {
  return rowsOf(
    db,
    sql<ChannelRow>`
      select ${columns} from channels c
      where c.organization_id = ${organizationId} and (${id ?? null}::uuid is null or c.id = ${id ?? null})
      order by lower(c.name)`,
  )
}

/** Returns the channel of an id, whatever its organization. */
export async function findChannelById(db: Queryable, id: string): Promise<ChannelRow | undefined> {
  const rows = await rowsOf(db, sql<ChannelRow>`select ${columns} from channels c where c.id = ${id}`)
  return rows[0]
}

export type NewChannel = Pick<
  ChannelRow,
  'id' | 'organizationId' | 'kind' | 'name' | 'sealedConfig' | 'host' | 'extraEvents'
> & {
  createdBy: string | null
}

/** Adds a channel; the caller holds the organization. @returns whether its name was free and there was room */
export async function insertChannel(tx: Tx, one: NewChannel): Promise<boolean> {
  const inserted = await rowsOf(
    tx,
    sql<{ id: string }>`
      insert into channels (id, organization_id, kind, name, sealed_config, host, extra_events, created_by)
      select ${one.id}, ${one.organizationId}, ${one.kind}, ${one.name}, ${one.sealedConfig}, ${one.host},
             ${one.extraEvents}::text[], ${one.createdBy}
       where (select count(*) from channels o where o.organization_id = ${one.organizationId}) < ${limits.channels}
      on conflict (organization_id, lower(name)) do nothing returning id`,
  )
  return inserted.length > 0
}

type ChangedChannel = Pick<
  ChannelRow,
  | 'id'
  | 'organizationId'
  | 'name'
  | 'sealedConfig'
  | 'host'
  | 'extraEvents'
  | 'quietFrom'
  | 'quietTo'
  | 'timeZone'
  | 'quietDays'
>

/** Changes a channel, which is then taken for working again. @returns whether its name was free */
export async function updateChannel(tx: Tx, one: ChangedChannel): Promise<boolean> {
  const updated = await execute(
    tx,
    sql`
      update channels c set name = ${one.name}, sealed_config = ${one.sealedConfig}, host = ${one.host},
             extra_events = ${one.extraEvents}::text[],
             quiet_from = ${one.quietFrom}, quiet_to = ${one.quietTo}, time_zone = ${one.timeZone}, quiet_days = ${one.quietDays}::int2[],
             failures = 0, failure = null, broken_at = null, next_at = now()
       where c.id = ${one.id} and not exists (
         select 1 from channels o where o.organization_id = ${one.organizationId} and lower(o.name) = lower(${one.name})
            and o.id <> ${one.id})`,
  )
  return updated > 0
}

export async function deleteChannel(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`delete from channels c where c.id = ${id}`)
}

/**
 * Claims channels with something due: no other worker sends to them until `leaseMs` are over. Each organization has a share,
 * so that the slow services of one delay nobody else.
 */
export async function claimDueChannels(
  db: Queryable,
  { limit, leaseMs, share, busy }: { limit: number; leaseMs: number; share: number; busy: ReadonlyMap<string, number> },
): Promise<ChannelRow[]> {
  return rowsOf(
    db,
    sql<ChannelRow>`
      with due as (
        select d.id, d.organization_id, row_number() over (partition by d.organization_id order by d.next_at) as position
          from channels d
         where d.next_at <= now() and d.broken_at is null and exists (
           select 1 from deliveries w where w.channel_id = d.id and w.done_at is null and w.due_at <= now())
      ), busy as (
        select * from unnest(${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int4[]) as b (organization_id, count)
      ), claimed as (
        select l.id from channels l
          join due d on d.id = l.id
          left join busy b on b.organization_id = d.organization_id
         where d.position <= ${share} - coalesce(b.count, 0) and l.next_at <= now()
         order by d.position, l.next_at limit ${limit} for update of l skip locked
      )
      update channels c set next_at = now() + make_interval(secs => ${leaseMs / 1000})
       where c.id in (select k.id from claimed k)
      returning ${columns}`,
  )
}

/** SQL condition: a delivery is due, or an entry of an audit trail is to become one. */
export const deliveriesAreDue = `(exists (select 1 from organization_entries e where e.is_pending) or exists (select 1 from deliveries w join channels c on c.id = w.channel_id
  where w.done_at is null and w.due_at <= now() and c.next_at <= now() and c.broken_at is null))`

/** Lets the next message of a channel be sent after this time. */
export async function restChannel(db: Queryable, id: string, ms: number): Promise<void> {
  await execute(db, sql`update channels c set next_at = now() + make_interval(secs => ${ms / 1000}) where c.id = ${id}`)
}

/** Records a message that was taken. A channel that was broken while it was on its way, as by its reader, stays so and says why. */
export async function noteDelivered(db: Queryable, id: string, restMs: number): Promise<void> {
  await execute(
    db,
    sql`
      update channels c set delivered_at = now(),
             failures = case when c.broken_at is null then 0 else c.failures end,
             failure = case when c.broken_at is null then null else c.failure end,
             next_at = now() + make_interval(secs => ${restMs / 1000})
       where c.id = ${id}`,
  )
}

/**
 * Records a message that was not taken; a channel that was broken meanwhile keeps its reason, and one that somebody gave
 * another address meanwhile is not to blame.
 *
 * @param counts whether it is a failure: a service that says when to come back is busy
 */
export async function noteUndelivered(
  db: Queryable,
  { id, sealedConfig }: Pick<ChannelRow, 'id' | 'sealedConfig'>,
  { why, restMs, counts }: { why: string; restMs: number; counts: boolean },
): Promise<void> {
  await execute(
    db,
    sql`
      update channels c set failures = c.failures + ${counts ? 1 : 0}, failure = ${why},
             next_at = now() + make_interval(secs => ${restMs / 1000})
       where c.id = ${id} and c.sealed_config = ${sealedConfig} and c.broken_at is null`,
  )
}

/** Records that a channel takes nothing any more, unless it has another address by now. @returns whether that is news */
export async function breakChannel(
  tx: Tx,
  { id, sealedConfig }: Pick<ChannelRow, 'id' | 'sealedConfig'>,
  why: string,
): Promise<boolean> {
  const broken = await execute(
    tx,
    sql`
      update channels c set broken_at = now(), failure = ${why}, failures = c.failures + 1
       where c.id = ${id} and c.sealed_config = ${sealedConfig} and c.broken_at is null`,
  )
  return broken > 0
}

/** A channel that takes nothing, with the address of one who can mend it. */
export interface BrokenChannel {
  organizationId: string
  organization: string
  name: string
  failure: string
  email: string
}

/** Undefined if it was mended, or nobody can be reached. Its creator is preferred, then owners before admins. */
export async function findBrokenChannel(db: Queryable, id: string): Promise<BrokenChannel | undefined> {
  const rows = await rowsOf(
    db,
    sql<BrokenChannel>`
      select o.id as "organizationId", o.name as organization, c.name, c.failure, u.email
        from channels c
          join organizations o on o.id = c.organization_id
          join memberships m on m.organization_id = o.id and m.role in ('owner', 'admin')
          join users u on u.id = m.user_id and u.email_confirmed_at is not null and u.disabled_at is null
       where c.id = ${id} and c.broken_at is not null
       order by (u.id = c.created_by) desc nulls last, m.role = 'owner' desc, m.created_at, u.id limit 1`,
  )
  return rows[0]
}
