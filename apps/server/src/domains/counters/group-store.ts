import { type HexId, toHexId } from '@bugle/protocol'
import {
  byteaArray,
  int2Array,
  int4Array,
  int8Array,
  textArray,
  timestamptzArray,
  uuidArray,
} from '../../db/binary-array.ts'
import { transactionTime } from '../../db/clock.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { type Fragment, sql } from '../../db/sql.ts'
import { dayMs } from '../../lib/time.ts'

/** Increments of a group in a batch. Ids are 32 hex digits, times are epoch milliseconds. */
export interface GroupCount {
  projectId: number
  groupId: HexId
  count: number
  newUsers: number
  firstSeenAt: number
  lastSeenAt: number
  firstEventId: HexId
  lastEventId: HexId
  firstReleaseId: number
  lastReleaseId: number
}

export interface CountedGroup {
  projectId: number
  groupId: HexId
  isNew: boolean
  userCount: number
}

/**
 * Adds to the counters of groups, in key order. If two workers meet a new group at once, the key decides which of them
 * created it.
 */
export async function countGroups(tx: Tx, groups: readonly GroupCount[]): Promise<CountedGroup[]> {
  const { rows } = await tx.query<{ project_id: number; group_id: string; is_new: boolean; user_count: number }>({
    name: 'count-groups',
    text: `insert into group_stats as g (project_id, event_count, first_seen_at, last_seen_at, group_id, first_event_id,
                                         last_event_id, user_count, first_release_id, last_release_id)
           select * from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::timestamptz[], $5::uuid[], $6::uuid[],
                                $7::uuid[], $8::int4[], $9::int4[], $10::int4[])
           on conflict (project_id, group_id) do update
              set event_count = g.event_count + excluded.event_count,
                  user_count = g.user_count + excluded.user_count,
                  first_event_id = case when excluded.first_seen_at < g.first_seen_at
                                        then excluded.first_event_id else g.first_event_id end,
                  first_release_id = case when excluded.first_seen_at < g.first_seen_at
                                          then excluded.first_release_id else g.first_release_id end,
                  first_seen_at = least(g.first_seen_at, excluded.first_seen_at),
                  last_event_id = case when excluded.last_seen_at >= g.last_seen_at
                                       then excluded.last_event_id else g.last_event_id end,
                  last_release_id = case when excluded.last_seen_at >= g.last_seen_at
                                         then excluded.last_release_id else g.last_release_id end,
                  last_seen_at = greatest(g.last_seen_at, excluded.last_seen_at)
        returning g.project_id, g.group_id, g.xmax = 0 as is_new, g.user_count`,
    values: [
      int8Array(groups.map((group) => group.projectId)),
      int8Array(groups.map((group) => group.count)),
      timestamptzArray(groups.map((group) => group.firstSeenAt)),
      timestamptzArray(groups.map((group) => group.lastSeenAt)),
      uuidArray(groups.map((group) => group.groupId)),
      uuidArray(groups.map((group) => group.firstEventId)),
      uuidArray(groups.map((group) => group.lastEventId)),
      int4Array(groups.map((group) => group.newUsers)),
      int4Array(groups.map((group) => group.firstReleaseId)),
      int4Array(groups.map((group) => group.lastReleaseId)),
    ],
  })
  return rows.map((row) => ({
    projectId: row.project_id,
    groupId: toHexId(row.group_id),
    isNew: row.is_new,
    userCount: row.user_count,
  }))
}

/** Stands for all environments or all releases in daily counters. -1 is a value beyond the limit, 0 means none. */
export const totalId = -2

/** Condition on daily counters: those over all environments and all releases. */
export function onlyTotals(alias: string): Fragment {
  const [environment, release] = [sql.ref(`${alias}.environment_id`), sql.ref(`${alias}.release_id`)]
  return sql`${environment} = ${sql.lit(totalId)} and ${release} = ${sql.lit(totalId)}`
}

/**
 * Builds a select of the hours in which groups have events, with those columns of `groups`: `hour` since 1970 and
 * `event_count`, over all environments and releases, by platform.
 *
 * @param groups a select with `project_id` and `group_id`
 * @param since only hours that begin at this time or later, as an SQL expression
 * @param until only hours that begin before this time, as an SQL expression
 */
export function groupHours(groups: Fragment, { since, until }: { since?: Fragment; until?: Fragment }): Fragment {
  const dayOf = (time: Fragment) => sql`((${time}) at time zone 'UTC')::date`
  const numberOf = (time: Fragment) => sql`ceil(extract(epoch from ${time}) / 3600)::int4`
  return sql`select h.*
            from (select g.*, (d.day - date '1970-01-01') * 24 + generate_subscripts(d.hours, 1) as hour,
                         unnest(d.hours) as event_count
                    from (${groups}) as g
                    join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id and ${onlyTotals('d')}
                         ${since === undefined ? sql`` : sql`and d.day >= ${dayOf(since)}`}
                         ${until === undefined ? sql`` : sql`and d.day <= ${dayOf(until)}`}) as h
           where h.event_count is not null
                 ${since === undefined ? sql`` : sql`and h.hour >= ${numberOf(since)}`}
                 ${until === undefined ? sql`` : sql`and h.hour < ${numberOf(until)}`}`
}

/** Builds a select of the groups of an issue, for `groupHours`; the arguments are columns or parameters. */
export function groupsOfIssue(projectId: Fragment, issueId: Fragment): Fragment {
  return sql`select member.project_id, member.group_id from groups member
    where member.project_id = ${projectId} and member.issue_id = ${issueId}`
}

/** Increment of one hour within its day. */
export interface DayCount {
  projectId: number
  groupId: HexId
  /** Start of the day in UTC, epoch milliseconds. */
  day: number
  /** From 0 to 23. */
  hour: number
  /** An environment, or `totalId`. */
  environmentId: number
  /** A release, or `totalId`. */
  releaseId: number
  platform: number
  count: number
}

/** Adds to the daily counters of groups. Each element holds the hours of one counter; counters are in key order. */
export function countGroupDays(tx: Queryable, days: readonly (readonly DayCount[])[]): Promise<void> {
  return countDays(tx, days, 'all')
}

/** Does the same, except for groups that were deleted meanwhile. */
export function countDaysOfKnownGroups(tx: Queryable, days: readonly (readonly DayCount[])[]): Promise<void> {
  return countDays(tx, days, 'known')
}

type CountedGroups = 'all' | 'known'

async function countDays(tx: Queryable, days: readonly (readonly DayCount[])[], groups: CountedGroups): Promise<void> {
  // A statement can change a row only once; the first one has locked the rows of the others.
  for (let [nth, left] = [0, days]; left.length > 0; nth += 1) {
    const counts = left.map((hours) => hours[nth]!)
    await countNthHours(tx, counts, groups)
    left = left.filter((hours) => hours.length > nth + 1)
  }
}

async function countNthHours(tx: Queryable, counts: readonly DayCount[], groups: CountedGroups): Promise<void> {
  const isKnown = 'exists (select 1 from groups g where g.project_id = c.project_id and g.group_id = c.group_id)'
  await tx.query({
    name: `count-group-days-${groups}`,
    text: `insert into group_daily as d (project_id, day, environment_id, release_id, group_id, event_count, platform,
                                         first_hour, last_hour, hours)
           select c.project_id, date '1970-01-01' + c.day, c.environment_id, c.release_id, c.group_id, c.event_count,
                  c.platform, c.hour, c.hour, array_fill(c.event_count, array[1], array[c.hour::int4])
             from unnest($1::int8[], $2::int4[], $3::int4[], $4::int4[], $5::uuid[], $6::int8[], $7::int2[], $8::int2[])
                  as c (project_id, day, environment_id, release_id, group_id, event_count, platform, hour)
            ${groups === 'known' ? `where ${isKnown}` : ''}
           on conflict (project_id, day, environment_id, release_id, group_id, platform)
           do update set event_count = d.event_count + excluded.event_count,
                         first_hour = least(d.first_hour, excluded.first_hour),
                         last_hour = greatest(d.last_hour, excluded.last_hour),
                         hours[excluded.first_hour] = coalesce(d.hours[excluded.first_hour], 0) + excluded.event_count`,
    values: [
      int8Array(counts.map((count) => count.projectId)),
      int4Array(counts.map((count) => count.day / dayMs)),
      int4Array(counts.map((count) => count.environmentId)),
      int4Array(counts.map((count) => count.releaseId)),
      uuidArray(counts.map((count) => count.groupId)),
      int8Array(counts.map((count) => count.count)),
      int2Array(counts.map((count) => count.platform)),
      int2Array(counts.map((count) => count.hour)),
    ],
  })
}

export interface GroupUser {
  projectId: number
  groupId: HexId
  userKey: number
}

/** Users of a group that it had not seen before. */
export interface NewUsers {
  projectId: number
  groupId: HexId
  count: number
  /** The users, if the issue has other groups that may have seen them. */
  shared: GroupUser[]
}

/** Records users of groups; returns those that a group had not seen before. */
export async function addGroupUsers(tx: Tx, users: readonly GroupUser[]): Promise<NewUsers[]> {
  if (users.length === 0) return []
  const { rows } = await tx.query<{ project_id: number; group_id: string; count: number; shared: number[] | null }>({
    name: 'add-group-users',
    text: `with fresh as (
             insert into group_users (project_id, group_id, user_key)
             select * from unnest($1::int8[], $2::uuid[], $3::int8[])
             on conflict do nothing returning project_id, group_id, user_key)
           select f.project_id, f.group_id, f.count, case when not g.is_alone then f.users end as shared
             from (select project_id, group_id, count(*)::int4 as count, array_agg(user_key) as users
                     from fresh group by project_id, group_id) as f
             left join groups g on g.project_id = f.project_id and g.group_id = f.group_id`,
    values: [
      int8Array(users.map((user) => user.projectId)),
      uuidArray(users.map((user) => user.groupId)),
      int8Array(users.map((user) => user.userKey)),
    ],
  })
  return rows.map(({ project_id: projectId, group_id, count, shared }) => {
    const groupId = toHexId(group_id)
    const known = (shared ?? []).map((userKey) => ({ projectId, groupId, userKey }))
    return { projectId, groupId, count, shared: known }
  })
}

export interface NewGroup {
  projectId: number
  groupId: HexId
  /** 64 hex digits. */
  fingerprint: string
  grouping: object
}

/**
 * Stores the immutable data of groups. A new group is its own issue, under the same id. One that is known already, because
 * it has exact groups, stays as it is.
 */
export async function insertGroups(tx: Tx, groups: readonly NewGroup[]): Promise<void> {
  await tx.query(
    `insert into groups (project_id, group_id, issue_id, fingerprint, grouping, created_at, counts_from)
     select c.project_id, c.group_id, c.group_id, c.fingerprint, c.grouping::jsonb, $5::timestamptz,
            coalesce((select d.deleted_at from deleted_groups d
                       where d.project_id = c.project_id and d.group_id = c.group_id), '-infinity')
       from unnest($1::int8[], $2::uuid[], $3::bytea[], $4::text[]) as c (project_id, group_id, fingerprint, grouping)
     on conflict (project_id, group_id) do nothing`,
    [
      int8Array(groups.map((group) => group.projectId)),
      uuidArray(groups.map((group) => group.groupId)),
      byteaArray(groups.map((group) => Buffer.from(group.fingerprint, 'hex'))),
      textArray(groups.map((group) => JSON.stringify(group.grouping))),
      await transactionTime(tx),
    ],
  )
}

/** Returns which of these groups a project has, as 32 hex digits. */
export async function findKnownGroups(tx: Tx, projectId: number, groupIds: readonly HexId[]): Promise<Set<HexId>> {
  const { rows } = await tx.query<{ group_id: string }>(
    'select g.group_id from groups g where g.project_id = $1 and g.group_id = any($2::uuid[])',
    [projectId, uuidArray(groupIds)],
  )
  return new Set(rows.map((row) => toHexId(row.group_id)))
}

/** Returns the number of groups that a project has begun since a time: of exact groups, or of all others. */
export async function countGroupsSince(
  tx: Tx,
  projectId: number,
  since: Date,
  kind: 'exact' | 'other',
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) from groups g
      where g.project_id = $1 and g.created_at >= $2 and (g.key_group_id is not null) = $3`,
    [projectId, since, kind === 'exact'],
  )
  return rows[0]!.count
}

export interface TagCount {
  projectId: number
  groupId: HexId
  key: string
  value: string
  count: number
}

/** Adds to the tag counters of groups, except groups that were deleted meanwhile. */
export async function countGroupTags(tx: Tx, tags: readonly TagCount[]): Promise<void> {
  if (tags.length === 0) return
  await tx.query({
    name: 'count-group-tags',
    text: `insert into group_tags as t (project_id, group_id, key, value, event_count)
           select c.* from unnest($1::int8[], $2::uuid[], $3::text[], $4::text[], $5::int8[])
                    as c (project_id, group_id, key, value, event_count)
            where exists (select 1 from groups g where g.project_id = c.project_id and g.group_id = c.group_id)
           on conflict (project_id, group_id, key, value) do update set event_count = t.event_count + excluded.event_count`,
    values: [
      int8Array(tags.map((tag) => tag.projectId)),
      uuidArray(tags.map((tag) => tag.groupId)),
      textArray(tags.map((tag) => tag.key)),
      textArray(tags.map((tag) => tag.value)),
      int8Array(tags.map((tag) => tag.count)),
    ],
  })
}

/** Returns the values that are already counted individually under the keys of these groups, in order. */
export async function findTagValues(
  tx: Tx,
  keys: readonly { projectId: number; groupId: HexId; key: string }[],
): Promise<Set<string>[]> {
  const { rows } = await tx.query<{ ordinal: number; value: string }>({
    name: 'find-tag-values',
    text: `select c.ordinal::int4 as ordinal, t.value
             from unnest($1::int8[], $2::uuid[], $3::text[]) with ordinality as c (project_id, group_id, key, ordinal)
             join group_tags t on t.project_id = c.project_id and t.group_id = c.group_id and t.key = c.key`,
    values: [
      int8Array(keys.map((key) => key.projectId)),
      uuidArray(keys.map((key) => key.groupId)),
      textArray(keys.map((key) => key.key)),
    ],
  })
  const values = keys.map(() => new Set<string>())
  for (const { ordinal, value } of rows) values[ordinal - 1]!.add(value)
  return values
}
