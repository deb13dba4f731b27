import { expect, it } from 'vitest'
import { changeSubscription, findUserByEmail, type SubscriptionChange } from '../src/domains/accounts/index.ts'
import { notifyAllChanged } from '../src/domains/projects/index.ts'
import { join, organizationOf } from './organization.ts'
import { newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true, env: { BILLING: 'on' } })
const free = await startServer({ beside: server })
const { pool } = server.database

/** Moves the registration, and with it the end of the trial, into the past. */
const age = (email: string, days: number) =>
  pool.query('update users set trial_ends_at = trial_ends_at - make_interval(days => $2) where email = $1', [
    email,
    days,
  ])

async function decide(email: string, change: SubscriptionChange) {
  const user = await findUserByEmail(pool, email)
  return changeSubscription({ db: pool, now: new Date(), notifyIngest: notifyAllChanged }, user!.id, change)
}

it('an expired account can send for a week, and then gets 402; its events stay readable', async () => {
  const reporter = await newReporter(server)
  const { issue_id } = await reporter.report()
  await age(reporter.session.email, 36)
  expect((await reporter.session.me()).subscription.status).toBe('expired')
  const again = await newReporter(server)
  await age(again.session.email, 36)
  expect((await again.send()).status).toBe(202)

  await age(again.session.email, 2)
  await pool.query(`select pg_notify('bugle_projects', id::text) from projects`)
  const refused = await until(
    () => again.send(),
    ({ status }) => status !== 202,
  )
  expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([402, 'subscription_inactive'])
  expect((await again.sendRaw('no JSON')).status).toBe(402)
  await until(again.outcomes, (counts) => (counts.subscription_inactive ?? 0) >= 2)
  expect((await reporter.readIssue(issue_id)).title).toContain('TypeError')
  expect((await again.session.request('GET', '/api/issues')).status).toBe(200)
  expect((await again.session.request('POST', '/api/projects', { body: { name: 'B', app_id: 'b' } })).status).toBe(201)
  // The same account on a server without billing.
  expect((await again.send({}, { to: free })).status).toBe(202)
})

it('a decision of the operator reaches ingest at once', async () => {
  const { session, send } = await newReporter(server)
  await age(session.email, 38)
  expect((await send()).status).toBe(402)
  await decide(session.email, { status: 'active', plan: 'yearly' })
  // By its notice: a lookup is cached for ten seconds.
  expect((await until(send, ({ status }) => status === 202)).status).toBe(202)
  expect((await session.me()).subscription).toMatchObject({ status: 'active', plan: 'yearly' })

  const weekAgo = new Date(Date.now() - 8 * 86_400_000)
  await decide(session.email, { status: 'canceled', until: weekAgo })
  expect((await until(send, ({ status }) => status === 402)).status).toBe(402)
  expect((await session.me()).subscription.status).toBe('expired')
  const { body } = await session.request('GET', '/api/me/audit?limit=1')
  expect(body.entries[0]).toMatchObject({
    action: 'subscription.changed',
    token_id: null,
    details: { from: 'active', to: 'canceled', plan: 'yearly' },
  })
})

it('of an organization’s owners the one counts who answers for the subscription', async () => {
  const { session, send } = await newReporter(server)
  const organization = await organizationOf(session)
  const path = `/api/organizations/${organization}` as const
  const billing = async () => (await session.request('GET', path)).body.organization.billing_user_id
  const ann = await session.me()
  expect(await billing()).toBe(ann.id)
  const payer = await join(server, { owner: session, organization, role: 'owner' })
  const member = await join(server, { owner: session, organization, role: 'member' })
  const name = (id: string) => session.request('PATCH', path, { body: { billing_user_id: id } })
  expect((await name(member.id)).errors).toHaveProperty('billing_user_id')
  await age(session.email, 38)
  expect((await send()).status).toBe(402)
  expect((await name(payer.id)).status).toBe(200)
  expect((await until(send, ({ status }) => status === 202)).status).toBe(202)
  const { entries } = (await session.request('GET', `${path}/audit?action=organization.changed`)).body
  expect(entries[0]!.details).toEqual({ billing_owner: payer.id, billing_owner_before: ann.id })
  // With the role the duty ends: it passes to the oldest owner.
  await session.request('PATCH', `${path}/members/${payer.id}`, { body: { role: 'admin' } })
  expect(await billing()).toBe(ann.id)
  await pool.query(`select pg_notify('bugle_projects', id::text) from projects`)
  expect((await until(send, ({ status }) => status === 402)).status).toBe(402)
})

it('a change that the rules forbid has no effect', async () => {
  const { email, me } = await server.register()
  await expect(decide(email, { status: 'past_due' })).rejects.toThrow('From trialing it may become active or expired')
  expect((await me()).subscription.status).toBe('trialing')
})
