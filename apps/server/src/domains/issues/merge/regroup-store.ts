import { transactionTime } from '../../../db/clock.ts'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { findUserNames } from '../../accounts/index.ts'
import type { StoredGrouping } from '../record/index.ts'

/** A group and the issue it belongs to. Ids are uuids in canonical form. */
export interface GroupOfIssue {
  groupId: string
  issueId: string
  /** The group whose fingerprint is shown: another one for an exact group. */
  keyGroupId: string
  /** Fingerprint of the key group, 64 hex digits. */
  fingerprint: string
  firstSeenAt: Date
  /** False for a group whose events are all in exact groups. */
  isCounted: boolean
}

/** Returns the groups of some issues, those seen first before the others. */
export async function findGroups(tx: Tx, projectId: number, issueIds: readonly string[]): Promise<GroupOfIssue[]> {
  const rows = await rowsOf<GroupOfIssue>(
    tx,
    sql`select g.group_id as "groupId", g.issue_id as "issueId", k.group_id as "keyGroupId",
            encode(k.fingerprint, 'hex') as fingerprint, coalesce(c.first_seen_at, g.created_at) as "firstSeenAt",
            c.group_id is not null as "isCounted"
       from groups g
       join groups k on k.project_id = g.project_id and k.group_id = coalesce(g.key_group_id, g.group_id)
       left join group_stats c on c.project_id = g.project_id and c.group_id = g.group_id
      where g.project_id = ${projectId} and g.issue_id = any(${issueIds}::uuid[])
      order by coalesce(c.first_seen_at, g.created_at), g.group_id`,
  )
  return rows
}

/** Returns the current issues of these groups. */
export async function findIssuesOfGroups(
  tx: Tx,
  projectId: number,
  groupIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await rowsOf<{ group_id: string; issue_id: string }>(
    tx,
    sql`select g.group_id, g.issue_id from groups g where g.project_id = ${projectId} and g.group_id = any(${groupIds}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.group_id, row.issue_id]))
}

export interface Move {
  groupId: string
  issueId: string
}

/** Assigns groups to issues. */
export async function assignGroups(tx: Tx, projectId: number, moves: readonly Move[]): Promise<void> {
  await execute(
    tx,
    sql`update groups g set issue_id = m.issue_id
       from unnest(${moves.map((move) => move.groupId)}::uuid[], ${moves.map((move) => move.issueId)}::uuid[]) as m (group_id, issue_id)
      where g.project_id = ${projectId} and g.group_id = m.group_id`,
  )
}

/** Records that somebody decided where groups belong, or removes that record. */
export async function pinGroups(
  tx: Tx,
  projectId: number,
  groupIds: readonly string[],
  userId: string | null,
): Promise<void> {
  const time = userId === null ? null : await transactionTime(tx)
  await execute(
    tx,
    sql`update groups g set pinned_by = ${userId}, pinned_at = ${time}::timestamptz
      where g.project_id = ${projectId} and g.group_id = any(${groupIds}::uuid[])`,
  )
}

/** A row of issue_stats as JSON: what was decided about an issue. Its sums are computed again. */
export type StatsSnapshot = Record<string, unknown>

export async function readSnapshots(
  tx: Tx,
  projectId: number,
  issueIds: readonly string[],
): Promise<Map<string, StatsSnapshot>> {
  const rows = await rowsOf<{ issue_id: string; state: StatsSnapshot }>(
    tx,
    sql`select s.issue_id, to_jsonb(s) as state from issue_stats s where s.project_id = ${projectId} and s.issue_id = any(${issueIds}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.issue_id, row.state]))
}

/**
 * Recomputes the stats of issues after their groups have moved, in key order: sums over their current groups. An issue
 * without groups is deleted. A new issue takes over the given state.
 */
export async function recomputeIssues(
  tx: Tx,
  projectId: number,
  issueIds: readonly string[],
  states: ReadonlyMap<string, StatsSnapshot>,
): Promise<void> {
  const ids = [...issueIds].sort()
  const time = await transactionTime(tx)
  await execute(
    tx,
    sql`delete from issue_stats s
      where s.project_id = ${projectId} and s.issue_id = any(${ids}::uuid[])
        and not exists (select 1 from groups g where g.project_id = s.project_id and g.issue_id = s.issue_id)`,
  )
  await execute(
    tx,
    sql`insert into issue_stats
     select (jsonb_populate_record(null::issue_stats, given.state || jsonb_build_object(
              'project_id', ${projectId}::int8, 'issue_id', given.issue_id, 'event_count', 0, 'user_count', 0,
              'first_seen_at', ${time}::text, 'last_seen_at', ${time}::text))).*
       from jsonb_each(${JSON.stringify(Object.fromEntries(states))}::jsonb) as w (key, state)
       cross join lateral (select w.key::uuid as issue_id, w.state) as given
      where given.issue_id = any(${ids}::uuid[])
        and exists (select 1 from groups g where g.project_id = ${projectId} and g.issue_id = given.issue_id)
     on conflict (project_id, issue_id) do nothing`,
  )
  await execute(
    tx,
    sql`update groups g set is_alone = n.groups = 1
       from (select m.issue_id, count(*) as groups from groups m
              where m.project_id = ${projectId} and m.issue_id = any(${ids}::uuid[]) group by m.issue_id) as n
      where g.project_id = ${projectId} and g.issue_id = n.issue_id and g.is_alone <> (n.groups = 1)`,
  )
  await execute(
    tx,
    sql`delete from issue_users i where i.project_id = ${projectId} and i.issue_id = any(${ids}::uuid[])
        and not exists (
          select 1 from groups g join group_users u on u.project_id = g.project_id and u.group_id = g.group_id
           where g.project_id = ${projectId} and g.issue_id = any(${ids}::uuid[]) and not g.is_alone
             and g.issue_id = i.issue_id and u.user_key = i.user_key)`,
  )
  await execute(
    tx,
    sql`insert into issue_users
     select distinct g.project_id, g.issue_id, u.user_key from groups g
       join group_users u on u.project_id = g.project_id and u.group_id = g.group_id
      where g.project_id = ${projectId} and g.issue_id = any(${ids}::uuid[]) and not g.is_alone
     on conflict do nothing`,
  )
  await execute(
    tx,
    sql`update issue_stats s
        set event_count = sums.events, first_seen_at = sums.first_seen_at, last_seen_at = sums.last_seen_at,
            user_count = sums.users
       from (select g.issue_id, sum(c.event_count)::int8 as events, min(c.first_seen_at) as first_seen_at,
                    max(c.last_seen_at) as last_seen_at,
                    greatest(max(c.user_count), (
                      select count(*) from issue_users u
                       where u.project_id = ${projectId} and u.issue_id = g.issue_id))::int4 as users
               from groups g join group_stats c on c.project_id = g.project_id and c.group_id = g.group_id
              where g.project_id = ${projectId} and g.issue_id = any(${ids}::uuid[])
              group by g.issue_id) as sums
      where s.project_id = ${projectId} and s.issue_id = sums.issue_id`,
  )
  await execute(
    tx,
    sql`update issues i set shown_group_id = nullif(k.key_id, i.issue_id)
       from (select distinct on (m.issue_id) m.issue_id, m.key_id
               from (select g.issue_id, coalesce(g.key_group_id, g.group_id) as key_id, sum(c.event_count) as events
                       from groups g join group_stats c on c.project_id = g.project_id and c.group_id = g.group_id
                      where g.project_id = ${projectId} and g.issue_id = any(${ids}::uuid[]) group by 1, 2) as m
              order by m.issue_id, m.key_id = m.issue_id desc, m.events desc, m.key_id) as k
      where i.project_id = ${projectId} and i.issue_id = k.issue_id
        and i.shown_group_id is distinct from nullif(k.key_id, i.issue_id)`,
  )
}

/** A fingerprint of an issue, as the API lists it. */
export interface GroupRow {
  groupId: string
  fingerprint: string
  grouping: StoredGrouping
  type: string
  message: string
  count: number
  users: number
  firstSeenAt: Date
  lastSeenAt: Date
  pinnedAt: Date | null
  pinnedBy: string | null
  pinnedByName: string | null
  /** When a stack that could not be resolved in its time is tried again; null if none waits for that. */
  retryAt: Date | null
}

/** Returns the groups of an issue, exact ones summed to their key groups, the largest first. */
export async function listGroups(
  db: Queryable,
  projectId: number,
  issueId: string,
  { after, limit }: { after: { count: number; groupId: string } | undefined; limit: number },
): Promise<GroupRow[]> {
  const rows = await rowsOf<Omit<GroupRow, 'pinnedByName'>>(
    db,
    sql`with members as (
       select coalesce(g.key_group_id, g.group_id) as key_id, s.* from groups g
         join group_stats s on s.project_id = g.project_id and s.group_id = g.group_id
        where g.project_id = ${projectId} and g.issue_id = ${issueId})
     select k.group_id as "groupId", encode(k.fingerprint, 'hex') as fingerprint, k.grouping, i.type, i.message,
            c.count, c.users, c.first_seen_at as "firstSeenAt", c.last_seen_at as "lastSeenAt",
            k.pinned_at as "pinnedAt", k.pinned_by as "pinnedBy", c.retry_at as "retryAt"
       from (select m.key_id, sum(m.event_count)::int8 as count, min(m.first_seen_at) as first_seen_at,
                    max(m.last_seen_at) as last_seen_at,
                    case when count(*) = 1 then max(m.user_count)
                         else greatest(max(m.user_count), (
                           select count(distinct x.user_key) from members o
                             join group_users x on x.project_id = ${projectId} and x.group_id = o.group_id
                            where o.key_id = m.key_id))::int4 end as users,
                    (select max(greatest(x.retry_at, now())) from members o
                       join exact_groups x on x.project_id = ${projectId} and x.group_id = o.group_id
                      where o.key_id = m.key_id and x.state = 'due' and x.attempts > 1) as retry_at
               from members m group by m.key_id) as c
       join groups k on k.project_id = ${projectId} and k.group_id = c.key_id
       join issues i on i.project_id = k.project_id and i.issue_id = k.group_id
      where ${after?.count ?? null}::int8 is null or (c.count, k.group_id) < (${after?.count ?? null}, ${after?.groupId ?? null}::uuid)
      order by c.count desc, k.group_id desc limit ${limit}`,
  )
  const names = await findUserNames(
    db,
    rows.flatMap(({ pinnedBy }) => pinnedBy ?? []),
  )
  return rows.map((row) => ({
    ...row,
    pinnedByName: (row.pinnedBy === null ? undefined : names.get(row.pinnedBy)) ?? null,
  }))
}
