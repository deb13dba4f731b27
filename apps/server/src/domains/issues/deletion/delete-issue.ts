import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Caller } from '../../../http/caller.ts'
import { Refusal } from '../../../refusal.ts'
import { recordAudit } from '../../accounts/index.ts'
import { publishUpdated } from '../../live-updates/index.ts'
import { type AuditActor, recordProjectAudit } from '../../organizations/index.ts'
import { holdProjects } from '../../projects/index.ts'
import { findGroups, findIssuesOfGroups, lockGroups } from '../merge/index.ts'
import type { IssueRecord } from '../record/index.ts'
import { deleteGroups } from './deleted-group-store.ts'

export interface Deletion {
  issue: Pick<IssueRecord, 'projectId' | 'issueId' | 'shortPrefix' | 'shortNumber'>
  caller: Caller
  auditActor: AuditActor
  /** Removes groups from the tag counts that wait to be merged. */
  dropQueuedCounts: (tx: Tx, projectId: number, groupIds: readonly string[]) => Promise<void>
}

/**
 * Deletes an issue with all its groups, counters and history. This cannot be undone. Its events are unreadable at once
 * and are removed by a job; if the same error occurs again, it is a new issue that counts from zero.
 */
export function deleteIssue(db: Database, { issue, caller, auditActor, dropQueuedCounts }: Deletion): Promise<void> {
  const { projectId, shortPrefix, shortNumber } = issue
  return transaction(db, async (tx) => {
    await holdProjects(tx, caller, [projectId])
    // Under these locks no tags are merged and no events are counted: everything received before is deleted, and
    // nothing after.
    await takeLock(tx, 'tags')
    await lockGroups(tx)
    const issueId = (await findIssuesOfGroups(tx, projectId, [issue.issueId])).get(issue.issueId)
    if (issueId === undefined) throw new Refusal('not_found')
    const groupIds = (await findGroups(tx, projectId, [issueId])).map(({ groupId }) => groupId)
    await deleteGroups(tx, projectId, groupIds)
    await dropQueuedCounts(tx, projectId, groupIds)
    const details = { issue: `${shortPrefix}-${shortNumber}` }
    await recordAudit(tx, { userId: caller.userId, action: 'issue.deleted', origin: auditActor.origin, details })
    await recordProjectAudit(tx, projectId, auditActor, 'issue.deleted', details)
    await publishUpdated(
      tx,
      groupIds.map((groupId) => ({ projectId, issueId: groupId })),
    )
  })
}
