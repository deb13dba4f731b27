import type { Tx } from '../../db/database.ts'
import { groupKey, insertGroups, insertIssues, type NewGroup, type NewIssue } from '../counters/index.ts'
import { findExactGroups, insertExactGroups, joinIssues, type NewExactGroup } from './exact-group-store.ts'

/** A group with the texts that an issue of it begins with. */
export interface OpenedGroup {
  group: NewGroup
  issue: NewIssue
}

/**
 * Opens exact groups, under the lock of lockGroups. Of the coarse groups and key groups that are given, those that are
 * new begin with them: a new coarse group belongs to the issue of its resolved stack.
 */
export async function openExactGroups(
  tx: Tx,
  groups: readonly NewExactGroup[],
  opened: readonly OpenedGroup[],
): Promise<void> {
  const known = await findExactGroups(
    tx,
    opened.map(({ group }) => group),
  )
  const fresh = new Map<string, OpenedGroup>()
  for (const one of opened) {
    const key = groupKey(one.group)
    if (!known.has(key)) fresh.set(key, one)
  }
  const begun = [...fresh.values()]
  if (begun.length > 0) {
    await insertGroups(
      tx,
      begun.map(({ group }) => group),
    )
    await insertIssues(
      tx,
      begun.map(({ issue }) => issue),
    )
  }
  const joining = groups.flatMap(({ projectId, coarseGroupId, keyGroupId }) =>
    keyGroupId !== null && fresh.has(groupKey({ projectId, groupId: coarseGroupId }))
      ? [{ projectId, groupId: coarseGroupId, ofGroupId: keyGroupId }]
      : [],
  )
  await joinIssues(tx, joining)
  await insertExactGroups(tx, groups)
}
