import type { Database } from '../db/database.ts'
import { afterChange, changeSubscription, type SubscriptionChange, statusAt } from '../domains/accounts/index.ts'
import { notifyAllChanged } from '../domains/projects/index.ts'
import { getUser } from './users.ts'

export interface SetSubscriptionOptions {
  now: Date
  isDryRun: boolean
  print: (line: string) => void
}

/** Changes a subscription within its rules, and prints the change. */
export async function setSubscription(
  db: Database,
  email: string,
  change: SubscriptionChange,
  { now, isDryRun, print }: SetSubscriptionOptions,
): Promise<void> {
  const user = await getUser(db, email)
  const after = isDryRun
    ? afterChange(user, change, now)
    : await changeSubscription({ db, now, notifyIngest: notifyAllChanged }, user.id, change)
  const until = after.subscriptionEndsAt === null ? '' : `, paid until ${after.subscriptionEndsAt.toISOString()}`
  const sentence = `${user.email}: ${statusAt(user, now)}, ${user.plan} → ${after.subscriptionStatus}, ${after.plan}${until}`
  print(isDryRun ? `${sentence} (dry run: nothing was changed)` : sentence)
}
