import { type HexId, toHexId, toPlainId } from '@bugle/protocol'
import type { Tx } from '../../../db/database.ts'
import {
  type IssueText,
  insertGroups,
  insertIssues,
  type NewGroup,
  type NewIssue,
  updateIssueTexts,
} from '../../counters/index.ts'
import { markResolved, type StoredStack, storeStacks } from '../../exact-groups/index.ts'
import { publishUpdated } from '../../live-updates/index.ts'
import { keepSharedUndos, recordActivities } from '../history/index.ts'
import { type Move, readSnapshots, regroup, type StatsSnapshot } from '../merge/index.ts'
import { findPlacements, findPlacementsIn, type Placement, setKeyGroups } from './repair-store.ts'
import type { RepairUndo } from './undo-repair.ts'

/** An exact group whose stack was resolved, and the group of the resolved stack. Ids are in canonical form. */
export interface Resolution {
  groupId: string
  coarseGroupId: string
  keyGroupId: string
  /** Stored if the key group is new. */
  key: Omit<NewGroup, 'projectId' | 'groupId'>
  /** Texts of the key group's issue, if it is new. */
  issue: Omit<NewIssue, 'projectId' | 'issueId'>
  stack: StoredStack
}

/**
 * Moves exact groups to the groups of their resolved stacks, with exact counters, under the lock of lockGroups.
 *
 * An issue that loses all its events to new groups becomes the issue of the largest of them: its number, state and
 * history stay. Other new groups become issues of their own, with the state of the issue they come from; groups that
 * exist take over what resolves to them. Groups that somebody took out of an issue by hand stay where they are.
 *
 * @returns the issues that gained or lost groups, in canonical form
 */
export async function repairGroups(tx: Tx, projectId: number, resolutions: readonly Resolution[]): Promise<string[]> {
  const known = await findPlacements(
    tx,
    projectId,
    resolutions.flatMap(({ groupId, coarseGroupId, keyGroupId }) => [groupId, coarseGroupId, keyGroupId]),
  )
  await markResolved(
    tx,
    projectId,
    resolutions.map(({ groupId }) => groupId),
  )
  await storeStacks(
    tx,
    resolutions
      .filter(({ groupId }) => known.has(groupId))
      .map(({ groupId, stack }) => ({ projectId, groupId, stack })),
  )
  const moving = resolutions.filter((resolution) => isMoved(resolution, known))
  if (moving.length === 0) return []
  const former = [...new Set(moving.map(({ groupId }) => known.get(groupId)!.issueId))]
  const present = await findPlacementsIn(tx, projectId, former)
  const plan = planMoves(moving, known, present)
  const states = await readSnapshots(tx, projectId, former)
  await openKeys(tx, projectId, moving, known)
  await setKeyGroups(tx, projectId, moving)
  const begun = new Map([...plan.origins].map(([issueId, origin]) => [issueId, states.get(origin)!]))
  await regroup(tx, projectId, plan.moves, begun)
  await updateIssueTexts(tx, textsOf(projectId, moving, plan))
  const placements = new Map([...present.map((one) => [one.groupId, one] as const), ...known])
  await record(tx, { projectId, moving, moves: plan.moves, states }, placements)
  const touched = [...new Set([...former, ...plan.moves.map(({ issueId }) => issueId)])]
  await publishUpdated(
    tx,
    touched.map((issueId) => ({ projectId, issueId })),
  )
  return touched
}

/** Whether a group still exists, is elsewhere, and was not placed by hand. */
function isMoved({ groupId, coarseGroupId, keyGroupId }: Resolution, known: ReadonlyMap<string, Placement>): boolean {
  const own = known.get(groupId)
  if (own === undefined || own.keyGroupId === keyGroupId) return false
  return !own.isPinned && known.get(coarseGroupId)?.isPinned !== true
}

interface Plan {
  moves: Move[]
  /**
   * The former issue of each issue that gains groups. An issue may have been opened whose first events are not counted
   * yet: it begins here, too.
   */
  origins: Map<string, string>
}

/** @param present all groups of the issues that lose some */
function planMoves(moving: readonly Resolution[], known: ReadonlyMap<string, Placement>, present: Placement[]): Plan {
  const leaving = new Set(moving.map(({ groupId }) => groupId))
  const emptied = new Set(present.map(({ issueId }) => issueId))
  for (const { groupId, issueId, count } of present) if (count > 0 && !leaving.has(groupId)) emptied.delete(issueId)
  const flows = flowsOf(moving, known)
  // An issue that takes over groups of another one stays, too.
  for (const { to } of flows) {
    const existing = known.get(to)?.issueId
    if (existing !== undefined) emptied.delete(existing)
  }
  const issueOf = new Map<string, string>()
  const origins = new Map<string, string>()
  const heirs = new Map<string, string>()
  for (const { from, to } of flows) {
    const existing = known.get(to)?.issueId
    if (existing !== undefined) issueOf.set(to, existing)
    else if (!issueOf.has(to) && emptied.has(from) && !heirs.has(from)) issueOf.set(to, from)
    if (issueOf.has(to) && !heirs.has(from)) heirs.set(from, issueOf.get(to)!)
  }
  for (const { from, to } of flows) {
    const issueId = issueOf.get(to) ?? to
    issueOf.set(to, issueId)
    if (!origins.has(issueId)) origins.set(issueId, from)
  }
  const moves = moving.flatMap(({ groupId, keyGroupId }) => {
    const issueId = issueOf.get(keyGroupId)!
    return [
      { groupId, issueId },
      { groupId: keyGroupId, issueId },
    ]
  })
  // An issue without events ends: the ids of its groups lead to where most of its events are.
  for (const { groupId, issueId } of present) {
    const heir = heirs.get(issueId)
    if (emptied.has(issueId) && heir !== undefined && heir !== issueId && !leaving.has(groupId))
      moves.push({ groupId, issueId: heir })
  }
  return { moves, origins }
}

/**
 * Returns the texts of issues that became those of a new group. The title follows the newest event later; if the process
 * ends before, it does not stay that of minified code.
 */
function textsOf(projectId: number, moving: readonly Resolution[], { moves, origins }: Plan): IssueText[] {
  const placed = new Map(moves.map(({ groupId, issueId }) => [groupId, issueId]))
  const kept = moving.filter(({ keyGroupId }) => origins.get(placed.get(keyGroupId)!) === placed.get(keyGroupId))
  const texts = kept.map(({ keyGroupId, issue: { type, message, culprit } }) => ({
    projectId,
    issueId: placed.get(keyGroupId)!,
    type,
    message,
    culprit,
  }))
  return [...new Map(texts.map((text) => [text.issueId, text])).values()]
}

/** Sums the events that go from an issue to a key group, the largest sum first. */
function flowsOf(moving: readonly Resolution[], known: ReadonlyMap<string, Placement>) {
  const flows = new Map<string, { from: string; to: string; count: number }>()
  for (const { groupId, keyGroupId: to } of moving) {
    const { issueId: from, count } = known.get(groupId)!
    const flow = flows.get(`${from}:${to}`)
    if (flow === undefined) flows.set(`${from}:${to}`, { from, to, count })
    else flow.count += count
  }
  return [...flows.values()].sort((a, b) => b.count - a.count || (a.to < b.to ? -1 : 1))
}

/** Inserts the key groups that are new, with the texts of an issue: each may be split off as one. */
async function openKeys(
  tx: Tx,
  projectId: number,
  moving: readonly Resolution[],
  known: ReadonlyMap<string, Placement>,
): Promise<void> {
  const fresh = new Map(moving.filter(({ keyGroupId }) => !known.has(keyGroupId)).map((one) => [one.keyGroupId, one]))
  if (fresh.size === 0) return
  const keys = [...fresh.values()].map(({ keyGroupId, key, issue }) => ({
    id: toHexId(keyGroupId) as HexId,
    key,
    issue,
  }))
  await insertGroups(
    tx,
    keys.map(({ id, key }) => ({ projectId, groupId: id, ...key })),
  )
  await insertIssues(
    tx,
    keys.map(({ id, issue }) => ({ projectId, issueId: id, ...issue })),
  )
}

/** Records in each issue that gained events how many came, from how many stacks, and how to undo it. */
async function record(
  tx: Tx,
  { projectId, moving, moves, states }: Omit<Outcome, 'former'>,
  former: ReadonlyMap<string, Placement>,
): Promise<void> {
  const gains = new Map<string, { stacks: number; events: number }>()
  for (const { groupId, issueId } of moves) {
    const placement = former.get(groupId)
    if (placement === undefined || placement.count === 0 || placement.keyGroupId === groupId) continue
    const gain = gains.get(issueId) ?? { stacks: 0, events: 0 }
    gains.set(issueId, { stacks: gain.stacks + 1, events: gain.events + placement.count })
  }
  const undos = undosOf({ projectId, moving, moves, states, former })
  const undoIds = await keepSharedUndos(
    tx,
    projectId,
    [...gains.keys()].map((issueId) => undos.get(issueId)!),
  )
  await recordActivities(
    tx,
    null,
    [...gains].map(([issueId, gain], number) => ({
      issue: { projectId, issueId },
      activity: { kind: 'symbolicated', details: { ...gain, undo_id: toPlainId('und', undoIds[number]!) } },
    })),
  )
}

/** A round of moves, and what was before it. */
interface Outcome {
  projectId: number
  moving: readonly Resolution[]
  moves: readonly Move[]
  /** Decisions about the issues that lost groups. */
  states: ReadonlyMap<string, StatsSnapshot>
  former: ReadonlyMap<string, Placement>
}

/** Returns how to undo what came to each issue. */
function undosOf({ projectId, moving, moves, states, former }: Outcome): Map<string, RepairUndo> {
  const undos = new Map<string, RepairUndo>()
  const resolved = new Map(moving.map((resolution) => [resolution.groupId, resolution]))
  for (const { groupId, issueId } of new Map(moves.map((move) => [move.groupId, move])).values()) {
    const undo: RepairUndo = undos.get(issueId) ?? {
      kind: 'repair',
      projectId,
      done: 'symbolicated',
      issueId,
      moves: [],
      keys: [],
      begun: [],
      states: {},
    }
    undos.set(issueId, undo)
    const before = former.get(groupId)
    if (before === undefined) {
      undo.begun.push(groupId)
      continue
    }
    undo.moves.push({ groupId, from: issueId, issueId: before.issueId })
    const key = resolved.get(groupId)?.keyGroupId
    if (key !== undefined) undo.keys.push({ groupId, former: before.keyGroupId, keyGroupId: key })
    const state = states.get(before.issueId)
    if (state !== undefined && before.issueId !== issueId) undo.states[before.issueId] = state
  }
  return undos
}
