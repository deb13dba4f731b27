import { createECDH } from 'node:crypto'
import type { PushMessage } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { organizationOf } from './organization.ts'
import { decryptPush, startPushReceiver, vapidClaims } from './push-receiver.ts'
import { newReporter, type Reporter, until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

const service = await startPushReceiver()
afterAll(() => service.close())
const server = await startServer({
  digest: true,
  env: { BUGLE_OUTGOING_ALLOW: service.host, BUGLE_PUSH_DELAY: '1s', BUGLE_PUSH_PACE: '1s' },
})
const { pool } = server.database
const url = 'http://127.0.0.1:8080'

const named = (name: string, change: Record<string, unknown> = {}) => ({
  exception_type: name,
  message: `${name} happened`,
  fingerprint: [name],
  ...change,
})
const subscribe = (session: Session, change: object = {}, path = '/device') =>
  session.request('POST', '/api/me/push', { body: { ...service.subscription(path), ...change } })
const messages = (path: string) =>
  service.received.filter((one) => one.path === path).map(({ text }) => JSON.parse(text) as PushMessage)
const messagesAt = (path: string, count: number) =>
  until(
    async () => messages(path),
    (found) => found.length >= count,
  )
let people = 0
/** Creates a reporter whose session is notified at a path of its own. */
async function newSubscriber(change: object = {}): Promise<Reporter & { path: string }> {
  people += 1
  const path = `/device-${people}`
  const reporter = await newReporter(server, { name: 'Web shop' })
  expect((await subscribe(reporter.session, change, path)).status).toBe(201)
  return { ...reporter, path }
}
/** Quiet hours that have begun, and last longer than any test, whatever the time is. */
function quietNow(): { from: string; to: string; time_zone: string } {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  return { from: inHours(-1), to: inHours(12), time_zone: 'UTC' }
}

/** Lets everything pending become due, which quiet hours and the pace hold back. */
const releaseAll = () => pool.query('update push_subscriptions set next_at = now()')
/** Waits for a message to somebody else that is sent later. */
async function nothingMore({ path }: { path: string }, count: number): Promise<void> {
  const other = await newSubscriber()
  await other.report(named('OtherError'))
  await messagesAt(other.path, 1)
  expect(messages(path)).toHaveLength(count)
}

it('the key pair of the server is made at its first start, and stays', async () => {
  const keys = async () => (await pool.query('select public_key from push_keys')).rows
  const [made] = await until(keys, (rows) => rows.length > 0)
  expect((await server.request('GET', '/api/push/key')).body).toEqual({ public_key: made.public_key })
  expect(await keys()).toHaveLength(1)
})

it('the decryption of these tests is that of RFC 8291, appendix A', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  expect(decryptPush(Buffer.from(body, 'base64url'), { ecdh, auth })).toBe('When I grow up, I want to be a watermelon')
})

describe.concurrent('a new issue', () => {
  it('reaches the device, encrypted and signed by the key that the server shows', async () => {
    const app = await newSubscriber({ details: true })
    const { issue_id } = await app.report(named('PaymentError', { level: 'fatal' }))
    expect(await messagesAt(app.path, 1)).toEqual([
      {
        id: expect.any(Number),
        title: 'New issue in Web shop',
        body: 'PaymentError: PaymentError happened',
        url: `${url}/m/issues/${issue_id}` as const,
        kind: 'issue',
        issue: { id: issue_id, short_id: expect.stringMatching(/^WEB.*-1$/), change: 'new', level: 'fatal' },
      },
    ])
    const { headers } = service.received.find(({ path }) => path === app.path)!
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' })
    expect(headers.topic).toMatch(/^[\w-]{1,32}$/)
    const { public_key } = (await server.request('GET', '/api/push/key')).body
    expect(vapidClaims(headers)).toMatchObject({ key: public_key, aud: `http://${service.host}` })
    // The same error again is no change.
    await app.report(named('PaymentError'))
    await nothingMore(app, 1)
  })

  it('says only where something happened unless the device shows details', async () => {
    const app = await newSubscriber()
    await app.report(named('SecretError'))
    const [message] = await messagesAt(app.path, 1)
    expect(JSON.stringify(message)).not.toContain('SecretError')
    expect(service.received.find(({ path }) => path === app.path)!.headers.urgency).toBe('normal')
  })

  it('reaches the app of a phone in its language, with a link into it', async () => {
    const app = await newSubscriber({ kind: 'unifiedpush', language: 'de' })
    const { issue_id } = await app.report(named('PhoneError'))
    expect(await messagesAt(app.path, 1)).toMatchObject([
      {
        title: 'Neues Issue in Web shop',
        body: expect.stringMatching(/^WEB.*-1 · Fehler$/),
        url: `bugle://issues/${issue_id}?s=${encodeURIComponent(new URL(url).host)}`,
      },
    ])
  })

  it('is pushed to nobody who turned it off', async () => {
    const app = await newSubscriber()
    await app.session.request('PATCH', `/api/projects/${app.project.id}/notifications`, {
      body: { own: { new_issues: 'off' } },
    })
    await app.report(named('QuietError'))
    await nothingMore(app, 0)
  })

  it('that regressed within the hour waits for its end', async () => {
    const app = await newSubscriber()
    const { issue_id } = await app.report(named('BackError'))
    await messagesAt(app.path, 1)
    await app.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } })
    await app.report(named('BackError'))
    await nothingMore(app, 1)
    await pool.query('update pushes set due_at = now() where sent_at is null')
    expect((await messagesAt(app.path, 2))[1]).toMatchObject({
      title: 'Regressed in Web shop',
      issue: { id: issue_id },
    })
  })
})

describe.concurrent('several issues', () => {
  it('of quiet hours follow as one message', async () => {
    const app = await newSubscriber({ quiet_hours: quietNow() })
    for (const name of ['OneError', 'TwoError', 'ThreeError']) await app.report(named(name))
    await nothingMore(app, 0)
    const { body } = await app.session.request('PATCH', '/api/me/push', { body: { quiet_hours: null } })
    expect(body.push).toMatchObject({ quiet_hours: null, details: false })
    expect(await messagesAt(app.path, 1)).toMatchObject([{ kind: 'issues', title: '3 new issues', body: 'Web shop' }])
  })

  it('wait in quiet hours, and what an urgent rule reports does not', async () => {
    const app = await newSubscriber({ quiet_hours: quietNow(), details: true })
    const organization = await organizationOf(app.session)
    const rule = { name: 'Fatal', triggers: ['issue.new' as const], condition: 'level:fatal', channel_ids: [] }
    await app.session.request('POST', `/api/organizations/${organization}/alert-rules`, {
      body: { ...rule, people: ['members'], is_urgent: true },
    })
    await app.report(named('PatientError'))
    await nothingMore(app, 0)
    await app.report({ ...named('FatalError'), level: 'fatal' })
    expect(await messagesAt(app.path, 1)).toMatchObject([{ body: expect.stringContaining('FatalError') }])
    await app.session.request('PATCH', '/api/me/push', { body: { quiet_hours: null } })
    expect((await messagesAt(app.path, 2))[1]).toMatchObject({ body: expect.stringContaining('PatientError') })
  })

  it('leave out those that were decided upon meanwhile', async () => {
    const app = await newSubscriber({ quiet_hours: quietNow() })
    const ids: string[] = []
    for (const name of ['OneError', 'TwoError']) ids.push((await app.report(named(name))).issue_id)
    await app.readIssue(ids[0]!)
    await app.session.request('PATCH', `/api/issues/${ids[0]}`, { body: { status: 'ignored' } })
    await nothingMore(app, 0)
    await app.session.request('PATCH', '/api/me/push', { body: { quiet_hours: null, details: true } })
    expect(await messagesAt(app.path, 1)).toMatchObject([
      { issue: { id: ids[1] }, body: 'TwoError: TwoError happened' },
    ])
  })
})

describe.concurrent('a push service', () => {
  it('that no longer knows the device ends its subscription, and the owner is told', async () => {
    const app = await newSubscriber()
    service.responses.set(app.path, { status: 410 })
    await app.report(named('GoneError'))
    await messagesAt(app.path, 1)
    await until(
      async () => (await app.session.request('GET', '/api/me/push')).body.push,
      (push) => push === null,
    )
    const devices = async () => (await app.session.get('/api/me/push/devices')).devices
    const [lost] = await devices()
    expect(lost).toMatchObject({ is_current: false, lost_at: expect.any(String), service: service.host })
    const mails = await until(
      async () =>
        server.mailsTo(app.session.email).filter(({ subject }) => subject.startsWith('No more notifications')),
      (found) => found.length > 0,
    )
    expect(mails).toHaveLength(1)
    // Nothing more is tried, and with the next subscription on the device it is forgotten.
    await app.report(named('LaterError'))
    await nothingMore(app, 1)
    service.responses.delete(app.path)
    await subscribe(app.session, {}, app.path)
    expect(await devices()).toMatchObject([{ lost_at: null, is_current: true }])
  })

  it('that is busy gets the message later, and the reason is shown', async () => {
    const app = await newSubscriber()
    service.responses.set(app.path, { status: 429, retryAfter: '600' })
    await app.report(named('BusyError'))
    const failed = await until(
      async () => (await app.session.request('GET', '/api/me/push')).body.push,
      (push) => push?.failure != null,
    )
    expect(failed!.failure).toBe('the push service is busy')
    const { rows } = await pool.query(
      `select extract(epoch from s.next_at - now())::int as rest from push_subscriptions s where s.endpoint like $1`,
      [`%${app.path}`],
    )
    expect(rows[0].rest).toBeGreaterThan(500)
    service.responses.delete(app.path)
    await releaseAll()
    await messagesAt(app.path, 2)
    await until(
      async () => (await app.session.request('GET', '/api/me/push')).body.push,
      (push) => push?.failure === null,
    )
  })

  it('that redirects is not followed', async () => {
    const app = await newSubscriber()
    service.responses.set(app.path, { status: 302 })
    const { status, message } = await app.session.request('POST', '/api/me/push/test')
    expect([status, message]).toEqual([502, 'Not sent: the push service did not accept the message.'])
    expect(service.received.map(({ path }) => path)).not.toContain('/elsewhere')
  })
})

describe.concurrent('a subscription', () => {
  it('can be tested at once, but not often', async () => {
    const app = await newSubscriber({ quiet_hours: quietNow() })
    const test = () => app.session.request('POST', '/api/me/push/test')
    expect((await test()).status).toBe(200)
    expect(messages(app.path)).toMatchObject([{ kind: 'test', title: 'Bugle' }])
    for (let n = 2; n <= 5; n += 1) await test()
    const { status, headers } = await test()
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it.each([
    ['signs out', (app: Reporter) => app.session.request('POST', '/api/auth/logout')],
    [
      'ends the session',
      async (app: Reporter) => {
        const { tokens } = await app.session.get('/api/me/tokens')
        const other = await server.logIn({ ...app.session, kind: 'cli' })
        await other.request('DELETE', `/api/me/tokens/${tokens.find(({ is_current }) => is_current)!.id}`)
      },
    ],
    ['unsubscribes', (app: Reporter) => app.session.request('DELETE', '/api/me/push')],
    [
      'removes the device',
      async (app: Reporter) => {
        const { devices } = await app.session.get('/api/me/push/devices')
        const [{ id }] = devices as [(typeof devices)[0]]
        await app.session.request('DELETE', `/api/me/push/devices/${id}`)
      },
    ],
  ])('ends when its owner %s', async (_, end) => {
    const app = await newSubscriber()
    await end(app)
    await app.report(named('LateError'))
    await nothingMore(app, 0)
  })

  it('survives a login elsewhere, and goes on with its choices in the next session on the device', async () => {
    const app = await newSubscriber({ details: true, language: 'de' })
    const { endpoint } = service.subscription(app.path)
    // The phone's session is replaced by one of another phone; the first is still notified.
    const elsewhere = await server.logIn(app.session)
    await elsewhere.request('POST', `/api/me/push/attach`, { body: { endpoint: `${endpoint}-of-another` } })
    const as = (name: string) => app.report(named(name))
    await as('NightError')
    expect(await messagesAt(app.path, 1)).toMatchObject([{ title: 'Neues Issue in Web shop' }])
    expect((await elsewhere.get('/api/me/push')).push).toBeNull()
    expect((await elsewhere.get('/api/me/push/devices')).devices).toMatchObject([{ is_current: false, lost_at: null }])
    // Signing in again on the first one takes the subscription over.
    const again = await server.logIn(app.session)
    const { body } = await again.request('POST', '/api/me/push/attach', { body: { endpoint } })
    expect(body.push).toMatchObject({ details: true, language: 'de' })
    expect((await again.get('/api/me/push/devices')).devices).toMatchObject([{ is_current: true }])
    await again.request('POST', '/api/auth/logout')
    expect((await pool.query('select from push_subscriptions s where s.endpoint = $1', [endpoint])).rowCount).toBe(1)
    await as('DayError')
    await nothingMore(app, 1)
    await until(
      async () => (await pool.query('select from push_subscriptions s where s.endpoint = $1', [endpoint])).rowCount,
      (count) => count === 0,
    )
  })

  it('of another account is not taken over', async () => {
    const owner = await newSubscriber()
    const { session } = await newReporter(server)
    const body = { endpoint: service.subscription(owner.path).endpoint }
    expect((await session.request('POST', '/api/me/push/attach', { body })).body.push).toBeNull()
    const { devices } = await owner.session.get('/api/me/push/devices')
    expect((await session.request('DELETE', `/api/me/push/devices/${devices[0]!.id}`)).status).toBe(404)
    expect((await owner.session.get('/api/me/push')).push).not.toBeNull()
  })

  it('of a device that nobody used for too long is lost, not forgotten', async () => {
    const app = await newSubscriber()
    await pool.query(
      `update access_tokens set last_used_at = now() - interval '2 years' where user_id = (select id from users where email = $1)`,
      [app.session.email],
    )
    await app.report(named('IdleError'))
    await until(
      async () =>
        (await pool.query('select s.lost_at from push_subscriptions s where s.endpoint like $1', [`%${app.path}`]))
          .rows[0],
      (row) => row?.lost_at !== null,
    )
    expect(messages(app.path)).toEqual([])
  })

  it('moves to the account that signs in on the device', async () => {
    const former = await newSubscriber()
    const next = await newReporter(server)
    await subscribe(next.session, {}, former.path)
    expect((await former.session.request('GET', '/api/me/push')).body.push).toBeNull()
    await former.report(named('FormerError'))
    await next.report(named('NextError'))
    expect(await messagesAt(former.path, 1)).toMatchObject([{ title: 'New issue in Shop' }])
  })

  it('says nothing about a project that its owner no longer sees', async () => {
    const app = await newSubscriber({ quiet_hours: quietNow() })
    await app.report(named('HiddenError'))
    await nothingMore(app, 0)
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    await app.session.request('PATCH', '/api/me/push', { body: { quiet_hours: null } })
    await nothingMore(app, 0)
  })

  const own = '127.0.0.1'
  it.each([
    ['http://push.example.com/x', 'must begin with https://'],
    [`https://${own}/x`, 'is not a public address'],
    ['https://2130706433/x', 'is not a public address'],
    ['https://0x7f.1/x', 'is not a public address'],
    ['https://[::1]/x', 'is not a public address'],
    ['https://[::ffff:10.0.0.1]/x', 'is not a public address'],
    ['https://[fd00::1]/x', 'is not a public address'],
    ['https://169.254.169.254/latest', 'is not a public address'],
    ['https://100.64.0.1/x', 'is not a public address'],
    ['https://localhost/x', 'is not a public address'],
    // Nobody learns whether the inner network has a host of that name.
    ['https://unknown.invalid/x', 'is not a public address'],
    ['https://user:word@push.example.com/x', 'is not an address'],
    ['nonsense', 'is not an address'],
  ])('at %s is refused', async (endpoint, why) => {
    const app = await newReporter(server)
    const { status, body } = await subscribe(app.session, { endpoint })
    expect([status, body]).toMatchObject([422, { code: 'validation_failed', errors: { endpoint: [why] } }])
  })

  it('without a usable key, or with quiet hours nowhere, is refused', async () => {
    const app = await newReporter(server)
    const noPoint = await subscribe(app.session, { p256dh: `B${'A'.repeat(86)}` })
    expect(noPoint.body).toMatchObject({ errors: { p256dh: [expect.any(String)] } })
    const nowhere = await subscribe(app.session, {
      quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Nowhere/X' },
    })
    expect(nowhere.body).toMatchObject({ errors: { 'quiet_hours.time_zone': ['is not a time zone'] } })
    expect((await app.session.request('PATCH', '/api/me/push', { body: {} })).status).toBe(404)
  })
})
