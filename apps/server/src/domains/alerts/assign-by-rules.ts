import { toPlainId } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import type { Hit } from './hit.ts'

/** Assigns those of these issues that nobody has to a person or team that sees the project; else does nothing. */
export type AssignIssues = (tx: Tx, projectId: number, issueIds: readonly string[], assigneeId: string) => Promise<void>

/** Assigns issues as their rules say; the first rule that speaks of one decides. */
export async function assignByRules(assign: AssignIssues, tx: Tx, hits: readonly Hit[]): Promise<void> {
  const assigned = new Map<string, { projectId: number; assigneeId: string; issueIds: Set<string> }>()
  for (const { rule, projectId, issueId } of hits) {
    const { assignUserId, assignTeamId } = rule
    const assigneeId =
      assignUserId === null ? assignTeamId && toPlainId('tea', assignTeamId) : toPlainId('usr', assignUserId)
    if (assigneeId === null || issueId === undefined) continue
    const key = `${projectId} ${assigneeId}`
    const same = assigned.get(key) ?? { projectId, assigneeId, issueIds: new Set() }
    assigned.set(key, same)
    same.issueIds.add(issueId)
  }
  for (const { projectId, assigneeId, issueIds } of assigned.values())
    await assign(tx, projectId, [...issueIds], assigneeId)
}
