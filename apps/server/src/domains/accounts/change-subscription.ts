import { type Database, type Tx, transaction } from '../../db/database.ts'
import { recordAudit } from './audit-store.ts'
import { afterChange, type SubscriptionChange } from './subscription.ts'
import type { UserRecord } from './user.ts'
import { findOwnedOrganizations, findUser, lockUser, updateSubscription } from './user-store.ts'

export interface ChangeSubscriptionDeps {
  db: Database
  now: Date
  /** Invalidates what ingest has cached about the tokens of these organizations. */
  notifyIngest: (tx: Tx, organizationIds: string[]) => Promise<void>
}

/**
 * Changes the subscription of an account: the one way, for the operator's command and for a payment provider.
 *
 * @throws ForbiddenChange
 */
export function changeSubscription(
  { db, now, notifyIngest }: ChangeSubscriptionDeps,
  userId: string,
  change: SubscriptionChange,
): Promise<UserRecord> {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const user = await findUser(tx, userId)
    if (user === undefined) throw new Error(`There is no user ${userId}.`)
    const after = afterChange(user, change, now)
    await updateSubscription(tx, after)
    const details = { from: user.subscriptionStatus, to: after.subscriptionStatus, plan: after.plan }
    await recordAudit(tx, { userId, action: 'subscription.changed', details })
    await notifyIngest(tx, await findOwnedOrganizations(tx, userId))
    return after
  })
}
