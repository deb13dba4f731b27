import type { Tx } from '../../db/database.ts'
import { isIssueKind, notifyOfIssues, type PendingNotification } from '../notifications/index.ts'
import { findAudiences } from './audience-store.ts'
import type { Hit } from './hit.ts'

/** Records the issues that rules report to people; what a person wants to know of is decided when it is sent. */
export async function notifyPeople(
  tx: Tx,
  hits: readonly Hit[],
  gather: { mailMs: number; pushMs: number },
): Promise<void> {
  const notified: PendingNotification[] = []
  for (const { rule, projectId, issueId, trigger } of hits) {
    const kind = trigger.replace(/^issue\./, '')
    if (issueId === undefined || !isIssueKind(kind)) continue
    const { notifiesMembers, notifiesAssignee, teamIds, id: ruleId } = rule
    if (notifiesMembers) notified.push({ projectId, issueId, kind, userIds: null, ruleId })
    else if (notifiesAssignee || teamIds.length > 0) {
      const userIds = await findAudiences(tx, { projectId, issueId, notifiesAssignee, teamIds })
      if (userIds.length > 0) notified.push({ projectId, issueId, kind, userIds, ruleId })
    }
  }
  await notifyOfIssues(tx, notified, gather)
}
