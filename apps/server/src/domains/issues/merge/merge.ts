import { type Database, type Tx, transaction } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { Refusal } from '../../../refusal.ts'
import { publishUpdated } from '../../live-updates/index.ts'
import { holdProjects } from '../../projects/index.ts'
import { keepUndo, moveActivity, recordActivity } from '../history/index.ts'
import type { IssueRecord } from '../record/index.ts'
import { shortIdsOf } from '../record/index.ts'
import { lockGroups, type RegroupUndo, regroup } from './regroup.ts'
import {
  findGroups,
  findIssuesOfGroups,
  type GroupOfIssue,
  type Move,
  pinGroups,
  readSnapshots,
  type StatsSnapshot,
} from './regroup-store.ts'

/**
 * Merges several issues: the first keeps its id, state and history, and takes over all groups of the others. Counters
 * are recomputed from those of the groups.
 *
 * @returns the id of the undo; undefined if they are already one issue
 */
export function mergeIssues(
  db: Database,
  caller: Caller,
  survivor: IssueRecord,
  others: readonly IssueRecord[],
): Promise<string | undefined> {
  const { projectId } = survivor
  const { userId } = caller
  if (others.some((other) => other.projectId !== projectId)) throw new Refusal('merge_across_projects')
  return transaction(db, async (tx) => {
    await holdProjects(tx, caller, [projectId])
    await lockGroups(tx)
    // Some of them may have been merged a moment ago.
    const [into, ...from] = await currentIssues(tx, projectId, [survivor, ...others])
    const merged = [...new Set(from)].filter((id) => id !== into)
    if (merged.length === 0) return undefined
    const groups = await findGroups(tx, projectId, merged)
    const states = await readSnapshots(tx, projectId, merged)
    const shortIds = await shortIdsOf(tx, projectId, merged)
    await regroup(
      tx,
      projectId,
      groups.map(({ groupId }) => ({ groupId, issueId: into! })),
      new Map(),
    )
    const issue = { projectId, issueId: into! }
    await recordActivity(tx, issue, userId, { kind: 'merged', details: { short_ids: shortIds } })
    const undoId = await keepUndo(tx, userId, [undoOf('merged', projectId, groups, () => into!, states, [])])
    await publishUpdated(
      tx,
      [into!, ...merged].map((issueId) => ({ projectId, issueId })),
    )
    return undoId
  })
}

/**
 * Splits groups off an issue. Each becomes its own issue again, under its old id, and is pinned so that no rule merges
 * it again. The rest stays together. If the group that gave the issue its id leaves, the rest takes the id of the group
 * seen first, and the history moves with it.
 *
 * @returns the ids of the rest and of the groups that were split off
 */
export function unmergeGroups(
  db: Database,
  caller: Caller,
  { projectId, issueId: known }: IssueRecord,
  fingerprints: readonly string[],
): Promise<{ rest: string; taken: string[]; undoId: string }> {
  const { userId } = caller
  return transaction(db, async (tx) => {
    await holdProjects(tx, caller, [projectId])
    await lockGroups(tx)
    const [issueId] = await currentIssues(tx, projectId, [{ issueId: known }])
    const groups = await findGroups(tx, projectId, [issueId!])
    const { taken, kept } = split(groups, fingerprints)
    const rest = kept.some((group) => group.groupId === issueId) ? issueId! : kept[0]!.keyGroupId
    const moves: Move[] = [
      ...taken.map(({ groupId, keyGroupId }) => ({ groupId, issueId: keyGroupId })),
      ...kept.map(({ groupId }) => ({ groupId, issueId: rest })),
    ]
    const before = await readSnapshots(tx, projectId, [issueId!])
    const state = before.get(issueId!)!
    await regroup(tx, projectId, moves, new Map(moves.map((move) => [move.issueId, state])))
    const takenIds = [...new Set(taken.map(({ keyGroupId }) => keyGroupId))]
    await pinGroups(tx, projectId, takenIds, userId)
    if (rest !== issueId) await moveActivity(tx, projectId, issueId!, rest)
    await recordMerge(tx, projectId, rest, takenIds, userId)
    const issueOf = new Map(moves.map((move) => [move.groupId, move.issueId]))
    const undo = undoOf('unmerged', projectId, groups, (group) => issueOf.get(group.groupId)!, before, takenIds)
    if (rest !== issueId) undo.renamed = { from: issueId!, to: rest }
    const undoId = await keepUndo(tx, userId, [undo])
    await publishUpdated(
      tx,
      [issueId!, rest, ...takenIds].map((id) => ({ projectId, issueId: id })),
    )
    return { rest, taken: takenIds, undoId }
  })
}

/** Returns the issues that these currently belong to, in order. */
async function currentIssues(
  tx: Tx,
  projectId: number,
  issues: readonly Pick<IssueRecord, 'issueId'>[],
): Promise<string[]> {
  const ids = issues.map(({ issueId }) => issueId)
  const now = await findIssuesOfGroups(tx, projectId, ids)
  return ids.map((id) => {
    const issueId = now.get(id)
    if (issueId === undefined) throw new Refusal('not_found')
    return issueId
  })
}

function split(groups: readonly GroupOfIssue[], fingerprints: readonly string[]) {
  const wanted = new Set(fingerprints)
  const taken = groups.filter((group) => wanted.has(group.fingerprint))
  const kept = groups.filter((group) => !wanted.has(group.fingerprint))
  if (new Set(taken.map(({ fingerprint }) => fingerprint)).size < wanted.size)
    throw refused('each must be a fingerprint of this issue')
  if (!kept.some(({ isCounted }) => isCounted)) throw refused('must leave at least one in the issue')
  return { taken, kept }
}

function refused(text: string): Refusal {
  return new Refusal('validation_failed', { errors: { fingerprints: [text] } })
}

async function recordMerge(tx: Tx, projectId: number, rest: string, taken: string[], userId: string): Promise<void> {
  const [restName] = await shortIdsOf(tx, projectId, [rest])
  const details = { short_ids: await shortIdsOf(tx, projectId, taken) }
  await recordActivity(tx, { projectId, issueId: rest }, userId, { kind: 'unmerged', details })
  for (const issueId of taken)
    await recordActivity(tx, { projectId, issueId }, userId, {
      kind: 'split_off',
      details: { short_id: restName! },
    })
}

function undoOf(
  done: string,
  projectId: number,
  groups: readonly GroupOfIssue[],
  issueOf: (group: GroupOfIssue) => string,
  states: ReadonlyMap<string, StatsSnapshot>,
  pinned: string[],
): RegroupUndo {
  const moves = groups
    .map((group) => ({ groupId: group.groupId, from: issueOf(group), issueId: group.issueId }))
    .filter((move) => move.from !== move.issueId)
  return { kind: 'regroup', done, projectId, moves, states: Object.fromEntries(states), pinned }
}
