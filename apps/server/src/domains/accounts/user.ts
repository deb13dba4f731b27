import { limits, type RegisteredUser, type Subscription, toPlainId, type User } from '@bugle/protocol'
import { dayMs } from '../../lib/time.ts'

/** A user as the tables hold it. */
export interface UserRecord {
  id: string
  email: string
  name: string
  passwordHash: string
  /** The address that replaces `email` once it is confirmed. */
  pendingEmail: string | null
  trialEndsAt: Date
  /** The last decision and its time; `subscriptionAt` computes the current status. */
  subscriptionStatus: Subscription['status']
  subscriptionChangedAt: Date
  /** Until when a canceled one is paid. */
  subscriptionEndsAt: Date | null
  plan: Subscription['plan']
  /** When the e-mail was confirmed; null until then. */
  emailConfirmedAt: Date | null
  /** When an operator shut the account. */
  disabledAt: Date | null
  /** Whether they see the whole installation. */
  isOperator: boolean
}

export interface NewAccount {
  email: string
  name: string
  passwordHash: string
  createdAt: Date
  /** Whether the e-mail is believed: no mail is sent that would prove it. */
  isConfirmed: boolean
  /** Whether they get an organization of their own. */
  hasOrganization: boolean
}

/** Days that an account may stay unconfirmed when nothing belongs to it. */
export const unconfirmedDays = 7

/** `registration + 30 days` */
export function trialEnd(registeredAt: Date): Date {
  return new Date(registeredAt.getTime() + limits.trialDays * dayMs)
}

export function toUser({ id, email, name }: UserRecord): User {
  return { id: toPlainId('usr', id), email, name }
}

export function toRegisteredUser(user: UserRecord): RegisteredUser {
  return { ...toUser(user), trial_ends_at: user.trialEndsAt.toISOString() }
}
