import type { Tx } from '../../db/database.ts'
import { addNotifications, type PendingNotification } from './pending/index.ts'
import { addPendingPushes } from './push/index.ts'

/** The issues that one batch created and reopened. */
export interface DigestedIssues {
  newIssues: readonly { projectId: number; groupId: string }[]
  reopened: readonly { projectId: number; issueId: string; why: string }[]
}

/** How long changes are gathered before they are mailed, and before they are pushed. */
export interface GatherTimes {
  mailMs: number
  pushMs: number
}

/** Records what members may be notified of: new issues, and issues that regressed. An expired snooze is neither. */
export async function notifyOfDigest(
  tx: Tx,
  { newIssues, reopened }: DigestedIssues,
  { mailMs, pushMs }: GatherTimes,
): Promise<void> {
  const regressed = reopened.filter(({ why }) => why === 'regressed')
  const notifications: PendingNotification[] = [
    ...newIssues.map(({ projectId, groupId }) => ({ projectId, issueId: groupId, kind: 'new' as const })),
    ...regressed.map(({ projectId, issueId }) => ({ projectId, issueId, kind: 'regressed' as const })),
  ]
  if (notifications.length === 0) return
  await addNotifications(tx, notifications, mailMs)
  await addPendingPushes(tx, notifications, pushMs)
}
