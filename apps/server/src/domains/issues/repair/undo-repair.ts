import type { Tx } from '../../../db/database.ts'
import { type Move, pinGroups, type StatsSnapshot, undoRegroup } from '../merge/index.ts'
import { findPlacements, findPlacementsIn, setKeyGroups } from './repair-store.ts'

/** Data that undoes what a repair moved to one issue. Ids are in canonical form. */
export interface RepairUndo {
  kind: 'repair'
  projectId: number
  /** The undone action, for the activity that describes it. */
  done: 'symbolicated'
  issueId: string
  /** Exact groups, and those without events that followed them, with the issue they were in. */
  moves: (Move & { from: string })[]
  /** Exact groups, with the key groups they had and got. */
  keys: { groupId: string; former: string; keyGroupId: string }[]
  /** Key groups that began with the repair. */
  begun: string[]
  /** Decisions about issues that ended. */
  states: Record<string, StatsSnapshot>
}

/**
 * Moves exact groups back to the issues they were in, and leaves them there whatever map arrives, unless they were moved
 * again since.
 *
 * @returns the issues that gained or lost groups
 */
export async function undoRepair(tx: Tx, undo: RepairUndo, userId: string): Promise<string[]> {
  const { projectId, issueId, moves, keys, begun, states, done } = undo
  const known = await findPlacements(
    tx,
    projectId,
    moves.map(({ groupId }) => groupId),
  )
  const back = keys.filter(({ groupId, keyGroupId }) => {
    const now = known.get(groupId)
    return now?.issueId === issueId && now.keyGroupId === keyGroupId
  })
  if (back.length === 0) return []
  const leaving = new Set(back.map(({ groupId }) => groupId))
  const following = moves.filter(({ groupId }) => leaving.has(groupId) || known.get(groupId)?.count === 0)
  // An issue that is left without events ends: the ids of its groups lead to where most of them went.
  const rest = (await findPlacementsIn(tx, projectId, [issueId])).filter(({ groupId }) => !leaving.has(groupId))
  const heir = following.find(({ groupId }) => leaving.has(groupId))!.issueId
  const isEmptied = rest.every(({ count }) => count === 0)
  const ended = isEmptied && begun.includes(issueId) ? [{ groupId: issueId, from: issueId, issueId: heir }] : []
  await setKeyGroups(
    tx,
    projectId,
    back.map(({ groupId, former }) => ({ groupId, keyGroupId: former })),
  )
  await pinGroups(tx, projectId, [...leaving], userId)
  return undoRegroup(tx, { kind: 'regroup', projectId, done, moves: [...following, ...ended], states, pinned: [] })
}
