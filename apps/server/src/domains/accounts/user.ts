import { limits, type RegisteredUser, type Subscription, toPlainId, type User } from '@bugle/protocol'

/** A user as the tables hold it. */
export interface UserRecord {
  id: string
  email: string
  name: string
  passwordHash: string
  /** The address that is to take the place of `email` once it is confirmed. */
  pendingEmail: string | null
  trialEndsAt: Date
  /** What was last decided; `subscriptionAt` says what is true now. */
  subscriptionStatus: Subscription['status']
  plan: Subscription['plan']
}

export interface NewAccount {
  email: string
  name: string
  passwordHash: string
  createdAt: Date
}

/** `registration + 30 days` */
export function trialEnd(registeredAt: Date): Date {
  return new Date(registeredAt.getTime() + limits.trialDays * 86_400_000)
}

/**
 * The subscription as of now: a trial ends by the clock, not by a job. Without billing whoever runs the
 * server owns it, so that nothing past the trial can be anything but active.
 */
export function subscriptionAt(user: UserRecord, now: Date, billing: 'off' | 'on'): Subscription {
  const { subscriptionStatus: status, plan, trialEndsAt } = user
  const trial_ends_at = trialEndsAt.toISOString()
  const isOver = status === 'trialing' ? now >= trialEndsAt : status !== 'active'
  if (!isOver) return { status, trial_ends_at, plan }
  if (billing === 'off') return { status: 'active', trial_ends_at, plan: 'self_hosted' }
  return { status: status === 'trialing' ? 'expired' : status, trial_ends_at, plan }
}

export function toUser({ id, email, name }: UserRecord): User {
  return { id: toPlainId('usr', id), email, name }
}

export function toRegisteredUser(user: UserRecord): RegisteredUser {
  return { ...toUser(user), trial_ends_at: user.trialEndsAt.toISOString() }
}
