import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { uuidv7 } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { digested, jpeg, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { queueEmptied, type RequestOptions, startServer, type TestServer } from './start-server.ts'

// Sessions, check-ins, feedback and files by Bugle's own way in.

const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '100000' } })
const second = await startServer({ beside: server, env: { BUGLE_INGEST_RATE: '100000' } })
const { pool } = server.database
/** A program that sends what is wrong. */
const careless = await newReporter(server)

const app_id = 'com.example.shop'
const hourMs = 3_600_000

type What = 'sessions' | 'check-ins' | 'feedback'
interface SendOptions extends RequestOptions {
  to?: TestServer
  path?: string
}

/** Sends an item of a project, with its fields or as a body. */
function send<Body = Record<string, unknown>>(
  { token }: Pick<Reporter, 'token'>,
  what: What,
  fields: unknown,
  { to = server, path = '/ingest', headers, ...rest }: SendOptions = {},
) {
  const rawBody = typeof fields === 'object' && !(fields instanceof Uint8Array) ? JSON.stringify(fields) : fields
  return to.raw<Body>('POST', `${path}/${what}`, {
    rawBody: rawBody as string,
    headers: { 'x-service-token': token, ...headers },
    ...rest,
  })
}

function sendFile(
  { token }: Pick<Reporter, 'token'>,
  event_id: string,
  { name = 'cart.json', data = '{"items":3}' }: { name?: string; data?: string | Uint8Array<ArrayBuffer> } = {},
) {
  const query = new URLSearchParams({ app_id, event_id, name })
  return server.raw<{ name: string }>('POST', `/ingest/attachments?${query}`, {
    rawBody: data,
    headers: { 'x-service-token': token, 'content-type': 'application/json' },
  })
}

/** One valid item of each kind. */
const valid: Record<What, () => Record<string, unknown>> = {
  sessions: () => ({ app_id, release: 'shop@1', sessions: [aSession()] }),
  'check-ins': () => ({ app_id, monitor: 'nightly', status: 'ok' }),
  feedback: () => ({ app_id, message: 'It broke' }),
}
const kinds = Object.keys(valid) as What[]

function aSession(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: randomUUID(), started_at: new Date().toISOString(), status: 'ok', ...change }
}

const health = async ({ session, project }: Reporter) => {
  await queueEmptied(pool, 'health_queue')
  return (await session.get(`/api/projects/${project.id}/release-health`)).releases
}
const monitorOf = async ({ session, project }: Reporter, slug: string) => {
  await queueEmptied(pool, 'health_queue')
  return (await session.get(`/api/projects/${project.id}/monitors/${slug}` as const)).monitor
}
const feedbackOf = async ({ session, project }: Reporter) => {
  await queueEmptied(pool, 'health_queue')
  return (await session.get(`/api/projects/${project.id}/feedback`)).feedback
}
const filesOf = async ({ session }: Reporter, eventId: string) =>
  ((await session.get(`/api/events/${eventId}`)) as { event: { attachments: { name: string; bytes: number }[] } }).event
    .attachments

describe('every item', () => {
  it.each(kinds)('of the kind %s is taken on both paths, in every encoding', async (what) => {
    const app = await newReporter(server)
    expect((await send(app, what, valid[what]())).status).toBe(202)
    expect((await send(app, what, valid[what](), { path: '/api/ingest' })).status).toBe(202)
    for (const [encoding, encode] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      const body = new Uint8Array(encode(JSON.stringify(valid[what]())))
      expect((await send(app, what, body, { headers: { 'content-encoding': encoding } })).status).toBe(202)
    }
  })

  it.each(kinds)('of the kind %s is on disk before the response', async (what) => {
    // Nothing takes it off the queue here.
    const alone = await startServer()
    const app = await newReporter(alone)
    expect((await send(app, what, valid[what](), { to: alone })).status).toBe(202)
    const { rows } = await alone.database.pool.query(
      'select count(*) as n from health_queue q where q.project_id = $1',
      [numberOf(app)],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it.each(kinds)('of the kind %s is refused as an event would be, and counted', async (what) => {
    const app = await newReporter(server)
    expect(await send({ token: 'bgl_live_00000000000000000000000000000000' }, what, valid[what]())).toMatchObject({
      status: 401,
      code: 'invalid_ingest_token',
    })
    expect(await send(app, what, { ...valid[what](), app_id: 'com.other' })).toMatchObject({
      status: 403,
      code: 'app_id_mismatch',
    })
    expect(await send(app, what, 'x'.repeat(1_048_577))).toMatchObject({ status: 413 })
    expect(await send(app, what, '{')).toMatchObject({ status: 400, code: 'malformed_body' })
    expect(await send(app, what, '{}', { headers: { 'content-encoding': 'lzma' } })).toMatchObject({ status: 415 })
    expect(await send(app, what, [1])).toMatchObject({ status: 400, errors: { body: ['must be a JSON object'] } })
    const { app_id: _, ...without } = valid[what]()
    expect((await send(app, what, without)).errors).toEqual({ app_id: ['is required'] })
    expect(await until(app.outcomes, (counts) => counts.invalid_payload === 4)).toEqual({
      app_id_mismatch: 1,
      too_large: 1,
      invalid_payload: 4,
    })
  })

  it('is sent from any page', async () => {
    for (const what of [...kinds, 'attachments']) {
      const preflight = await fetch(`${server.url}/ingest/${what}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
      expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Service-Token')
    }
    const { headers } = await send(await newReporter(server), 'feedback', valid.feedback())
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('is refused within moments once its token was replaced', async () => {
    const app = await newReporter(server)
    for (const what of kinds) expect((await send(app, what, valid[what]())).status).toBe(202)
    await app.session.request('POST', `/api/projects/${app.project.id}/regenerate`)
    for (const what of kinds)
      await until(
        () => send(app, what, valid[what]()),
        ({ status }) => status === 401,
      )
  })

  it('has limits of its own, which use up none of events', async () => {
    const strict = await startServer({ beside: server, env: { BUGLE_INGEST_RATE: '10' } })
    const app = await newReporter(server)
    const statuses: Record<string, number[]> = {}
    for (const [what, count] of [
      ['feedback', 2],
      ['check-ins', 11],
    ] as const) {
      statuses[what] = []
      for (let n = 0; n < count; n++) statuses[what].push((await send(app, what, valid[what](), { to: strict })).status)
    }
    expect(statuses).toEqual({ feedback: [202, 429], 'check-ins': [...Array<number>(10).fill(202), 429] })
    // A hundred sessions and sums a minute: those over the limit are left out.
    const sessions = (n: number) => ({
      app_id,
      release: 'shop@1',
      sessions: Array.from({ length: n }, () => aSession()),
    })
    expect((await send(app, 'sessions', sessions(60), { to: strict })).body).toEqual({ accepted: 60 })
    expect((await send(app, 'sessions', sessions(60), { to: strict })).body).toEqual({ accepted: 40 })
    const over = await send(app, 'sessions', sessions(1), { to: strict })
    expect(over).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await app.send({}, { to: strict })).status).toBe(202)
    const filtered = async () =>
      Object.fromEntries((await app.readOutcomes()).filtered.map(({ reason, total }) => [reason, total]))
    expect(await until(filtered, (counts) => Object.keys(counts).length === 3)).toEqual({
      session_rate: 21,
      check_in_rate: 1,
      feedback_rate: 1,
    })
    // Ten times as many requests as events.
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(app, 'sessions', { app_id }, { to: strict })),
    )
    expect(answers.map(({ status }) => status)).toContain(429)
    expect(answers.at(-1)!.headers.get('x-ratelimit-limit')).toBe('100')
  })
})

describe('sessions', () => {
  it('make crash-free rates of sessions and users, whatever is reported twice and in whatever order', async () => {
    const app = await newReporter(server)
    const ids = Array.from({ length: 10 }, () => randomUUID())
    const ends = ['crashed', 'abnormal', 'errored', 'unhandled', ...Array<string>(6).fill('exited')]
    const report = (id: string, status: string, n: number) => aSession({ id, status, user_id: `u-${n}` })
    const starts = ids.map((id, n) => report(id, 'ok', n))
    const ended = ids.map((id, n) => report(id, ends[n]!, n))
    for (const sessions of [ended, starts, ended, [...starts, ...ended]])
      for (const to of [server, second])
        expect((await send(app, 'sessions', { app_id, release: 'shop@1', sessions }, { to })).body).toEqual({
          accepted: sessions.length,
        })
    expect(await health(app)).toMatchObject([
      {
        release: 'shop@1',
        environment: 'production',
        sessions: 10,
        crashed: 1,
        abnormal: 1,
        errored: 1,
        unhandled: 1,
        users: 10,
        crash_free_sessions: 0.9,
        crash_free_users: 0.9,
      },
    ])
  })

  it('as sums count once, also at once and by two processes', async () => {
    const app = await newReporter(server)
    const counts = [
      { id: randomUUID(), started_at: Date.now(), exited: 90, errored: 5, unhandled: 2, abnormal: 1, crashed: 2 },
      { id: randomUUID(), started_at: Date.now() - 60_000, exited: 10 },
    ]
    const body = { app_id, release: 'shop@2', environment: 'staging', counts }
    await Promise.all([...Array(8).keys()].map((n) => send(app, 'sessions', body, { to: n % 2 ? second : server })))
    await health(app)
    const capitals = counts.map((count) => ({ ...count, id: count.id.toUpperCase().replaceAll('-', '') }))
    await send(app, 'sessions', { ...body, counts: capitals })
    expect(await health(app)).toMatchObject([
      { release: 'shop@2', environment: 'staging', sessions: 110, errored: 5, unhandled: 2, abnormal: 1, crashed: 2 },
    ])
  })

  it('count a crash of a person who is noted, also once a day has as many people as are noted', async () => {
    const shop = await newReporter(server)
    const person = (user_id: string, status: string) =>
      send(shop, 'sessions', { app_id, release: 'shop@1', sessions: [aSession({ user_id, status })] })
    await person('ann', 'exited')
    await health(shop)
    await pool.query('update session_days set users = 10000 where project_id = $1', [numberOf(shop)])
    await person('ann', 'crashed')
    await person('bob', 'crashed')
    expect(await health(shop)).toMatchObject([{ sessions: 3, crashed: 2, users: 1, crash_free_users: 0 }])
  })

  it('with an error are errored', async () => {
    const app = await newReporter(server)
    await send(app, 'sessions', { app_id, release: 'shop@1', sessions: [aSession({ status: 'exited', errors: 2 })] })
    expect(await health(app)).toMatchObject([{ sessions: 1, errored: 1, crashed: 0 }])
  })

  it('that are wrong are refused alone, and named', async () => {
    const app = await newReporter(server)
    const sessions = [
      aSession(),
      aSession({ status: 'fine' }),
      aSession({ id: 'one' }),
      aSession({ started_at: 'yesterday' }),
      'x',
      { id: randomUUID() },
    ]
    const counts = [
      { id: randomUUID(), started_at: Date.now(), exited: 3 },
      { id: randomUUID(), started_at: Date.now(), exited: -1 },
    ]
    const { status, body } = await send<{ errors: object }>(app, 'sessions', {
      app_id,
      release: 'shop@1',
      sessions,
      counts,
    })
    expect(status).toBe(202)
    expect(body).toMatchObject({ accepted: 2 })
    expect(Object.keys(body.errors)).toEqual([
      'sessions.1.status',
      'sessions.2.id',
      'sessions.3.started_at',
      'sessions.4',
      'sessions.5.started_at',
      'counts.1.exited',
    ])
    expect(await health(app)).toMatchObject([{ sessions: 4 }])
    expect(
      await send(app, 'sessions', { app_id, release: 'r', sessions: [aSession({ status: 'fine' })] }),
    ).toMatchObject({
      status: 400,
      errors: { 'sessions.0.status': [expect.stringContaining('crashed')] },
    })
    expect(await until(app.outcomes, (counts) => counts.invalid_payload === 7)).toEqual({ invalid_payload: 7 })
  })

  it.each([
    ['release', { release: undefined }],
    ['release', { release: '' }],
    ['environment', { environment: 7 }],
    ['sent_at', { sent_at: {} }],
    ['sessions', { sessions: {} }],
    ['sessions', { sessions: [] }],
    ['sessions', { sessions: Array.from({ length: 101 }, () => aSession()) }],
    ['counts', { counts: Array.from({ length: 101 }, () => ({})) }],
  ])('are refused for a wrong %s', async (field, change) => {
    const answer = await send(careless, 'sessions', { ...valid.sessions(), ...change })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_payload' })
    expect(Object.keys(answer.errors!)).toEqual([field])
  })

  it('are of the time at which they began, whatever the clock of the sender says', async () => {
    const app = await newReporter(server)
    const twoDays = 48 * hourMs
    const wrong = Date.now() - 300 * 24 * hourMs
    const at = (release: string, started_at: number, sent_at?: number) =>
      send(app, 'sessions', { app_id, release, sent_at, sessions: [aSession({ started_at })] })
    await at('right', Date.now() - twoDays)
    await at('slow', wrong - twoDays, wrong)
    await at('old', Date.now() - 30 * 24 * hourMs)
    await at('future', Date.now() + 30 * 24 * hourMs)
    await queueEmptied(pool, 'health_queue')
    const { rows } = await pool.query<{ release: string; hours: number }>(
      `select h.release, round(extract(epoch from now() - h.hour) / 3600)::int4 as hours from session_hourly h where h.project_id = $1`,
      [numberOf(app)],
    )
    const hours = Object.fromEntries(rows.map((row) => [row.release, row.hours]))
    for (const [release, expected] of Object.entries({ right: 48, slow: 48, old: 120, future: 0 })) {
      expect(hours[release]).toBeGreaterThanOrEqual(expected)
      expect(hours[release]).toBeLessThanOrEqual(expected + 1)
    }
  })
})

describe('a check-in', () => {
  it('makes a monitor, fails it as an issue and lets it recover', async () => {
    const app = await newReporter(server)
    const config = {
      schedule: '0 3 * * *',
      timezone: 'Europe/Berlin',
      margin_minutes: 5,
      max_runtime_minutes: 20,
    }
    const job = { app_id, monitor: 'Nightly Backup', ...config }
    const started = await send<{ check_in_id: string }>(app, 'check-ins', { ...job, status: 'in_progress' })
    const { check_in_id } = started.body
    expect(check_in_id).toMatch(/^[0-9a-f-]{36}$/)
    await send(app, 'check-ins', { ...job, check_in_id, status: 'error', duration_ms: 2000 })
    expect(await monitorOf(app, 'nightly-backup')).toMatchObject({
      slug: 'nightly-backup',
      ...config,
      environments: [{ environment: 'production', status: 'failing' }],
      check_ins: [{ id: check_in_id, status: 'error', duration_ms: 2000 }],
    })
    await digested(server)
    const { issues } = await app.session.get(`/api/projects/${app.project.id}/issues`)
    expect(issues).toMatchObject([{ message: 'nightly-backup reported a failure', count: 1 }])
    expect((await send(app, 'check-ins', { ...job, status: 'ok' })).body).toEqual({ check_in_id: null })
    expect((await monitorOf(app, 'nightly-backup')).environments).toMatchObject([{ status: 'ok' }])
  })

  it.each([
    [
      'after it was applied',
      async (sent: () => Promise<unknown>) => {
        for (let n = 0; n < 3; n++) {
          await sent()
          await queueEmptied(pool, 'health_queue')
        }
      },
    ],
    ['at once', async (sent: () => Promise<unknown>) => void (await Promise.all([sent(), sent(), sent(), sent()]))],
  ])('that is sent again %s counts once, by its id or an Idempotency-Key', async (_, repeat) => {
    const app = await newReporter(server)
    const job = { app_id, monitor: 'job', status: 'error', failure_threshold: 100, schedule: 'every 5 minutes' }
    const check_in_id = randomUUID()
    await repeat(() => send(app, 'check-ins', { ...job, check_in_id }))
    await repeat(() => send(app, 'check-ins', job, { headers: { 'idempotency-key': 'a run' } }))
    const ids = new Set<unknown>()
    await repeat(async () => {
      const running = { ...job, status: 'in_progress' }
      ids.add((await send(app, 'check-ins', running, { headers: { 'idempotency-key': 'another' } })).body.check_in_id)
    })
    expect(ids.size).toBe(1)
    const { check_ins } = await monitorOf(app, 'job')
    expect(check_ins.map(({ status }) => status).sort()).toEqual(['error', 'error', 'in_progress'])
  })

  it('without an id ends the run that started last', async () => {
    const app = await newReporter(server)
    await send(app, 'check-ins', { app_id, monitor: 'job', status: 'in_progress' })
    await send(app, 'check-ins', { app_id, monitor: 'job', status: 'ok' })
    expect((await monitorOf(app, 'job')).check_ins).toMatchObject([{ status: 'ok' }])
  })

  it.each([
    ['monitor', { monitor: undefined }],
    ['monitor', { monitor: '' }],
    ['monitor', { monitor: '///' }],
    ['status', { status: 'done' }],
    ['check_in_id', { check_in_id: 'x' }],
    ['duration_ms', { duration_ms: -1 }],
    ['schedule', { schedule: 'hourly' }],
    ['schedule', { schedule: '61 * * * *' }],
    ['schedule', { schedule: '* * * * * *' }],
    ['schedule', { schedule: 'every 0 minutes' }],
    ['timezone', { schedule: '0 3 * * *', timezone: 'Mars/Olympus' }],
    ['timezone', { schedule: '0 3 * * *', timezone: '' }],
    ['margin_minutes', { margin_minutes: 0 }],
    ['max_runtime_minutes', { max_runtime_minutes: 40_321 }],
    ['failure_threshold', { failure_threshold: 721 }],
    ['recovery_threshold', { recovery_threshold: 1.5 }],
  ])('is refused for a wrong %s', async (field, change) => {
    const answer = await send(careless, 'check-ins', { ...valid['check-ins'](), ...change })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_payload' })
    expect(Object.keys(answer.errors!)).toEqual([field])
  })
})

describe('feedback', () => {
  it('is shown with its event, by the id of the 202 or that of the program', async () => {
    const app = await newReporter(server)
    for (const own of [uuidv7(), randomUUID(), undefined]) {
      const { event_id } = await app.report(own === undefined ? {} : { event_id: own })
      await digested(server)
      for (const id of own === undefined ? [event_id] : [event_id, own]) {
        const about = {
          ...valid.feedback(),
          message: `about ${id}`,
          event_id: id,
          name: 'Ann',
          email: 'ann@example.com',
        }
        const { status, body } = await send(app, 'feedback', about)
        expect(status).toBe(202)
        const linked = await until(
          async () => (await feedbackOf(app)).find(({ message }) => message === `about ${id}`),
          (found) => found?.event_id != null,
        )
        expect(linked).toMatchObject({ id: body.feedback_id, event_id, name: 'Ann', email: 'ann@example.com' })
      }
    }
  })

  it('counts once under its id or an Idempotency-Key, and has that id', async () => {
    const app = await newReporter(server)
    const id = randomUUID()
    const some = [...Array(6).keys()]
    await Promise.all(
      some.map((n) => send(app, 'feedback', { ...valid.feedback(), id }, { to: n % 2 ? second : server })),
    )
    const keyed = await Promise.all(
      some.map(() => send(app, 'feedback', valid.feedback(), { headers: { 'idempotency-key': 'k' } })),
    )
    await queueEmptied(pool, 'health_queue')
    await send(app, 'feedback', { ...valid.feedback(), id: id.toUpperCase() })
    const ids = (await feedbackOf(app)).map((one) => one.id)
    expect(ids.sort()).toEqual([id, keyed[0]!.body.feedback_id].sort())
    expect(new Set(keyed.map(({ body }) => body.feedback_id)).size).toBe(1)
    // Another project's id is another's feedback.
    const other = await newReporter(server)
    await send(other, 'feedback', { ...valid.feedback(), id })
    expect(await feedbackOf(other)).toHaveLength(1)
  })

  it('may bring a screenshot, which is a file of its event', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report({})
    const screenshot = jpeg.toString('base64')
    for (let n = 0; n < 2; n++)
      expect((await send(app, 'feedback', { ...valid.feedback(), event_id, screenshot })).status).toBe(202)
    await digested(server)
    const files = await until(
      () => filesOf(app, event_id),
      (found) => found.length > 0,
    )
    expect(files).toMatchObject([{ name: 'screenshot.jpg', bytes: jpeg.length }])
    // Without its event the picture is lost and counted, the text is not.
    await send(app, 'feedback', { ...valid.feedback(), message: 'alone', event_id: uuidv7(), screenshot })
    expect((await feedbackOf(app)).map(({ message }) => message)).toContain('alone')
    const lost = async () => (await app.readOutcomes()).unsupported.map(({ reason, total }) => [reason, total])
    expect(await until(lost, (found) => found.length > 0)).toEqual([['attachment', 1]])
  })

  it.each([
    ['message', { message: undefined }],
    ['message', { message: '' }],
    ['message', { message: ' \n ' }],
    ['message', { message: 'x'.repeat(4097) }],
    ['id', { id: 'x' }],
    ['event_id', { event_id: 'evt_zz' }],
    ['event_id', { event_id: `evt_zzz${randomUUID().replaceAll('-', '')}` }],
    ['screenshot', { screenshot: 'AAAA', event_id: uuidv7() }],
    ['screenshot', { screenshot: jpeg.toString('base64') }],
  ])('is refused for a wrong %s', async (field, change) => {
    const answer = await send(careless, 'feedback', { ...valid.feedback(), ...change })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_payload' })
    expect(Object.keys(answer.errors!)).toEqual([field])
  })
})

describe('a file', () => {
  it('follows its event, which may not be digested yet, and is added once', async () => {
    const app = await newReporter(server)
    for (const own of [uuidv7(), randomUUID()]) {
      const { event_id } = await app.report({ event_id: own })
      for (const id of [own, event_id, own])
        expect(await sendFile(app, id)).toMatchObject({ status: 202, body: { name: 'cart.json' } })
      await sendFile(app, own, { name: 'other.json' })
      await digested(server)
      const files = await until(
        () => filesOf(app, event_id),
        (found) => found.length > 1,
      )
      expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
        ['cart.json', 11],
        ['other.json', 11],
      ])
    }
  })

  it('is one of at most five', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report({})
    await digested(server)
    for (let n = 0; n < 7; n++) expect((await sendFile(app, event_id, { name: `${n}` })).status).toBe(202)
    expect((await filesOf(app, event_id)).map(({ name }) => name)).toEqual(['0', '1', '2', '3', '4'])
  })

  it('has the type of its query, and a hostile name as text', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report({})
    await digested(server)
    const typed = new URLSearchParams({ app_id, event_id, name: 'a.csv', type: 'text/csv' })
    const headers = { 'x-service-token': app.token, 'content-type': 'application/json' }
    await server.raw('POST', `/ingest/attachments?${typed}`, { rawBody: 'a,b', headers })
    expect((await filesOf(app, event_id))[0]).toMatchObject({ name: 'a.csv', content_type: 'text/csv' })
    const name = `../../\u0000<script>${'x'.repeat(300)}`
    expect((await sendFile(app, event_id, { name })).status).toBe(202)
    expect((await filesOf(app, event_id))[1]!.name).toBe(name.replace('\u0000', '\uFFFD').slice(0, 200))
  })

  it('is refused without an event of the project, and beyond a megabyte', async () => {
    const [app, other] = [await newReporter(server), await newReporter(server)]
    const foreign = await other.report({})
    await digested(server)
    for (const id of [uuidv7(), 'x', foreign.event_id, foreign.event_id.slice(-32)])
      expect(await sendFile(app, id)).toMatchObject({
        status: 400,
        code: 'invalid_payload',
        errors: { event_id: ['must be the id of an event of the project'] },
      })
    const { event_id } = await app.report({})
    expect(await sendFile(app, event_id, { data: '' })).toMatchObject({
      status: 400,
      errors: { body: expect.anything() },
    })
    expect((await sendFile(app, event_id, { data: new Uint8Array(1_048_577) })).status).toBe(413)
    expect((await sendFile(app, event_id, { data: new Uint8Array(1_048_576) })).status).toBe(202)
    const answer = await server.raw('POST', '/ingest/attachments', {
      rawBody: 'x',
      headers: { 'x-service-token': app.token },
    })
    expect(answer).toMatchObject({ status: 400, errors: { app_id: ['is required'], event_id: ['is required'] } })
  })
})

describe('hostile texts', () => {
  const texts = ['\u0000', '\ud800', '‮', "'; drop table feedback; --", '\\u0000', '𝕊'.repeat(100), '__proto__']

  it('are stored as texts', async () => {
    const app = await newReporter(server)
    for (const text of texts) {
      const about = `x ${text}`
      expect((await send(app, 'feedback', { app_id, message: about, name: about, url: about })).status).toBe(202)
      const sessions = [aSession({ user_id: about })]
      const taken = await send(app, 'sessions', { app_id, release: about, environment: about, sessions })
      expect(taken.body).toEqual({ accepted: 1 })
      expect((await send(app, 'check-ins', { app_id, monitor: about, status: 'ok', environment: about })).status).toBe(
        202,
      )
    }
    expect(await feedbackOf(app)).toHaveLength(texts.length)
    expect((await health(app)).reduce((sum, { sessions }) => sum + sessions, 0)).toBe(texts.length)
  })

  it('in place of values are refused without a fault', async () => {
    const app = await newReporter(server)
    const values: unknown[] = [null, true, 1e308, -1, [], {}, [[[]]], '', 'x'.repeat(10_000), { toString: 1 }, texts]
    for (const what of kinds)
      for (const field of Object.keys(valid[what]()))
        for (const value of values) {
          const { status } = await send(app, what, { ...valid[what](), [field]: value })
          expect([202, 400, 403]).toContain(status)
        }
    await queueEmptied(pool, 'health_queue')
  })
})

it('the commands of docs/ingest.md work as they stand', async () => {
  const app = await newReporter(server)
  const { event_id } = await app.report({})
  const page = readFileSync(new URL('../../../docs/ingest.md', import.meta.url), 'utf8')
  const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, command]) => command!)
  const answers: unknown[] = []
  for (const command of commands) {
    const local = command.replaceAll('http://127.0.0.1:8080', server.url)
    const env = { ...process.env, INGEST: app.token, EVENT: event_id }
    answers.push(JSON.parse((await promisify(execFile)('bash', ['-c', local], { env })).stdout))
  }
  expect(answers).toEqual([
    { event_id: expect.stringContaining('evt_'), issue_id: expect.stringContaining('iss_') },
    { accepted: 2 },
    { check_in_id: null },
    { feedback_id: expect.any(String) },
    { name: 'cart.json' },
  ])
})
