import type { Subscription } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../../lib/time.ts'
import {
  afterChange,
  ingestEndsAt,
  mayFollow,
  type SubscriptionRecord,
  statusAt,
  subscriptionAt,
} from './subscription.ts'

type Status = Subscription['status']

const end = new Date('2026-03-03T10:00:00Z')
const lastMoment = new Date(end.getTime() - 1)
const decided = new Date('2026-05-01T00:00:00Z')
const paidUntil = new Date('2026-06-01T00:00:00Z')

const record = (subscriptionStatus: Status, plan: Subscription['plan'] = 'monthly'): SubscriptionRecord => ({
  trialEndsAt: end,
  subscriptionStatus,
  subscriptionChangedAt: decided,
  subscriptionEndsAt: subscriptionStatus === 'canceled' ? paidUntil : null,
  plan,
})

describe('the subscription by the clock', () => {
  const cases: [who: SubscriptionRecord, at: Date, billing: 'off' | 'on', status: Status, plan: string][] = [
    [record('trialing'), lastMoment, 'off', 'trialing', 'monthly'],
    [record('trialing'), end, 'off', 'active', 'self_hosted'],
    [record('trialing'), lastMoment, 'on', 'trialing', 'monthly'],
    [record('trialing'), end, 'on', 'expired', 'monthly'],
    [record('active', 'yearly'), end, 'off', 'active', 'yearly'],
    [record('active', 'yearly'), end, 'on', 'active', 'yearly'],
    [record('past_due'), decided, 'off', 'active', 'self_hosted'],
    [record('past_due'), decided, 'on', 'past_due', 'monthly'],
    [record('canceled'), new Date(paidUntil.getTime() - 1), 'on', 'canceled', 'monthly'],
    [record('canceled'), paidUntil, 'on', 'expired', 'monthly'],
    [record('canceled'), paidUntil, 'off', 'active', 'self_hosted'],
    [record('expired'), decided, 'on', 'expired', 'monthly'],
    [record('expired'), decided, 'off', 'active', 'self_hosted'],
  ]
  it.each(cases)('%#', (who, at, billing, status, plan) => {
    expect(subscriptionAt(who, at, billing)).toEqual({
      status,
      plan,
      trial_ends_at: end.toISOString(),
      billed: billing === 'on',
    })
  })
})

describe('which status may follow which', () => {
  const statuses: Status[] = ['trialing', 'active', 'past_due', 'canceled', 'expired']
  const allowed = [
    'trialing → active',
    'trialing → expired',
    'active → past_due',
    'active → canceled',
    'past_due → active',
    'past_due → canceled',
    'canceled → active',
    'canceled → expired',
    'expired → active',
  ]
  const all = statuses.flatMap((from) => statuses.map((to): [Status, Status] => [from, to]))
  it.each(all)('%s → %s', (from, to) => {
    expect(mayFollow(from, to)).toBe(allowed.includes(`${from} → ${to}`))
  })
})

describe('a change', () => {
  it('starts from what is true now, not from what was decided last', () => {
    expect(() => afterChange(record('trialing'), { status: 'expired' }, end)).toThrow(
      'From expired it may become active',
    )
    expect(afterChange(record('trialing'), { status: 'active' }, end)).toMatchObject({ subscriptionStatus: 'active' })
    const resumed = afterChange(record('canceled'), { status: 'active', plan: 'yearly' }, paidUntil)
    expect(resumed).toEqual({
      trialEndsAt: end,
      subscriptionStatus: 'active',
      subscriptionChangedAt: paidUntil,
      subscriptionEndsAt: null,
      plan: 'yearly',
    })
  })

  it('of the plan alone is one of an active subscription', () => {
    expect(afterChange(record('active'), { status: 'active', plan: 'yearly' }, decided).plan).toBe('yearly')
    expect(() => afterChange(record('active', 'yearly'), { status: 'active', plan: 'yearly' }, decided)).toThrow(
      'From active',
    )
    expect(() => afterChange(record('past_due'), { status: 'past_due', plan: 'yearly' }, decided)).toThrow(
      'From past_due',
    )
  })

  it('to canceled, and no other, says until when it is paid', () => {
    expect(() => afterChange(record('active'), { status: 'canceled' }, decided)).toThrow('--until')
    expect(() => afterChange(record('past_due'), { status: 'active', until: paidUntil }, decided)).toThrow('--until')
    const canceled = afterChange(record('active'), { status: 'canceled', until: paidUntil }, decided)
    expect([statusAt(canceled, decided), statusAt(canceled, paidUntil)]).toEqual(['canceled', 'expired'])
  })
})

describe('events are accepted until a week after the end', () => {
  const cases: [who: SubscriptionRecord, billing: 'off' | 'on', until: Date | undefined][] = [
    [record('trialing'), 'on', new Date(end.getTime() + 7 * dayMs)],
    [record('canceled'), 'on', new Date(paidUntil.getTime() + 7 * dayMs)],
    [record('expired'), 'on', new Date(decided.getTime() + 7 * dayMs)],
    [record('active'), 'on', undefined],
    [record('past_due'), 'on', undefined],
    [record('trialing'), 'off', undefined],
    [record('expired'), 'off', undefined],
  ]
  it.each(cases)('%#', (who, billing, until) => {
    expect(ingestEndsAt(who, billing)).toEqual(until)
  })
})
