import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { alertTeams, channelsOf, named, rulesOf } from './alert-team.ts'
import { startChannelReceiver } from './channel-receiver.ts'
import { join } from './organization.ts'
import { digested, until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

const service = await startChannelReceiver()
afterAll(() => service.close())
const server = await startServer({
  digest: true,
  env: { BUGLE_OUTGOING_ALLOW: service.host, BUGLE_ALERT_DELAY: '1s', BUGLE_ALERT_PACE: '1s' },
})
const { pool, accounts } = server.database

const { newTeam, addRule, messagesAt, arrived, undocumented, logOf, channelOf, test, judgedAll, releaseAll } =
  alertTeams(server, service)

describe('a webhook', () => {
  it('is sent a new issue, once, by a signature that its receiver verifies', async () => {
    const team = await newTeam()
    expect(team.secret).toMatch(/^whsec_/)
    await addRule(team)
    const { issue_id } = await team.report(named('PaymentError'))
    await team.report(named('PaymentError'))
    const [message] = await arrived(team.path)
    const body = new Webhook(team.secret).verify(message!.body, message!.headers as Record<string, string>)
    expect(body).toMatchObject({ type: 'issue.created', data: { issue: { id: issue_id, type: 'PaymentError' } } })
    const log = await until(
      () => logOf(team),
      ([first]) => first?.state === 'delivered',
    )
    expect(log).toEqual([
      expect.objectContaining({
        id: message!.headers['webhook-id'],
        issue_id,
        attempts: 1,
        status: 200,
        failure: null,
      }),
    ])
    expect(messagesAt(team.path)).toHaveLength(1)
  })

  it('is sent many issues in one message', async () => {
    const team = await newTeam()
    await addRule(team)
    for (const number of Array.from({ length: 12 }, (_, index) => index)) await team.report(named(`Burst${number}`))
    await until(
      () => logOf(team),
      (log) => log.length === 12 && log.every(({ state }) => state === 'delivered'),
    )
    expect(messagesAt(team.path).length).toBeLessThanOrEqual(3)
  })

  it('gets the same id again until it has taken a message', async () => {
    const team = await newTeam()
    await addRule(team)
    service.answer(team.path, { status: 500 }, { status: 429, headers: { 'retry-after': '1' } })
    await team.report(named('RetryError'))
    await arrived(team.path)
    await until(
      () => channelOf(team),
      ({ state }) => state === 'failing',
    )
    await releaseAll()
    const three = await arrived(team.path, 3)
    expect(new Set(three.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await until(
      () => channelOf(team),
      ({ state }) => state === 'ok',
    )
  })

  it('that is gone is broken at once, and works again after a test', async () => {
    const team = await newTeam()
    await addRule(team)
    service.answer(team.path, { status: 410 })
    await team.report(named('GoneError'))
    await until(
      () => channelOf(team),
      ({ state }) => state === 'broken',
    )
    const { issue_id } = await team.report(named('LaterError'))
    await judgedAll()
    expect((await test(team)).status).toBe(202)
    // The test first, then the message that was refused, then what came since.
    const all = await arrived(team.path, 4)
    const [refused, sent, again, later] = all.map(({ body }) => JSON.parse(body))
    expect(sent).toMatchObject({ type: 'test' })
    expect(again).toEqual(refused)
    expect(later).toMatchObject({ data: { issue: { id: issue_id } } })
    expect((await channelOf(team)).state).toBe('ok')
  })

  it('that never answers delays nobody else', async () => {
    const [slow, other] = [await newTeam(), await newTeam()]
    await addRule(slow)
    await addRule(other)
    service.answer(slow.path, 'never')
    await slow.report(named('SlowError'))
    await arrived(slow.path)
    await other.report(named('OtherError'))
    await arrived(other.path)
    expect((await logOf(slow))[0]!.state).toBe('waiting')
  })
})

describe('a channel that is changed while a message is on its way', () => {
  it.each([410, 500])('is not to blame for the %i of its former address', async (status) => {
    const team = await newTeam()
    await addRule(team)
    let release = () => {}
    const after = new Promise<void>((resolve) => {
      release = resolve
    })
    service.answer(team.path, { status, after })
    await team.report(named('MovedError'))
    await arrived(team.path)
    const path = `${team.path}-new`
    service.answer(path, { status: 503, headers: { 'retry-after': '1' } })
    const changed = await team.session.request('PATCH', `${channelsOf(team)}/${team.channel.id}`, {
      body: { config: { url: `${service.url}${path}` } },
    })
    expect(changed.status).toBe(200)
    release()
    await until(
      () => logOf(team),
      ([first]) => first?.state === 'delivered',
    )
    expect((await channelOf(team)).state).toBe('ok')
    expect(messagesAt(team.path)).toHaveLength(1)
  })
})

describe('a channel that breaks', () => {
  it('is reported by one mail to one who can mend it', async () => {
    const team = await newTeam()
    const members = ['admin', 'member'] as const
    const [admin, member] = await Promise.all(
      members.map((role) => join(server, { owner: team.session, organization: team.organization, role })),
    )
    await pool.query('update users set email_confirmed_at = now()')
    await addRule(team)
    service.answer(team.path, { status: 404 }, { status: 404 })
    await team.report(named('LostError'))
    const about = (email: string) =>
      server.mailsTo(email).filter(({ subject }) => subject.startsWith('The channel #ops'))
    const [mail] = await until(
      async () => about(team.session.email),
      (mails) => mails.length > 0,
    )
    expect(mail!.text).toContain('The service knows the address no longer (404).')
    expect(mail!.text).not.toContain(team.path)
    expect([...about(admin!.email), ...about(member!.email)]).toEqual([])
  })
})

describe('a rule', () => {
  it('speaks of the issues that its condition matches, in the language of the list', async () => {
    const team = await newTeam()
    await addRule(team, { condition: 'level:fatal environment:production' })
    await team.report(named('QuietError', { level: 'warning', environment: 'production' }))
    await team.report(named('StagingError', { level: 'fatal', environment: 'staging' }))
    const { issue_id } = await team.report(named('LoudError', { level: 'fatal', environment: 'production' }))
    const [message] = await arrived(team.path)
    expect(JSON.parse(message!.body).data.issue.id).toBe(issue_id)
    expect(await logOf(team)).toHaveLength(1)
  })

  it('with a mistake in its condition is refused', async () => {
    const team = await newTeam()
    const body = { name: 'Wrong', triggers: ['issue.new' as const], channel_ids: [], condition: 'is:nonsense' }
    const { code, errors } = await team.session.request('POST', rulesOf(team), { body })
    expect([code, Object.keys(errors ?? {})]).toEqual(['validation_failed', ['condition']])
  })

  it('that is off or muted sends nothing, and two rules send a channel one message', async () => {
    const team = await newTeam()
    const first = await addRule(team)
    const change = (body: object) => team.session.request('PATCH', `${rulesOf(team)}/${first.id}`, { body })
    await change({ is_enabled: false })
    await team.report(named('OffError'))
    await digested(server)
    await change({ is_enabled: true, muted_until: new Date(Date.now() + 60_000).toISOString() })
    await team.report(named('MutedError'))
    await judgedAll()
    await change({ muted_until: null })
    await addRule(team, { name: 'Again' })
    const { issue_id } = await team.report(named('SentError'))
    await arrived(team.path)
    expect((await logOf(team)).map((one) => one.issue_id)).toEqual([issue_id])
  })

  it('of an issue that was decided meanwhile says nothing', async () => {
    const team = await newTeam()
    await addRule(team)
    service.answer(team.path, { status: 500 })
    const { issue_id } = await team.report(named('DecidedError'))
    await arrived(team.path)
    await team.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } })
    await until(
      async () => {
        await releaseAll()
        return logOf(team)
      },
      ([one]) => one?.state === 'dropped',
    )
    expect(messagesAt(team.path)).toHaveLength(1)
  })
})

describe('a secret that is rotated', () => {
  it('signs beside the former one', async () => {
    const team = await newTeam()
    const path = `${channelsOf(team)}/${team.channel.id}/rotate-secret` as const
    const { secret } = (await team.session.request('POST', path)).body
    await test(team)
    const [message] = await arrived(team.path)
    const headers = message!.headers as Record<string, string>
    for (const one of [secret, team.secret]) expect(new Webhook(one).verify(message!.body, headers)).toBeDefined()
    expect(secret).not.toBe(team.secret)
  })
})

describe('a delivery', () => {
  it('is sent again on request, as another one', async () => {
    const team = await newTeam()
    await addRule(team)
    await team.report(named('AgainError'))
    const [first] = await arrived(team.path)
    const id = first!.headers['webhook-id'] as string
    const path = `${channelsOf(team)}/${team.channel.id}/deliveries/${id}/send-again` as const
    expect((await team.session.request('POST', path)).status).toBe(202)
    const [, second] = await arrived(team.path, 2)
    expect(JSON.parse(second!.body).data).toEqual(JSON.parse(first!.body).data)
    expect(second!.headers['webhook-id']).not.toBe(id)
  })
})

describe('quiet hours', () => {
  it('hold back what is not urgent, until they are over', async () => {
    const team = await newTeam()
    const path = `${channelsOf(team)}/${team.channel.id}` as const
    const hour = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString().slice(11, 16)
    const quiet = { from: hour(-1), to: hour(1), time_zone: 'UTC' }
    await team.session.request('PATCH', path, { body: { quiet_hours: quiet } })
    await addRule(team, { condition: 'level:warning' })
    await addRule(team, { name: 'Urgent', condition: 'level:fatal', is_urgent: true })
    const calm = await team.report(named('CalmError', { level: 'warning' }))
    await judgedAll()
    const urgent = await team.report(named('UrgentError', { level: 'fatal' }))
    const [first] = await arrived(team.path)
    expect(JSON.parse(first!.body).data.issue.id).toBe(urgent.issue_id)
    const log = await until(
      () => logOf(team),
      ([latest]) => latest?.state === 'delivered',
    )
    expect(log.map(({ issue_id, state }) => [issue_id, state])).toEqual([
      [urgent.issue_id, 'delivered'],
      [calm.issue_id, 'waiting'],
    ])
    await team.session.request('PATCH', path, { body: { quiet_hours: null } })
    await pool.query('update deliveries set due_at = now() where done_at is null')
    await releaseAll()
    const [, second] = await arrived(team.path, 2)
    expect(JSON.parse(second!.body).data.issue.id).toBe(calm.issue_id)
  })
})

describe('a channel', () => {
  it('shows its host alone, and its configuration is encrypted', async () => {
    const team = await newTeam()
    const text = JSON.stringify(await channelOf(team))
    expect(text).toContain(service.host)
    expect(text).not.toContain(team.path)
    const { rows } = await pool.query('select sealed_config from channels')
    for (const { sealed_config } of rows) expect(sealed_config).not.toContain('hook')
  })

  it.each([
    [{ kind: 'slack', config: {} }, 'config.url'],
    [{ kind: 'slack', config: { url: 'https://hooks.slack.com/x', other: 'x' } }, 'config.other'],
    [{ kind: 'webhook', config: { url: 'http://10.0.0.1/x' } }, 'config.url'],
    [{ kind: 'webhook', config: { url: 'https://169.254.169.254/latest' } }, 'config.url'],
    [{ kind: 'webhook', config: { url: 'https://user:secret@example.com/' } }, 'config.url'],
    [{ kind: 'nothing', config: {} }, 'kind'],
  ])('like %j is refused for its %s', async (given, field) => {
    const team = await newTeam()
    const response = await server.raw('POST', channelsOf(team), {
      token: team.session.token,
      body: { name: 'Other', ...given },
    })
    expect([response.status, Object.keys(response.errors ?? {})]).toEqual([422, [field]])
  })

  it('is changed by admins, read by members, and unknown to strangers', async () => {
    const team = await newTeam()
    const member: Session = await join(server, { owner: team.session, organization: team.organization, role: 'member' })
    const stranger = await server.register()
    const path = `${channelsOf(team)}/${team.channel.id}` as const
    const statuses = async (session: Session) => [
      (await session.request('GET', channelsOf(team))).status,
      (await session.request('PATCH', path, { body: { name: 'Mine' } })).status,
      (await session.request('POST', `${path}/test` as const)).status,
      (await session.request('DELETE', path)).status,
    ]
    expect(await statuses(member)).toEqual([200, 403, 403, 403])
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404])
    expect(await statuses(team.session)).toEqual([200, 200, 202, 204])
  })

  it('is removed while a delivery to it ends', async () => {
    const team = await newTeam()
    const locker = await accounts.connect()
    let endDelivery = () => {}
    service.answer(team.path, { status: 200, after: new Promise((resolve) => (endDelivery = resolve)) })
    await test(team)
    await arrived(team.path)
    // The removal waits for the channel first, then the end of the delivery: longer than PostgreSQL looks for deadlocks.
    await locker.query('begin')
    await locker.query('select from channels for update')
    const removal = team.session.request('DELETE', `${channelsOf(team)}/${team.channel.id}`)
    const waiting = async () => {
      const { rowCount } = await accounts.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
      )
      return rowCount ?? 0
    }
    await until(waiting, (count) => count >= 1)
    endDelivery()
    await until(waiting, (count) => count >= 2)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await locker.query('commit')
    locker.release()
    expect((await removal).status).toBe(204)
  })

  it('of another organization gets nothing by a rule', async () => {
    const [team, other] = [await newTeam(), await newTeam()]
    const rule = await addRule(team, { channel_ids: [other.channel.id] })
    expect(rule.channel_ids).toEqual([])
  })
})

it('each message is one that the OpenAPI document describes', () => {
  expect(service.received.length).toBeGreaterThan(0)
  expect(undocumented()).toEqual([])
})
