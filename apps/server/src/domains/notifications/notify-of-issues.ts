import type { Tx } from '../../db/database.ts'
import { addNotifications, type PendingNotification } from './pending/index.ts'
import { addPendingPushes } from './push/index.ts'

/** How long changes are gathered before they are mailed, and before they are pushed. */
export interface GatherTimes {
  mailMs: number
  pushMs: number
}

/** Records issues that people may be notified of, in the transaction that judged them. */
export async function notifyOfIssues(
  tx: Tx,
  notifications: readonly PendingNotification[],
  { mailMs, pushMs }: GatherTimes,
): Promise<void> {
  if (notifications.length === 0) return
  await addNotifications(tx, notifications, mailMs)
  await addPendingPushes(tx, notifications, pushMs)
}
