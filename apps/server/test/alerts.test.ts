import type { AlertIncident } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { type AlertTeam, alertTeams, channelsOf, named, rulesOf } from './alert-team.ts'
import { startChannelReceiver } from './channel-receiver.ts'
import { digested, numberOf, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const service = await startChannelReceiver()
afterAll(() => service.close())
const env = {
  BUGLE_OUTGOING_ALLOW: service.host,
  BUGLE_ALERT_DELAY: '1s',
  BUGLE_ALERT_PACE: '1s',
  // Tags are counted after rules are judged.
  BUGLE_TEST_DELAYS: 'counts=3s',
}
const server = await startServer({ digest: true, env })
const { pool } = server.database
const { newTeam, addRule, arrived, messagesAt, undocumented, logOf, judgedAll } = alertTeams(server, service)

const incidentsOf = async (team: AlertTeam): Promise<AlertIncident[]> =>
  (await team.session.request('GET', `/api/organizations/${team.organization}/incidents`)).body.incidents
/** Waits until the latest incident is in a state. */
const incidentIn = (team: AlertTeam, wanted: AlertIncident['state']) =>
  until(
    async () => {
      await pool.query('update alert_incidents set check_at = now() where check_at is not null')
      return (await incidentsOf(team))[0]
    },
    (incident) => incident?.state === wanted,
  )
const bodiesAt = (team: AlertTeam) => messagesAt(team.path).map(({ body }) => JSON.parse(body))

describe('a threshold', () => {
  it('fires once when it is reached, not below it, and recovers when its window has passed', async () => {
    const team = await newTeam()
    await addRule(team, { triggers: ['issue.events'], threshold: { count: 3, minutes: 5 } })
    const report = () => team.report(named('BusyError'))
    await report()
    const { issue_id } = await report()
    // Beside it another issue reaches it, so that the first was judged by then.
    await team.report(named('OtherError', { repeat: 3 }))
    await arrived(team.path)
    expect(bodiesAt(team)).toEqual([expect.objectContaining({ type: 'issue.events' })])
    expect(bodiesAt(team)[0].data.issue.type).toBe('OtherError')
    await report()
    await report()
    await arrived(team.path, 2)
    expect(bodiesAt(team)[1].data.issue.id).toBe(issue_id)
    const incident = await incidentIn(team, 'firing')
    expect(incident).toMatchObject({ issue_id, trigger: 'issue.events' })
    await pool.query(`update events set occurred_at = occurred_at - interval '10 minutes' where project_id = $1`, [
      numberOf(team),
    ])
    await incidentIn(team, 'recovered')
    expect(messagesAt(team.path)).toHaveLength(2)
  })

  it('that a killed process had counted and not judged is judged by the next one', async () => {
    const team = await newTeam()
    for (let count = 0; count < 3; count++) await team.report(named('LeftError'))
    await digested(server)
    // Once a rule of others has fired, this process has nothing left to judge: as if it had ended before it judged.
    const others = await newTeam()
    await addRule(others, { triggers: ['issue.events'], threshold: { count: 1, minutes: 5 } })
    await others.report(named('OtherError'))
    await arrived(others.path)
    await addRule(team, { triggers: ['issue.events'], threshold: { count: 3, minutes: 5 } })
    expect(messagesAt(team.path)).toEqual([])
    const next = await startServer({ beside: server, digest: true, env })
    await arrived(team.path)
    expect(bodiesAt(team)).toEqual([expect.objectContaining({ type: 'issue.events' })])
    await next.close()
  })

  it('of people counts each once', async () => {
    const team = await newTeam()
    await addRule(team, { triggers: ['issue.users'], threshold: { count: 2, minutes: 60 } })
    for (const id of ['u1', 'u1', 'u1']) await team.report(named('OneError', { user: { id } }))
    for (const id of ['u1', 'u2']) await team.report(named('TwoError', { user: { id } }))
    await arrived(team.path)
    expect(bodiesAt(team).map(({ data }) => data.issue.type)).toEqual(['TwoError'])
  })

  it('is needed by a trigger that counts', async () => {
    const team = await newTeam()
    const body = { name: 'Busy', triggers: ['issue.events' as const], channel_ids: [] }
    const { status, errors } = await team.session.request('POST', rulesOf(team), { body })
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['threshold']])
  })

  it('is exact, against a recount of random windows', { timeout: 600_000 }, async () => {
    const team = await newTeam()
    const { issue_id } = await team.report(named('RandomError'))
    await digested(server)
    const ages = Array.from({ length: 200 }, () => Math.floor(Math.random() * 86_400))
    await pool.query(
      `insert into events select (jsonb_populate_record(e, jsonb_build_object(
           'event_id', overlay(e.event_id::text placing lpad(to_hex(n.i), 12, '0') from 25)::uuid,
           'occurred_at', now() - make_interval(secs => n.age), 'repeat', 1 + n.i % 3))).*
         from events e, unnest($2::int[]) with ordinality as n (age, i) where e.project_id = $1`,
      [numberOf(team), ages],
    )
    await pool.query('update issue_stats set event_count = 1000 where project_id = $1', [numberOf(team)])
    const { findEvents } = await import('../src/domains/alerts/reached-store.ts')
    const uuid = (await pool.query('select issue_id from issue_stats where project_id = $1', [numberOf(team)])).rows[0]
      .issue_id
    expect(issue_id).toBeDefined()
    const rounds = process.env.BUGLE_LONG === '1' ? 10_000 : 100
    for (let round = 0; round < rounds; round++) {
      const minutes = 1 + Math.floor(Math.random() * 1500)
      const client = await pool.connect()
      try {
        // Both see the same time.
        await client.query('begin')
        const { rows } = await client.query(
          `select coalesce(sum(repeat), 0)::int as sum from events where project_id = $1 and occurred_at > now() - make_interval(mins => $2)`,
          [numberOf(team), minutes],
        )
        const { sum } = rows[0]
        const reaches = async (count: number) =>
          (await findEvents(client, numberOf(team), [{ issueId: uuid, threshold: { count, minutes } }]))[0]! >= count
        if (sum > 0) expect(await reaches(sum)).toBe(true)
        expect(await reaches(sum + 1)).toBe(false)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
  })
})

describe('a condition about a tag', () => {
  it('is judged once the tags of the event are counted, however late that is', async () => {
    const team = await newTeam()
    await addRule(team, { condition: 'tag.plan:gold', is_urgent: true })
    await addRule(team, {
      name: 'Busy',
      triggers: ['issue.events'],
      threshold: { count: 2, minutes: 5 },
      condition: 'tag.plan:silver',
    })
    const gold = await team.report(named('GoldError', { tags: { plan: 'gold' } }))
    const silver = await team.report(named('SilverError', { tags: { plan: 'silver' }, repeat: 2 }))
    const told = () => messagesAt(team.path).map(({ body }) => body)
    for (const { issue_id } of [gold, silver])
      await until(
        async () => told(),
        (bodies) => bodies.some((body) => body.includes(issue_id)),
      )
  })
})

describe('a rule about projects', () => {
  it('fires for one that is silent, and recovers with its next event', async () => {
    const team = await newTeam()
    await addRule(team, { triggers: ['project.silent'], threshold: { count: 1, minutes: 30 }, notifies_recovery: true })
    await team.report(named('LastError'))
    await digested(server)
    await pool.query(`update project_stats set last_event_at = now() - interval '1 hour' where project_id = $1`, [
      numberOf(team),
    ])
    await pool.query('update alert_rules set check_at = now() where check_at is not null')
    await arrived(team.path)
    expect(bodiesAt(team)[0]).toMatchObject({ type: 'project.silent', data: { project_id: team.project.id } })
    await team.report(named('LastError'))
    await digested(server)
    await incidentIn(team, 'recovered')
    await arrived(team.path, 2)
    expect(bodiesAt(team)[1]).toMatchObject({
      type: 'incident.recovered',
      data: {
        incidents: [
          { project_id: team.project.id, trigger: 'project.silent', state: 'recovered', issue_id: null, subject: null },
        ],
      },
    })
  })

  it('fires for one that loses events', async () => {
    const team = await newTeam()
    await addRule(team, { triggers: ['project.losing'], threshold: { count: 10, minutes: 60 } })
    await pool.query(
      `insert into outcomes (project_id, hour, source, reason, event_count)
       values ($1, date_trunc('hour', now()), 'server', 'rate_limited', 9), ($1, date_trunc('hour', now()), 'client', 'sample_rate', 9)`,
      [numberOf(team)],
    )
    await pool.query('update alert_rules set check_at = now() where check_at is not null')
    await until(
      async () => (await pool.query('select from alert_rules where check_at <= now()')).rowCount,
      (due) => due === 0,
    )
    expect(await incidentsOf(team)).toEqual([])
    await pool.query(`update outcomes set event_count = 10 where project_id = $1`, [numberOf(team)])
    await pool.query('update alert_rules set check_at = now() where check_at is not null')
    await arrived(team.path)
    expect(bodiesAt(team)[0]).toMatchObject({ type: 'project.losing' })
  })
})

describe('an incident', () => {
  it('names its issue and who was notified of it, and is found by state, project, rule and issue', async () => {
    const team = await newTeam()
    const rule = await addRule(team)
    const { issue_id } = await team.report(named('NamedError'))
    await arrived(team.path)
    const listed = async (query = '') => {
      const path = `/api/organizations/${team.organization}/incidents${query}`
      const { body } = await server.raw('GET', path, { token: team.session.token })
      return (body as { incidents: AlertIncident[] }).incidents
    }
    const [incident] = await until(listed, (found) => (found[0]?.notified.length ?? 0) > 0)
    expect(incident).toMatchObject({ state: 'firing', issue: { title: 'NamedError: NamedError happened' } })
    expect(incident!.issue!.short_id).toMatch(/^[A-Z0-9]+-1$/)
    expect(incident!.notified.map(({ channel_id }) => channel_id)).toEqual([team.channel.id])
    const ids = `project_id=${team.project.id}&rule_id=${rule.id}&issue_id=${issue_id}`
    expect(await listed(`?state=firing&${ids}`)).toEqual([incident])
    expect(await listed(`?state=recovered&${ids}`)).toEqual([])
    const other = await newTeam()
    expect(await listed(`?project_id=${other.project.id}`)).toEqual([])
    expect(await listed(`?issue_id=${issue_id}&project_id=${other.project.id}`)).toEqual([])
  })

  it('at a pager is resolved by the same key when its issues are', async () => {
    const team = await newTeam()
    const body = { kind: 'alertmanager' as const, name: 'Pager', config: { url: `${service.url}${team.path}-pager` } }
    const { channel } = (await team.session.request('POST', channelsOf(team), { body })).body
    await addRule(team, { channel_ids: [team.channel.id, channel.id] })
    const one = await team.report(named('FirstError'))
    const two = await team.report(named('SecondError'))
    const path = `${team.path}-pager/api/v2/alerts`
    await arrived(path)
    await arrived(team.path)
    await judgedAll()
    for (const { issue_id } of [one, two])
      await team.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } })
    await incidentIn(team, 'recovered')
    const alerts = await until(
      async () => messagesAt(path).map(({ body: text }) => JSON.parse(text)[0]),
      (found) => Date.parse(found.at(-1)!.endsAt) <= Date.now(),
    )
    expect(new Set(alerts.map(({ labels }) => JSON.stringify(labels))).size).toBe(1)
    expect(bodiesAt(team).filter(({ type }) => type === 'incident.recovered')).toEqual([])
    expect((await logOf(team)).every(({ event }) => event !== 'recovered')).toBe(true)
  })
})

describe('the history of an issue', () => {
  it('says which channel was notified of it by which rule', async () => {
    const team = await newTeam()
    await addRule(team, { name: 'Everything' })
    const { issue_id } = await team.report(named('SentError'))
    const { activity } = await until(
      () => team.session.get(`/api/issues/${issue_id}/activity`),
      (page) => page.activity.length > 0,
    )
    expect(activity).toMatchObject([{ kind: 'notified', by: null, details: { channel: '#ops', rule: 'Everything' } }])
  })
})

describe('a preview', () => {
  it('says what the last two weeks would have sent', async () => {
    const team = await newTeam()
    const { issue_id } = await team.report(named('BurstError', { repeat: 5, level: 'fatal' }))
    await team.report(named('QuietError', { level: 'warning' }))
    await digested(server)
    const preview = async (body: object) =>
      (await server.raw('POST', `${rulesOf(team)}/preview`, { token: team.session.token, body })).body as {
        total: number
        times: string[]
        examples: { issue_id: string }[]
        left_out: string[]
      }
    const both = await preview({ triggers: ['issue.new'] })
    expect([both.total, both.times.length]).toEqual([2, 2])
    expect(both.times).toEqual(both.times.toSorted().toReversed())
    const threshold = { count: 2, minutes: 5 }
    const fatal = await preview({ triggers: ['issue.new', 'project.rate'], threshold, condition: 'level:fatal' })
    expect(fatal).toMatchObject({ total: 1, examples: [{ issue_id }], left_out: ['project.rate'] })
    const busy = await preview({ triggers: ['issue.events'], threshold: { count: 5, minutes: 1 } })
    expect(busy).toMatchObject({ total: 1, examples: [{ issue_id, trigger: 'issue.events' }] })
    expect((await preview({ triggers: ['issue.events'], threshold: { count: 6, minutes: 1 } })).total).toBe(0)
  })
})

it('each message is one that the OpenAPI document describes', () => {
  expect(service.received.length).toBeGreaterThan(0)
  expect(undocumented()).toEqual([])
})
