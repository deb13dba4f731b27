import type { HexId, IssueStatus } from '@bugle/protocol'
import { toHexId } from '@bugle/protocol'
import { int2Array, int4Array, int8Array, textArray, timestamptzArray, uuidArray } from '../../db/binary-array.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { groupKey } from './group-key.ts'
import type { GroupCount, GroupUser } from './group-store.ts'

export interface NewIssue {
  projectId: number
  /** Id of the first group. */
  issueId: HexId
  type: string
  message: string
  culprit: string | null
  level: number
  platform: number
}

export interface CountedIssue {
  projectId: number
  /** In canonical form. */
  issueId: string
  status: IssueStatus
  /** Whether it had no events before. */
  isNew: boolean
  /** Its total, and when it was last seen (epoch milliseconds), for live updates. */
  count: number
  lastSeenAt: number
}

/** Creates issues, each with the next short number of its project. */
export async function insertIssues(tx: Tx, issues: readonly NewIssue[]): Promise<void> {
  const numbers = await takeShortNumbers(tx, issues)
  await tx.query(
    `insert into issues (project_id, issue_id, short_number, type, message, culprit, level, platform)
     select * from unnest($1::int8[], $2::uuid[], $3::int4[], $4::text[], $5::text[], $6::text[], $7::int2[], $8::int2[])
     on conflict (project_id, issue_id) do nothing`,
    [
      int8Array(issues.map((issue) => issue.projectId)),
      uuidArray(issues.map((issue) => issue.issueId)),
      int4Array(numbers),
      textArray(issues.map((issue) => issue.type)),
      textArray(issues.map((issue) => issue.message)),
      textArray(issues.map((issue) => issue.culprit)),
      int2Array(issues.map((issue) => issue.level)),
      int2Array(issues.map((issue) => issue.platform)),
    ],
  )
}

/** Texts of an issue. */
export type IssueText = Pick<NewIssue, 'projectId' | 'type' | 'message' | 'culprit'> & {
  /** In canonical form. */
  issueId: string
}

/** Updates the texts of issues, in key order; unchanged ones are not written. */
export async function updateIssueTexts(db: Queryable, texts: readonly IssueText[]): Promise<void> {
  if (texts.length === 0) return
  const inOrder = texts.toSorted((a, b) => a.projectId - b.projectId || (a.issueId < b.issueId ? -1 : 1))
  await db.query({
    name: 'update-issue-texts',
    text: `update issues i set type = d.type, message = d.message, culprit = d.culprit
             from (select w.* from unnest($1::int8[], $2::uuid[], $3::text[], $4::text[], $5::text[])
                            as w (project_id, issue_id, type, message, culprit)
                     join issues t on t.project_id = w.project_id and t.issue_id = w.issue_id
                    where (t.type, t.message, t.culprit) is distinct from (w.type, w.message, w.culprit)
                    order by t.project_id, t.issue_id for update of t) as d
            where i.project_id = d.project_id and i.issue_id = d.issue_id`,
    values: [
      int8Array(inOrder.map((text) => text.projectId)),
      inOrder.map((text) => text.issueId),
      textArray(inOrder.map((text) => text.type)),
      textArray(inOrder.map((text) => text.message)),
      textArray(inOrder.map((text) => text.culprit)),
    ],
  })
}

async function takeShortNumbers(tx: Tx, issues: readonly NewIssue[]): Promise<number[]> {
  const wanted = new Map<number, number>()
  for (const { projectId } of issues) wanted.set(projectId, (wanted.get(projectId) ?? 0) + 1)
  const projects = [...wanted.keys()].sort((a, b) => a - b)
  const { rows } = await tx.query<{ project_id: number; last: number }>(
    `insert into issue_numbers as s (project_id, last_number)
     select * from unnest($1::int8[], $2::int4[])
     on conflict (project_id) do update set last_number = s.last_number + excluded.last_number
     returning s.project_id, s.last_number as last`,
    [int8Array(projects), int4Array(projects.map((project) => wanted.get(project)!))],
  )
  const next = new Map(rows.map((row) => [row.project_id, row.last - wanted.get(row.project_id)! + 1]))
  return issues.map(({ projectId }) => {
    const number = next.get(projectId)!
    next.set(projectId, number + 1)
    return number
  })
}

/**
 * Adds the increments of groups to the counters of their issues, in key order. New users of a group count if it is
 * alone: an issue with several groups may know them by another one.
 *
 * @param shared new users of issues with several groups, see addIssueUsers
 */
export async function countIssues(
  tx: Tx,
  groups: readonly GroupCount[],
  shared: readonly NewIssueUsers[],
): Promise<CountedIssue[]> {
  const { rows } = await tx.query<{
    project_id: number
    issue_id: string
    status: IssueStatus
    is_new: boolean
    event_count: number
    last_seen_at: Date
  }>({
    name: 'count-issues',
    text: `insert into issue_stats as s (project_id, issue_id, event_count, user_count, first_seen_at, last_seen_at)
           select g.project_id, g.issue_id, sum(c.event_count)::int8,
                  coalesce(sum(c.new_users) filter (where g.is_alone), 0)::int4
                    + coalesce((select w.users from unnest($7::int8[], $8::uuid[], $9::int4[]) as w (project_id, issue_id, users)
                                 where w.project_id = g.project_id and w.issue_id = g.issue_id), 0),
                  min(c.first_seen_at), max(c.last_seen_at)
             from unnest($1::int8[], $2::uuid[], $3::int8[], $4::int4[], $5::timestamptz[], $6::timestamptz[])
                  as c (project_id, group_id, event_count, new_users, first_seen_at, last_seen_at)
             join groups g on g.project_id = c.project_id and g.group_id = c.group_id
            group by g.project_id, g.issue_id order by g.project_id, g.issue_id
           on conflict (project_id, issue_id) do update
              set event_count = s.event_count + excluded.event_count,
                  user_count = s.user_count + excluded.user_count,
                  first_seen_at = least(s.first_seen_at, excluded.first_seen_at),
                  last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)
        returning s.project_id, s.issue_id, s.status, s.xmax = 0 as is_new, s.event_count, s.last_seen_at`,
    values: [
      int8Array(groups.map((group) => group.projectId)),
      uuidArray(groups.map((group) => group.groupId)),
      int8Array(groups.map((group) => group.count)),
      int4Array(groups.map((group) => group.newUsers)),
      timestamptzArray(groups.map((group) => group.firstSeenAt)),
      timestamptzArray(groups.map((group) => group.lastSeenAt)),
      int8Array(shared.map(({ projectId }) => projectId)),
      shared.map(({ issueId }) => issueId),
      int4Array(shared.map(({ count }) => count)),
    ],
  })
  return rows.map((row) => ({
    projectId: row.project_id,
    issueId: row.issue_id,
    status: row.status,
    isNew: row.is_new,
    count: row.event_count,
    lastSeenAt: row.last_seen_at.getTime(),
  }))
}

/** Returns the issue of each group in a batch, by `project:group` with 32 hex digits, for these issues. */
export async function findIssuesByGroup(
  tx: Tx,
  issues: readonly Pick<CountedIssue, 'projectId' | 'issueId'>[],
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ project_id: number; group_id: string; issue_id: string }>(
    `select g.project_id, g.group_id, g.issue_id
       from unnest($1::int8[], $2::uuid[]) as c (project_id, issue_id)
       join groups g on g.project_id = c.project_id and g.issue_id = c.issue_id`,
    [issues.map((issue) => issue.projectId), issues.map((issue) => issue.issueId)],
  )
  return new Map(
    rows.map((row) => [groupKey({ projectId: row.project_id, groupId: toHexId(row.group_id) }), row.issue_id]),
  )
}

/** Users of an issue whom none of its groups has seen before. */
export interface NewIssueUsers {
  projectId: number
  /** In canonical form. */
  issueId: string
  count: number
}

/** Records users of issues that consist of several groups; returns how many are new to each issue. */
export async function addIssueUsers(tx: Tx, users: readonly GroupUser[]): Promise<NewIssueUsers[]> {
  if (users.length === 0) return []
  const { rows } = await tx.query<NewIssueUsers>({
    name: 'add-issue-users',
    text: `with fresh as (
             insert into issue_users (project_id, issue_id, user_key)
             select distinct g.project_id, g.issue_id, n.user_key
               from unnest($1::int8[], $2::uuid[], $3::int8[]) as n (project_id, group_id, user_key)
               join groups g on g.project_id = n.project_id and g.group_id = n.group_id
              where not g.is_alone
              order by 1, 2, 3
             on conflict do nothing returning project_id, issue_id)
           select f.project_id as "projectId", f.issue_id as "issueId", count(*)::int4 as count from fresh f group by 1, 2`,
    values: [
      int8Array(users.map(({ projectId }) => projectId)),
      uuidArray(users.map(({ groupId }) => groupId)),
      int8Array(users.map(({ userKey }) => userKey)),
    ],
  })
  return rows
}
