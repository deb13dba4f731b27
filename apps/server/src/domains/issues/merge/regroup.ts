import type { Tx } from '../../../db/database.ts'
import { takeLock } from '../../../db/locks.ts'
import { moveActivity } from '../history/index.ts'
import {
  assignGroups,
  findGroups,
  findIssuesOfGroups,
  type Move,
  pinGroups,
  recomputeIssues,
  type StatsSnapshot,
} from './regroup-store.ts'

/** Data that undoes a regrouping: the former issue of each group, and the decisions about issues that ended. */
export interface RegroupUndo {
  kind: 'regroup'
  projectId: number
  /** The undone action, for the activity that describes it. */
  done: string
  moves: (Move & { from: string })[]
  states: Record<string, StatsSnapshot>
  pinned: string[]
  /** Set if an issue changed its id, and its history moved. */
  renamed?: { from: string; to: string }
}

/**
 * Blocks all counting until the end of the transaction: digest adds to groups and their issues under the same lock,
 * shared. Sums are therefore taken of counters that nobody changes.
 */
export function lockGroups(tx: Tx): Promise<void> {
  return takeLock(tx, 'groups')
}

/**
 * Moves groups between issues and recomputes those issues, under the lock of lockGroups. The id of an issue is that of
 * one of its groups: if that group leaves, the others must move to another id.
 *
 * @param states the decisions that new issues take over
 */
export async function regroup(
  tx: Tx,
  projectId: number,
  moves: readonly Move[],
  states: ReadonlyMap<string, StatsSnapshot>,
): Promise<void> {
  const from = await findIssuesOfGroups(
    tx,
    projectId,
    moves.map((move) => move.groupId),
  )
  await assignGroups(tx, projectId, moves)
  const touched = new Set([...from.values(), ...moves.map((move) => move.issueId)])
  await recomputeIssues(tx, projectId, [...touched], states)
}

/**
 * Moves groups back, unless they were moved again since.
 *
 * @returns the issues that gained or lost groups
 */
export async function undoRegroup(tx: Tx, undo: RegroupUndo): Promise<string[]> {
  const { projectId, moves, states, pinned, renamed } = undo
  const now = await findIssuesOfGroups(
    tx,
    projectId,
    moves.map((move) => move.groupId),
  )
  const back = moves.filter((move) => now.get(move.groupId) === move.from)
  if (back.length === 0) return []
  // The group that gives an issue its id may have been moved meanwhile; then the others follow it.
  const leaders = await findIssuesOfGroups(
    tx,
    projectId,
    back.map((move) => move.issueId),
  )
  const returning = new Map(back.map((move) => [move.groupId, move.issueId]))
  const targets = new Map(
    back.map(({ groupId, issueId }) => [groupId, returning.get(issueId) ?? leaders.get(issueId) ?? groupId]),
  )
  // As do groups that were since merged into an issue that loses its id here.
  const nameless = back.filter(({ groupId, from }) => groupId === from).map(({ from }) => from)
  for (const { groupId, issueId } of await findGroups(tx, projectId, nameless))
    if (!targets.has(groupId)) targets.set(groupId, targets.get(issueId)!)
  await pinGroups(tx, projectId, pinned, null)
  const placed = [...targets].map(([groupId, issueId]) => ({ groupId, issueId }))
  await regroup(tx, projectId, placed, new Map(Object.entries(states)))
  if (renamed !== undefined && targets.has(renamed.to)) await moveActivity(tx, projectId, renamed.to, renamed.from)
  return [...new Set([...back.map((move) => move.from), ...targets.values()])]
}
