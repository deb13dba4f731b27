import { type Database, type Tx, transaction } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { Refusal } from '../../refusal.ts'
import { publishUpdated } from '../live-updates/index.ts'
import { holdProjects, inBucketOf, ofBucketsWith, ofEachBucket } from '../projects/index.ts'
import { findDeletedSince } from './deletion/index.ts'
import { recordActivities, takeUndo, withdrawUndo } from './history/index.ts'
import { lockGroups, type RegroupUndo, undoRegroup } from './merge/index.ts'
import { type RepairUndo, undoRepair } from './repair/index.ts'
import { type DecisionUndo, undoDecision } from './state/index.ts'

/** One step of an undo. */
export type UndoStep = RegroupUndo | DecisionUndo | RepairUndo

export interface RestoredIssue {
  projectId: number
  issueId: string
  /** Whether its groups have changed. */
  isRegrouped: boolean
}

/**
 * Undoes a decision: restores the former state of each issue, unless somebody has changed it since.
 *
 * @returns the restored issues
 * @throws Refusal `not_found` if it was undone before, is too old, or belongs to somebody else; then it is kept
 */
export function undo(db: Database, caller: Caller, id: string): Promise<RestoredIssue[]> {
  const { userId } = caller
  return transaction(db, async (tx) => {
    const taken = await takeUndo(tx, caller, id)
    if (taken === undefined) throw new Refusal('not_found')
    const given = taken.steps as UndoStep[]
    // A decision of their own may be about a project that the caller no longer sees, or may no longer change.
    const projectIds = [...new Set(given.map(({ projectId }) => projectId))]
    await holdProjects(tx, caller, projectIds)
    const deleted = await ofBucketsWith(tx, projectIds, async (ids) => {
      const own = given.filter(({ projectId }) => ids.includes(projectId))
      if (own.some((step) => step.kind !== 'decision')) await lockGroups(tx)
      return findDeletedSince(tx, ids, taken.keptAt)
    })
    const gone = new Set(deleted.flatMap((keys) => [...keys]))
    const steps = given.map((step) => withoutDeleted(step, gone))
    const restored: RestoredIssue[] = []
    for (const step of steps) {
      const issues = await inBucketOf(tx, step.projectId, async () => {
        const ids = await undoStep(tx, step, userId)
        const issues = ids.map((issueId) => ({ projectId: step.projectId, issueId }))
        const activity = { kind: 'undone', details: { kind: step.done } } as const
        await recordActivities(
          tx,
          userId,
          issues.map((issue) => ({ issue, activity })),
        )
        if (step.kind === 'repair') await withdrawUndo(tx, step, id)
        return issues
      })
      restored.push(...issues.map((issue) => ({ ...issue, isRegrouped: step.kind !== 'decision' })))
    }
    await ofEachBucket(tx, restored, (own) => publishUpdated(tx, own))
    return restored
  })
}

function undoStep(tx: Tx, step: UndoStep, userId: string): Promise<string[]> {
  if (step.kind === 'decision') return undoDecision(tx, step)
  return step.kind === 'regroup' ? undoRegroup(tx, step) : undoRepair(tx, step, userId)
}

/** Removes deleted issues from a step: a decision about them does not apply to a later issue with the same id. */
function withoutDeleted(step: UndoStep, deleted: ReadonlySet<string>): UndoStep {
  const isThere = (id: string) => !deleted.has(`${step.projectId}:${id}`)
  if (step.kind === 'decision') return { ...step, issues: step.issues.filter(({ issue_id }) => isThere(issue_id)) }
  return { ...step, moves: step.moves.filter(({ groupId }) => isThere(groupId)) }
}
