import { limits, type Subscription } from '@bugle/protocol'
import { dayMs } from '../../lib/time.ts'
import type { UserRecord } from './user.ts'

type Status = Subscription['status']

/** A subscription as stored. */
export type SubscriptionRecord = Pick<
  UserRecord,
  'trialEndsAt' | 'subscriptionStatus' | 'subscriptionChangedAt' | 'subscriptionEndsAt' | 'plan'
>

/** With billing off the operator owns the server, and nothing is ever locked. */
export type Billing = 'off' | 'on'

/** Which status may follow which. */
const moves: Record<Status, readonly Status[]> = {
  trialing: ['active', 'expired'],
  active: ['past_due', 'canceled'],
  past_due: ['active', 'canceled'],
  canceled: ['expired', 'active'],
  expired: ['active'],
}

export function mayFollow(from: Status, to: Status): boolean {
  return moves[from].includes(to)
}

/** Returns the statuses that may follow this one. */
export function nextOf(from: Status): readonly Status[] {
  return moves[from]
}

/** Returns the subscription as of now: a trial and a paid period end by the clock, not by a job. */
export function subscriptionAt(record: SubscriptionRecord, now: Date, billing: Billing): Subscription {
  const status = statusAt(record, now)
  const trial_ends_at = record.trialEndsAt.toISOString()
  if (billing === 'off' && status !== 'trialing' && status !== 'active')
    return { status: 'active', trial_ends_at, plan: 'self_hosted', billed: false }
  return { status, trial_ends_at, plan: record.plan, billed: billing === 'on' }
}

export function statusAt(record: SubscriptionRecord, now: Date): Status {
  const endsAt = inactiveFrom(record)
  return endsAt !== undefined && now >= endsAt ? 'expired' : record.subscriptionStatus
}

/**
 * From when on events are refused with 402: a week after the subscription ended, so that nobody loses errors over a
 * late payment. Undefined while no end is in sight; a time to come for a trial or a canceled subscription.
 */
export function ingestEndsAt(record: SubscriptionRecord, billing: Billing): Date | undefined {
  const from = billing === 'off' ? undefined : inactiveFrom(record)
  return from && new Date(from.getTime() + limits.graceDays * dayMs)
}

function inactiveFrom(record: SubscriptionRecord): Date | undefined {
  switch (record.subscriptionStatus) {
    case 'trialing':
      return record.trialEndsAt
    case 'canceled':
      return record.subscriptionEndsAt ?? undefined
    case 'expired':
      return record.subscriptionChangedAt
    case 'active':
    case 'past_due':
      return undefined
  }
}

/** A change by an operator or a payment provider. */
export interface SubscriptionChange {
  status: Status
  plan?: Subscription['plan'] | undefined
  /** End of the paid period of a canceled subscription. */
  until?: Date | undefined
}

/** A change that the rules do not allow; the message says which they do. */
export class ForbiddenChange extends Error {}

/**
 * Returns the record after a change.
 *
 * @throws ForbiddenChange when the status may not follow the present one, or an end is missing or unexpected
 */
export function afterChange<T extends SubscriptionRecord>(record: T, change: SubscriptionChange, now: Date): T {
  const present = statusAt(record, now)
  const { status, plan = record.plan, until } = change
  const isOtherPlan = status === present && status === 'active' && plan !== record.plan
  if (!isOtherPlan && !mayFollow(present, status))
    throw new ForbiddenChange(`From ${present} it may become ${nextOf(present).join(' or ')}, not ${status}.`)
  if ((status === 'canceled') !== (until !== undefined))
    throw new ForbiddenChange('A canceled subscription, and no other, says until when it is paid (--until).')
  return { ...record, subscriptionStatus: status, plan, subscriptionChangedAt: now, subscriptionEndsAt: until ?? null }
}
