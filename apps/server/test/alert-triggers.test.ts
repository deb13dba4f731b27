import type { AlertIncident, AlertTrigger } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { type AlertTeam, alertTeams, named, rulesOf } from './alert-team.ts'
import { startChannelReceiver } from './channel-receiver.ts'
import { digested, numberOf, until } from './reporter.ts'
import { type Item, newSentryAppOf } from './sentry-app.ts'
import { startServer } from './start-server.ts'

const service = await startChannelReceiver()
afterAll(() => service.close())
const env = { BUGLE_OUTGOING_ALLOW: service.host, BUGLE_ALERT_DELAY: '1s', BUGLE_ALERT_PACE: '1s' }
const server = await startServer({ digest: true, env })
const { pool } = server.database
const { newTeam, addRule, arrived, messagesAt, undocumented, judgedAll } = alertTeams(server, service)

const bodiesAt = (team: AlertTeam) => messagesAt(team.path).map(({ body }) => JSON.parse(body))
const incidentsOf = async (team: AlertTeam): Promise<AlertIncident[]> =>
  (await team.session.request('GET', `/api/organizations/${team.organization}/incidents`)).body.incidents
const inState = (team: AlertTeam, wanted: AlertIncident['state']) =>
  until(
    async () => {
      await pool.query('update alert_incidents set check_at = now() where check_at is not null')
      return (await incidentsOf(team))[0]
    },
    (incident) => incident?.state === wanted,
  )
/** Judges rules about states now, and waits until it is done. */
const judgeStates = async () => {
  await pool.query('update alert_rules set check_at = now() where check_at is not null')
  await until(
    async () => (await pool.query('select from alert_rules where check_at <= now()')).rowCount,
    (due) => due === 0,
  )
}
const preview = async (team: AlertTeam, body: { triggers: AlertTrigger[]; threshold?: object }) =>
  (await server.raw('POST', `${rulesOf(team)}/preview`, { token: team.session.token, body })).body as {
    total: number
    examples: { issue_id: string | null; title: string; trigger: string }[]
    left_out: string[]
  }

describe('a known issue that occurs in a release for the first time', () => {
  it('fires once for the release, and a new issue does not', async () => {
    const team = await newTeam()
    await addRule(team, { triggers: ['issue.first_in_release'] })
    const { issue_id } = await team.report(named('OldError', { release: '1.0' }))
    await digested(server)
    await team.report(named('NewError', { release: '1.1' }))
    await team.report(named('OldError', { release: '1.1' }))
    await team.report(named('OldError', { release: '1.1' }))
    await arrived(team.path)
    expect(bodiesAt(team)).toEqual([expect.objectContaining({ type: 'issue.first_in_release' })])
    expect(bodiesAt(team)[0].data.issue.id).toBe(issue_id)
    expect(await incidentsOf(team)).toMatchObject([{ issue_id, subject: '1.1', state: 'firing' }])
    // The next release does not wait for the end of that incident.
    await pool.query(`update alert_incidents set check_at = now() + interval '1 hour'`)
    await team.report(named('OldError', { release: '1.2' }))
    await until(
      () => incidentsOf(team),
      (incidents) => incidents.some(({ subject, state }) => subject === '1.2' && state === 'firing'),
    )
  })
})

describe('decisions about issues', () => {
  it('are sent, each by itself and at once, also about an issue that is settled by them', async () => {
    const team = await newTeam()
    await addRule(team, { triggers: ['issue.assigned', 'issue.commented', 'issue.resolved'] })
    const { issue_id } = await team.report(named('DecidedError'))
    await judgedAll()
    await team.readIssue(issue_id)
    const { id } = await team.session.me()
    await team.session.request('PATCH', `/api/issues/${issue_id}`, { body: { assignee_id: id } })
    await team.session.request('POST', `/api/issues/${issue_id}/comments`, { body: { text: 'Mine.' } })
    await team.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } })
    const events = await until(
      async () =>
        bodiesAt(team).flatMap(({ type, data }) =>
          type === 'issues' ? data.subjects.map((subject: { type: string }) => subject.type) : [type],
        ),
      (found) => found.length >= 3,
    )
    expect(events.sort()).toEqual(['issue.assigned', 'issue.commented', 'issue.resolved'])
    expect(await incidentsOf(team)).toEqual([])
    expect((await preview(team, { triggers: ['issue.resolved', 'issue.commented'] })).total).toBe(2)
  })
})

describe('a rule about a project', () => {
  it('counts events exactly within any window', async () => {
    const team = await newTeam()
    await addRule(team, { triggers: ['project.rate'], threshold: { count: 5, minutes: 7 } })
    await team.report(named('OneError', { repeat: 2 }))
    await team.report(named('TwoError', { repeat: 2 }))
    await digested(server)
    await judgeStates()
    expect(await incidentsOf(team)).toEqual([])
    await team.report(named('ThreeError'))
    await digested(server)
    await judgeStates()
    await arrived(team.path)
    expect(bodiesAt(team)[0]).toMatchObject({
      type: 'project.rate',
      data: { project_id: team.project.id, subject: null },
    })
    await pool.query(`update events set occurred_at = occurred_at - interval '8 minutes' where project_id = $1`, [
      numberOf(team),
    ])
    await inState(team, 'recovered')
  })

  it('knows what is usual in this hour of the week', async () => {
    const team = await newTeam()
    const rule = { triggers: ['project.spike' as const], threshold: { count: 10, minutes: 60, times: 3 } }
    await addRule(team, rule)
    await team.report(named('UsualError', { repeat: 30 }))
    await digested(server)
    await judgeStates()
    // Young: nobody knows what is usual.
    expect(await incidentsOf(team)).toEqual([])
    const aged = `update projects set created_at = now() - interval '15 days' where id = $1`
    await pool.query(aged, [numberOf(team)])
    await pool.query(
      `insert into project_hourly (project_id, hour, level, platform, environment_id, release_id, event_count)
       select project_id, hour - make_interval(days => 7 * k), level, platform, environment_id, release_id, n
         from project_hourly, (values (1, 9), (2, 12)) as w (k, n) where project_id = $1`,
      [numberOf(team)],
    )
    await judgeStates()
    expect(await incidentsOf(team)).toEqual([])
    await pool.query(
      `update project_hourly set event_count = 8 where project_id = $1 and hour < now() - interval '10 days'`,
      [numberOf(team)],
    )
    await judgeStates()
    await arrived(team.path)
    expect(bodiesAt(team)[0]).toMatchObject({ type: 'project.spike' })
    expect((await preview(team, rule)).total).toBe(1)
  })

  it.each([
    ['times', { triggers: ['project.spike'] as const, threshold: { count: 1, minutes: 60 } }],
    ['percent', { triggers: ['release.crash_free'] as const, threshold: { count: 1, minutes: 60 } }],
  ])('needs threshold.%s', async (field, { triggers, threshold }) => {
    const team = await newTeam()
    const body = { name: 'Lacks', triggers: [...triggers], threshold, channel_ids: [] }
    const { status, errors } = await team.session.request('POST', rulesOf(team), { body })
    expect([status, Object.keys(errors ?? {})]).toEqual([422, [`threshold.${field}`]])
  })
})

describe('a rule about releases', () => {
  it('fires for one that is new, and for one that brings many new issues', async () => {
    const team = await newTeam()
    await addRule(team, { name: 'New', triggers: ['release.new'] })
    await addRule(team, { name: 'Many', triggers: ['release.new_issues'], threshold: { count: 2, minutes: 1440 } })
    await team.report(named('FirstError', { release: 'shop@1' }))
    await digested(server)
    await judgeStates()
    await arrived(team.path)
    expect(bodiesAt(team)[0]).toMatchObject({ type: 'release.created', data: { subject: 'shop@1' } })
    await team.report(named('SecondError', { release: 'shop@1' }))
    await digested(server)
    await judgeStates()
    await arrived(team.path, 2)
    expect(bodiesAt(team)[1]).toMatchObject({ type: 'release.new_issues', data: { subject: 'shop@1' } })
    expect((await preview(team, { triggers: ['release.new'] })).examples).toMatchObject([
      { issue_id: null, title: 'shop@1' },
    ])
  })

  it('fires for one whose sessions crash, and recovers', async () => {
    const team = await newTeam()
    await addRule(team, { triggers: ['release.crash_free'], threshold: { count: 100, minutes: 60, percent: 99 } })
    const put = (crashed: number) =>
      pool.query(
        `insert into session_hourly (project_id, hour, release, environment, started, crashed)
         values ($1, date_trunc('hour', now()), '2.0', 'production', 100, $2)
         on conflict (project_id, hour, release, environment) do update set crashed = excluded.crashed`,
        [numberOf(team), crashed],
      )
    await put(1)
    await judgeStates()
    expect(await incidentsOf(team)).toEqual([])
    await put(2)
    await judgeStates()
    await arrived(team.path)
    expect(bodiesAt(team)[0]).toMatchObject({ type: 'release.crash_free', data: { subject: '2.0' } })
    expect(await incidentsOf(team)).toMatchObject([{ subject: '2.0', trigger: 'release.crash_free' }])
    await put(0)
    await inState(team, 'recovered')
  })
})

describe('a rule about monitors and feedback', () => {
  it('fires when a monitor begins to fail, and when it recovers', async () => {
    const team = await newTeam()
    const { post } = await newSentryAppOf(server, team)
    await addRule(team, { triggers: ['monitor.failed', 'monitor.missed', 'monitor.recovered'] })
    const checkIn = (status: string): Item => ['check_in', { monitor_slug: 'backup', status }]
    await post([checkIn('error')])
    await arrived(team.path)
    expect(bodiesAt(team)[0]).toMatchObject({ type: 'monitor.failed', data: { subject: 'backup production' } })
    expect(await incidentsOf(team)).toMatchObject([{ trigger: 'monitor.failed', state: 'firing' }])
    await post([checkIn('error')])
    await post([checkIn('ok')])
    await arrived(team.path, 2)
    expect(bodiesAt(team)[1]).toMatchObject({ type: 'monitor.recovered' })
    await inState(team, 'recovered')
    expect(await incidentsOf(team)).toHaveLength(1)
    const { examples } = await preview(team, { triggers: ['monitor.failed'] })
    expect(examples).toMatchObject([{ title: 'backup production', trigger: 'monitor.failed' }])
  })

  it('sends feedback once', async () => {
    const team = await newTeam()
    const { post } = await newSentryAppOf(server, team)
    await addRule(team, { triggers: ['feedback.new'] })
    const item: Item = [
      'feedback',
      { contexts: { feedback: { message: 'It broke', associated_event_id: '1'.repeat(32) } } },
    ]
    await post([item])
    await arrived(team.path)
    await post([item])
    await post([['feedback', { contexts: { feedback: { message: 'Again' } } }]])
    await arrived(team.path, 2)
    expect(bodiesAt(team).map(({ type }) => type)).toEqual(['feedback.created', 'feedback.created'])
    const { total, examples } = await preview(team, { triggers: ['feedback.new'] })
    expect([total, examples.map(({ title }) => title).sort()]).toEqual([2, ['Again', 'It broke']])
  })
})

it('each message is one that the OpenAPI document describes', () => {
  expect(service.received.length).toBeGreaterThan(0)
  expect(undocumented()).toEqual([])
})
