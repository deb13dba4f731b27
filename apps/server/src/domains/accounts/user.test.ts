import type { Subscription } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { subscriptionAt, trialEnd, type UserRecord } from './user.ts'

const registered = new Date('2026-02-01T10:00:00Z')
const end = trialEnd(registered)
const lastMoment = new Date(end.getTime() - 1)

const user = (subscriptionStatus: Subscription['status'], plan: Subscription['plan'] = 'monthly'): UserRecord => ({
  id: '0189f3a2-1111-7000-8000-0123456789ab',
  email: 'ann@example.com',
  name: 'Ann',
  passwordHash: '',
  pendingEmail: null,
  trialEndsAt: end,
  subscriptionStatus,
  plan,
})

it('a trial ends 30 days after registration, to the millisecond', () => {
  expect(end.toISOString()).toBe('2026-03-03T10:00:00.000Z')
})

describe('the subscription by the clock', () => {
  const cases: [who: UserRecord, at: Date, billing: 'off' | 'on', status: string, plan: string][] = [
    [user('trialing'), lastMoment, 'off', 'trialing', 'monthly'],
    [user('trialing'), end, 'off', 'active', 'self_hosted'],
    [user('trialing'), lastMoment, 'on', 'trialing', 'monthly'],
    [user('trialing'), end, 'on', 'expired', 'monthly'],
    [user('active', 'yearly'), end, 'off', 'active', 'yearly'],
    [user('active', 'yearly'), end, 'on', 'active', 'yearly'],
    [user('past_due'), end, 'off', 'active', 'self_hosted'],
    [user('past_due'), end, 'on', 'past_due', 'monthly'],
    [user('canceled'), end, 'on', 'canceled', 'monthly'],
    [user('expired'), end, 'off', 'active', 'self_hosted'],
  ]
  it.each(cases)('%#', (who, at, billing, status, plan) => {
    expect(subscriptionAt(who, at, billing)).toEqual({ status, plan, trial_ends_at: end.toISOString() })
  })
})
