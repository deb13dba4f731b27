import { alertTriggers, type Channel, extraEvents, parsePlainId, webhookTypeOf } from '@bugle/protocol'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { transaction } from '../src/db/database.ts'
import { type AuditActor, operator, recordOrganizationAudit } from '../src/domains/organizations/index.ts'
import { type AlertTeam, alertTeams, channelsOf, named, rulesOf } from './alert-team.ts'
import { startChannelReceiver } from './channel-receiver.ts'
import { digested, until } from './reporter.ts'
import { startServer } from './start-server.ts'

// Requests to webhooks, by the names that programs know them by.

const service = await startChannelReceiver()
afterAll(() => service.close())
const env = { BUGLE_OUTGOING_ALLOW: service.host, BUGLE_ALERT_DELAY: '1s', BUGLE_ALERT_PACE: '1s' }
const server = await startServer({ digest: true, env })
const { pool } = server.database
const { newTeam, addRule, arrived, messagesAt, undocumented, judgedAll } = alertTeams(server, service)

interface Hook {
  channel: Channel
  path: string
  secret: string
}

/** Adds a webhook that asks for these events. */
async function addHook(team: AlertTeam, events: string): Promise<Hook> {
  const path = `${team.path}-${events.replaceAll(',', '-')}`
  const body = { kind: 'webhook' as const, name: path, config: { url: service.url + path, events } }
  const made = (await team.session.request('POST', channelsOf(team), { body })).body
  return { channel: made.channel, path, secret: made.secret! }
}
interface Body {
  type: string
  organization_id: string
  data: {
    incidents?: { id: string; issue_id: string | null; state: string; recovered_at: string | null }[]
    entries?: { action: string; actor: { kind: string; name: string | null }; details: object }[]
  }
}
const bodiesAt = (path: string): Body[] => messagesAt(path).map(({ body }) => JSON.parse(body))
const typesAt = (path: string) => bodiesAt(path).map(({ type }) => type)
const entriesAt = (path: string) => bodiesAt(path).flatMap(({ data }) => data.entries ?? [])
const incidentsAt = (path: string, type: string) =>
  bodiesAt(path)
    .filter((body) => body.type === type)
    .flatMap(({ data }) => data.incidents ?? [])
const has = async <T>(read: () => T[], count: number) =>
  until(
    async () => read(),
    (found) => found.length >= count,
  )
const rename = (team: AlertTeam, name: string) =>
  team.session.request('PATCH', `/api/organizations/${team.organization}`, { body: { name } })
const incidentsDue = () => pool.query('update alert_incidents set check_at = now() where check_at is not null')

describe('the types of webhooks', () => {
  it('are those of the OpenAPI document: one for each trigger, and what a channel asks for', () => {
    const { webhooks } = server.openapi as unknown as { webhooks: object }
    expect(Object.keys(webhooks).sort()).toEqual(
      [...alertTriggers.map(webhookTypeOf), ...extraEvents, 'issues', 'test'].sort(),
    )
    expect(['issue.new', 'release.new', 'feedback.new'].map((one) => webhookTypeOf(one as 'issue.new'))).toEqual([
      'issue.created',
      'release.created',
      'feedback.created',
    ])
  })

  it('name header, body and template alike, with the organization', async () => {
    const team = await newTeam()
    await team.session.request('PATCH', `${channelsOf(team)}/${team.channel.id}`, {
      body: { config: { template: '{"kind": "{{event}}"}' } },
    })
    const plain = await addHook(team, 'rules')
    await addRule(team, { channel_ids: [team.channel.id, plain.channel.id] })
    await team.report(named('NewError'))
    const [templated] = await arrived(team.path)
    const [message] = await arrived(plain.path)
    expect(JSON.parse(templated!.body)).toEqual({ kind: 'issue.created' })
    expect(bodiesAt(plain.path)[0]).toMatchObject({ type: 'issue.created', organization_id: team.organization })
    for (const { headers } of [templated!, message!]) expect(headers['x-bugle-event']).toBe('issue.created')
  })
})

describe('a webhook that asks for incidents', () => {
  it('is sent each as it fires and as it recovers, also when its rule is deleted meanwhile', async () => {
    const team = await newTeam()
    const hook = await addHook(team, 'rules,incidents')
    const rule = await addRule(team, { channel_ids: [hook.channel.id, team.channel.id], notifies_recovery: true })
    const ids = []
    for (const name of ['OneError', 'TwoError', 'ThreeError']) ids.push((await team.report(named(name))).issue_id)
    await judgedAll()
    const fired = await has(() => incidentsAt(hook.path, 'incident.firing'), 3)
    expect(fired.map(({ issue_id }) => issue_id).sort()).toEqual([...ids].sort())
    expect(fired.every(({ state, recovered_at }) => state === 'firing' && recovered_at === null)).toBe(true)
    const [message] = messagesAt(hook.path)
    new Webhook(hook.secret).verify(message!.body, message!.headers as Record<string, string>)
    await arrived(team.path)
    for (const id of ids.slice(0, 2))
      await team.session.request('PATCH', `/api/issues/${id}`, { body: { status: 'resolved' } })
    await incidentsDue()
    await has(() => incidentsAt(hook.path, 'incident.recovered'), 2)
    await team.session.request('DELETE', `${rulesOf(team)}/${rule.id}`)
    await incidentsDue()
    const recovered = await has(() => incidentsAt(hook.path, 'incident.recovered'), 3)
    expect(recovered.map(({ id }) => id).sort()).toEqual(fired.map(({ id }) => id).sort())
    expect(recovered.every(({ state, recovered_at }) => state === 'recovered' && recovered_at !== null)).toBe(true)
    // The other channel of the rule asks for none.
    expect(typesAt(team.path)).not.toContain('incident.firing')
  })

  it('and whose rule reports recoveries is sent each once', async () => {
    const team = await newTeam()
    const hook = await addHook(team, 'rules,incidents')
    await addRule(team, { channel_ids: [hook.channel.id, team.channel.id], notifies_recovery: true })
    const { issue_id } = await team.report(named('OnceError'))
    await has(() => incidentsAt(hook.path, 'incident.firing'), 1)
    await arrived(team.path)
    await until(
      async () => (await pool.query('select from deliveries where done_at is null')).rowCount,
      (waiting) => waiting === 0,
    )
    await team.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } })
    await incidentsDue()
    const [settled] = await has(() => incidentsAt(team.path, 'incident.recovered'), 1)
    const [recovered] = await has(() => incidentsAt(hook.path, 'incident.recovered'), 1)
    expect(settled).toEqual(recovered)
    await digested(server)
    expect(typesAt(hook.path).filter((type) => type === 'incident.recovered')).toHaveLength(1)
  })
})

describe('a webhook that asks for the audit trail', () => {
  it('is sent each entry once, in its order, and no other organization’s', async () => {
    const [team, other] = [await newTeam(), await newTeam()]
    const hook = await addHook(team, 'rules,audit')
    await rename(other, 'Elsewhere')
    await rename(team, 'First')
    await rename(team, 'Second')
    const entries = await has(() => entriesAt(hook.path), 3)
    const expected = (await team.session.get(`/api/organizations/${team.organization}/audit`)).entries
    expect(entries).toEqual(expected.slice(0, 3).toReversed())
    expect(entries.map(({ action }) => action)).toEqual([
      'channel.created',
      'organization.changed',
      'organization.changed',
    ])
    const [message] = messagesAt(hook.path)
    new Webhook(hook.secret).verify(message!.body, message!.headers as Record<string, string>)
    expect(message!.headers['x-bugle-event']).toBe('audit.entry')
  })

  it('is sent what is committed, and nothing of what is rolled back', async () => {
    const team = await newTeam()
    const hook = await addHook(team, 'rules,audit')
    await has(() => entriesAt(hook.path), 1)
    const record = (action: 'team.created' | 'team.deleted', fails: boolean) =>
      transaction(pool, async (tx) => {
        const actor: AuditActor = operator
        await recordOrganizationAudit(tx, parsePlainId('org', team.organization)!, actor, action, { team: 'T' })
        if (fails) throw new Error('rolled back')
      })
    await expect(record('team.created', true)).rejects.toThrow('rolled back')
    await record('team.deleted', false)
    const entries = await has(() => entriesAt(hook.path), 2)
    expect(entries[1]).toMatchObject({ action: 'team.deleted', actor: { kind: 'operator', name: null } })
    expect(entries).toHaveLength(2)
  })

  it('is sent many in few requests, and no more wait for it than may', async () => {
    const team = await newTeam()
    const hook = await addHook(team, 'rules,audit')
    await has(() => entriesAt(hook.path), 1)
    service.answer(hook.path, { status: 429, headers: { 'retry-after': '600' } })
    const organization = parsePlainId('org', team.organization)!
    await transaction(pool, async (tx) => {
      for (let n = 0; n < 1200; n += 1)
        await recordOrganizationAudit(tx, organization, operator, 'team.created', { team: `T${n}` })
    })
    const waiting = await until(
      async () => {
        const { rows } = await pool.query(
          `select (select count(*)::int from deliveries where channel_id = $1 and done_at is null) as waiting,
                  (select count(*)::int from organization_entries where is_pending) as pending`,
          [parsePlainId('chn', hook.channel.id)],
        )
        return rows[0]
      },
      ({ waiting: found, pending }) => found > 0 && pending === 0,
    )
    expect(waiting.waiting).toBeLessThanOrEqual(1500)
    const before = messagesAt(hook.path).length
    await until(
      async () => {
        await pool.query(`update channels set next_at = now() where next_at > now() + interval '2 minutes'`)
        return entriesAt(hook.path).length
      },
      (count) => count >= 1 + waiting.waiting,
    )
    expect(messagesAt(hook.path).length - before).toBeLessThan(40)
  })

  it('until it asks no more', async () => {
    const team = await newTeam()
    const hook = await addHook(team, 'rules,audit')
    await has(() => entriesAt(hook.path), 1)
    await team.session.request('PATCH', `${channelsOf(team)}/${hook.channel.id}`, {
      body: { config: { events: 'rules' } },
    })
    await rename(team, 'Quiet')
    const later = await addHook(team, 'rules,audit')
    await has(() => entriesAt(later.path), 1)
    expect(entriesAt(hook.path).map(({ action }) => action)).not.toContain('organization.changed')
  })

  it('names what it asks for, and nothing else', async () => {
    const team = await newTeam()
    for (const events of ['everything', 'audit', 'rules,audit,incidents']) {
      const body = { kind: 'webhook' as const, name: events, config: { url: service.url, events } }
      const { status, errors } = await team.session.request('POST', channelsOf(team), { body })
      expect([status, Object.keys(errors ?? {})]).toEqual([422, ['config.events']])
    }
  })
})

it('each message is one that the OpenAPI document describes', () => {
  expect(service.received.length).toBeGreaterThan(0)
  // One of these tests has a body of its own.
  expect(undocumented()).toEqual([{ kind: 'issue.created' }])
})
