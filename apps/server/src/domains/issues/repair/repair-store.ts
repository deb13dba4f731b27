import type { Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

/** Where a group is. Ids are in canonical form. */
export interface Placement {
  groupId: string
  issueId: string
  keyGroupId: string
  /** Somebody took the group out of an issue by hand. */
  isPinned: boolean
  /** 0 for a group whose events are all in exact groups. */
  count: number
}

const columns = sql`g.group_id as "groupId", g.issue_id as "issueId", coalesce(g.key_group_id, g.group_id) as "keyGroupId",
  g.pinned_at is not null as "isPinned", coalesce(s.event_count, 0)::int8 as count`
const from = sql`from groups g left join group_stats s on s.project_id = g.project_id and s.group_id = g.group_id`

/** Returns where groups are; those that do not exist are left out. */
export async function findPlacements(
  tx: Tx,
  projectId: number,
  groupIds: readonly string[],
): Promise<Map<string, Placement>> {
  const rows = await rowsOf<Placement>(
    tx,
    sql`select ${columns} ${from} where g.project_id = ${projectId} and g.group_id = any(${[...new Set(groupIds)]}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.groupId, row]))
}

/** Returns all groups of some issues. */
export async function findPlacementsIn(tx: Tx, projectId: number, issueIds: readonly string[]): Promise<Placement[]> {
  const rows = await rowsOf<Placement>(
    tx,
    sql`select ${columns} ${from} where g.project_id = ${projectId} and g.issue_id = any(${issueIds}::uuid[])`,
  )
  return rows
}

/** Assigns exact groups to key groups, and records that they are resolved. */
export async function setKeyGroups(
  tx: Tx,
  projectId: number,
  groups: readonly { groupId: string; keyGroupId: string }[],
): Promise<void> {
  await execute(
    tx,
    sql`update groups g set key_group_id = w.key_group_id from unnest(${groups.map(({ groupId }) => groupId)}::uuid[], ${groups.map(({ keyGroupId }) => keyGroupId)}::uuid[]) as w (group_id, key_group_id)
      where g.project_id = ${projectId} and g.group_id = w.group_id`,
  )
}
