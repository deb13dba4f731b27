import type { Tx } from '../../db/database.ts'
import { addNotifications, type PendingNotification } from './pending-store.ts'

/** The issues that one batch created and reopened. */
export interface DigestedIssues {
  newIssues: readonly { projectId: number; groupId: string }[]
  reopened: readonly { projectId: number; issueId: string; why: string }[]
}

/** Records what members may be mailed about: new issues, and issues that regressed. An expired snooze is neither. */
export async function notifyOfDigest(tx: Tx, { newIssues, reopened }: DigestedIssues, gatherMs: number): Promise<void> {
  const regressed = reopened.filter(({ why }) => why === 'regressed')
  const notifications: PendingNotification[] = [
    ...newIssues.map(({ projectId, groupId }) => ({ projectId, issueId: groupId, kind: 'new' as const })),
    ...regressed.map(({ projectId, issueId }) => ({ projectId, issueId, kind: 'regressed' as const })),
  ]
  if (notifications.length > 0) await addNotifications(tx, notifications, gatherMs)
}
