import type { Tx } from '../../db/database.ts'
import { addNotifications, type PendingNotification } from './pending/index.ts'
import { addPendingPushes } from './push/index.ts'

/** How long changes are gathered before they are mailed, and before they are pushed. */
export interface GatherTimes {
  mailMs: number
  pushMs: number
}

/** A notification, and people whom a mail of its own tells the same. */
export interface Notification extends PendingNotification {
  mailedIds: readonly string[]
}

/** Records what people may be notified of, in the transaction that judged it. */
export async function notifyPeople(
  tx: Tx,
  notifications: readonly Notification[],
  { mailMs, pushMs }: GatherTimes,
): Promise<void> {
  const mailed = notifications
    .map((one) => ({ ...one, userIds: one.userIds?.filter((id) => !one.mailedIds.includes(id)) ?? null }))
    .filter(({ userIds }) => userIds?.length !== 0)
  if (mailed.length > 0) await addNotifications(tx, mailed, mailMs)
  if (notifications.length > 0) await addPendingPushes(tx, notifications, pushMs)
}
