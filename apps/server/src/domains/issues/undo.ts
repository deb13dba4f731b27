import type pg from 'pg'
import { transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { recordActivity } from './activity-store.ts'
import { type DecisionUndo, undoDecision } from './change-issues.ts'
import { tellUpdated } from './news-store.ts'
import { holdGroups, type RegroupUndo, undoRegroup } from './regroup.ts'
import { takeUndo } from './undo-store.ts'

/** One step of what undoes a decision. */
export type UndoStep = RegroupUndo | DecisionUndo

/**
 * Takes a decision back: each issue gets its own former state, as far as nobody has decided otherwise since.
 *
 * @returns the issues that were restored
 * @throws Refusal `not_found` when it was undone before, is too old, or somebody else's
 */
export function undo(pool: pg.Pool, userId: string, id: string): Promise<{ projectId: number; issueId: string }[]> {
  return transaction(pool, async (tx) => {
    const steps = (await takeUndo(tx, userId, id)) as UndoStep[] | undefined
    if (steps === undefined) throw new Refusal('not_found')
    if (steps.some((step) => step.kind === 'regroup')) await holdGroups(tx)
    const restored = []
    for (const step of steps) {
      const ids = step.kind === 'regroup' ? await undoRegroup(tx, step) : await undoDecision(tx, step)
      for (const issueId of ids) {
        const issue = { projectId: step.projectId, issueId }
        await recordActivity(tx, issue, userId, { kind: 'undone', details: { kind: step.done } })
        restored.push(issue)
      }
    }
    await tellUpdated(tx, restored)
    return restored
  })
}
