import { apiTokenScopes as scopes } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { listenersChannel } from '../src/domains/live-updates/index.ts'
import { type Listening, listen } from './listen.ts'
import { digested, newReporter, type Reporter, until } from './reporter.ts'
import { type Session, startServer, type TestServer } from './start-server.ts'

const server = await startServer({ digest: true })
const { pool } = server.database

const bearer = ({ token }: Pick<Session, 'token'>) => ({ authorization: `Bearer ${token}` })
const openStream = (
  app: Reporter,
  options: { path?: string; from?: string; at?: TestServer } = {},
): Promise<Listening> => {
  const { path = '/api/stream', from, at = server } = options
  return listen(`${at.url}${path}`, { ...bearer(app.session), ...(from !== undefined && { 'last-event-id': from }) })
}
/** Opens a stream, and waits until all earlier updates have passed. */
const openQuietStream = async (app: Reporter, options?: Parameters<typeof openStream>[1]): Promise<Listening> => {
  const stream = await openStream(app, options)
  // The first listener starts the worker's updates, which sends a reset.
  const { issue_id } = await app.report({ exception_type: 'Warm-up', message: String(Math.random()) })
  const hasArrived = () =>
    stream.messages.some(({ data }) => JSON.stringify(data).includes(issue_id) || !data.project_id)
  await until(async () => hasArrived(), Boolean)
  return stream
}
const eventsAbout = (stream: Listening, id: string) =>
  stream.messages.filter(({ data }) => JSON.stringify(data).includes(`"${id}"`)).map(({ event }) => event)
const awaitEvent = (stream: Listening, id: string, event: string) =>
  until(
    async () => eventsAbout(stream, id),
    (events) => events.includes(event),
  )
const decide = (app: Reporter, id: string, body: object) => app.session.request('PATCH', `/api/issues/${id}`, { body })

it('while nobody listens nothing is written', async () => {
  const app = await newReporter(server)
  const { issue_id } = await app.report()
  await digested(server)
  await decide(app, issue_id, { status: 'ignored' })
  expect((await pool.query('select count(*) as n from live_updates')).rows[0].n).toBe(0)
})

describe.concurrent('a stream', () => {
  it('publishes new issues, their events with totals, decisions, and regressions', async () => {
    const app = await newReporter(server)
    const stream = await openQuietStream(app)
    const { issue_id } = await app.report({ repeat: 3 })
    await awaitEvent(stream, issue_id, 'issue.created')
    await awaitEvent(stream, issue_id, 'event.received')
    const received = stream.messages.filter(({ event }) => event === 'event.received').at(-1)!
    const { last_seen } = await app.readIssue(issue_id)
    expect(received.data.issues).toContainEqual({ id: issue_id, count: 3, last_seen })
    expect(received.data).toMatchObject({ project_id: app.project.id, more: false })
    await decide(app, issue_id, { status: 'resolved' })
    await awaitEvent(stream, issue_id, 'issue.updated')
    await app.report()
    await awaitEvent(stream, issue_id, 'issue.regressed')
    stream.close()
  })

  it('publishes merges, splits, undos and comments', async () => {
    const app = await newReporter(server)
    const ids = [(await app.report()).issue_id, (await app.report({ exception_type: 'RangeError' })).issue_id] as const
    await digested(server)
    const stream = await openQuietStream(app)
    const updates = () => eventsAbout(stream, ids[0]).filter((event) => event === 'issue.updated').length
    const updatesReach = async (count: number) =>
      until(
        async () => updates(),
        (n) => n >= count,
      )
    const merged = await app.session.request('POST', `/api/issues/${ids[0]}/merge`, { body: { ids: [ids[1]] } })
    await updatesReach(1)
    await awaitEvent(stream, ids[1], 'issue.updated')
    await app.session.request('POST', `/api/undo/${merged.body.undo_id}`)
    await updatesReach(2)
    await app.session.request('POST', `/api/issues/${ids[0]}/comments`, { body: { text: 'Mine.' } })
    await updatesReach(3)
    stream.close()
  })

  it('sends each account its own updates, and a project’s stream those of that project alone', async () => {
    const [ann, bob] = [await newReporter(server), await newReporter(server)]
    const { project: other, ingest_token } = await ann.session.createProject({ name: 'Other' })
    const streams = [await openQuietStream(ann), await openQuietStream(bob)] as const
    const ofOther = await openStream(ann, { path: `/api/projects/${other.id}/stream` as const })
    const first = await ann.report()
    const second = await ann.report({}, { ingestToken: ingest_token })
    const third = await bob.report()
    await awaitEvent(streams[0], first.issue_id, 'issue.created')
    await awaitEvent(streams[0], second.issue_id, 'issue.created')
    await awaitEvent(streams[1], third.issue_id, 'issue.created')
    await awaitEvent(ofOther, second.issue_id, 'issue.created')
    const projects = (stream: Listening) =>
      [...new Set(stream.messages.flatMap(({ data }) => data.project_id ?? []))].sort()
    expect(projects(streams[0])).toEqual([ann.project.id, other.id].sort())
    expect(projects(streams[1])).toEqual([bob.project.id])
    expect(projects(ofOther)).toEqual([other.id])
    for (const stream of [...streams, ofOther]) stream.close()
  })

  it('of a deleted project ends', async () => {
    const app = await newReporter(server)
    const stream = await openStream(app, { path: `/api/projects/${app.project.id}/stream` as const })
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    await until(async () => stream.isOver(), Boolean)
    expect((await openStream(app, { path: `/api/projects/${app.project.id}/stream` as const })).status).toBe(404)
  })

  it('includes projects that are created later', async () => {
    const app = await newReporter(server)
    const stream = await openQuietStream(app)
    const { ingest_token } = await app.session.createProject({ name: 'Later' })
    const { issue_id } = await app.report({}, { ingestToken: ingest_token })
    await awaitEvent(stream, issue_id, 'issue.created')
    stream.close()
  })

  it('responds to HEAD, and is limited in number', async () => {
    const app = await newReporter(server)
    const head = await fetch(`${server.url}/api/stream`, { method: 'HEAD', headers: bearer(app.session) })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const streams = await Promise.all(Array.from({ length: 100 }, () => openStream(app)))
    const { status, code } = await app.session.request('GET', '/api/stream')
    expect([status, code]).toEqual([429, 'rate_limited'])
    for (const stream of streams) stream.close()
    await until(
      async () => (await app.session.request('GET', '/api/stream')).status,
      (now) => now === 200,
    )
  })
})

describe.concurrent('a dead token ends its streams', () => {
  it('of a session that is replaced or logged out', async () => {
    const app = await newReporter(server)
    const stream = await openStream(app)
    await server.logIn(app.session)
    await until(async () => stream.isOver(), Boolean)
    const { code } = await app.session.request('GET', '/api/stream')
    expect(code).toBe('session_replaced')
    const again = await server.logIn(app.session)
    const second = await listen(`${server.url}/api/stream`, bearer(again))
    await again.request('POST', '/api/auth/logout')
    await until(async () => second.isOver(), Boolean)
  })

  it('of an API token, and those of others continue', async () => {
    const app = await newReporter(server)
    const made = await app.session.request('POST', '/api/me/api-tokens', { body: { name: 'CI', scopes } })
    const program = await listen(`${server.url}/api/stream`, bearer({ token: made.body.token }))
    const own = await openQuietStream(app)
    await app.session.request('DELETE', `/api/me/api-tokens/${made.body.api_token.id}`)
    await until(async () => program.isOver(), Boolean)
    const { issue_id } = await app.report({ exception_type: 'After' })
    await awaitEvent(own, issue_id, 'issue.created')
    own.close()
  })

  it('of a cookie', async () => {
    const person = await server.register({ kind: 'web' })
    const stream = await listen(`${server.url}/api/stream`, { cookie: `bugle_session=${person.token}` })
    expect(stream.status).toBe(200)
    await person.request('POST', '/api/auth/logout')
    await until(async () => stream.isOver(), Boolean)
  })
})

describe('a client that reconnects', () => {
  it('gets the missed updates, each once', async () => {
    const app = await newReporter(server)
    const first = await openQuietStream(app)
    const before = (await app.report({ exception_type: 'Before' })).issue_id
    await awaitEvent(first, before, 'event.received')
    const from = first.lastId()
    first.close()
    const missed = (await app.report({ exception_type: 'Missed' })).issue_id
    await digested(server)
    await decide(app, missed, { status: 'ignored' })
    const second = await openStream(app, { from })
    await awaitEvent(second, missed, 'issue.updated')
    await awaitEvent(second, missed, 'issue.created')
    expect(eventsAbout(second, before)).toEqual([])
    second.close()
    const byQuery = await openStream(app, { path: `/api/stream?last_event_id=${from}` as const })
    await awaitEvent(byQuery, missed, 'issue.created')
    byQuery.close()
  })

  it.concurrent.each(['0', '999999999999999', 'nonsense', '9'.repeat(30)])(
    'with the id %s gets a reset',
    async (from) => {
      const app = await newReporter(server)
      // Updates older than a quarter of an hour are deleted.
      await pool.query('update live_update_state set pruned_to = greatest(pruned_to, 1)')
      const stream = await openStream(app, { from })
      await stream.take('reset')
      expect(Number(stream.lastId())).toBeLessThan(1e9)
      stream.close()
    },
  )

  it('after a long time without listeners gets a reset', async () => {
    const app = await newReporter(server)
    const first = await openQuietStream(app)
    const from = first.lastId()
    first.close()
    await pool.query(`update live_update_state set listened_until = now() - interval '1 second'`)
    await app.report({ exception_type: 'Unheard' })
    await digested(server)
    const other = await startServer({ beside: server })
    const second = await openStream(app, { from, at: other })
    await second.take('reset')
    second.close()
  })
})

describe('with several processes', () => {
  it('each sends the updates of all, also after a restart', async () => {
    const app = await newReporter(server)
    const other = await startServer({ beside: server })
    const stream = await openQuietStream(app, { at: other })
    const { issue_id } = await app.report({ exception_type: 'Elsewhere' })
    await awaitEvent(stream, issue_id, 'issue.created')
    await other.close()
    await until(async () => stream.isOver(), Boolean)
    await decide(app, issue_id, { status: 'ignored' })
    const next = await startServer({ beside: server })
    const back = await openStream(app, { at: next, from: stream.lastId() })
    await awaitEvent(back, issue_id, 'issue.updated')
    back.close()
  })

  it('a worker that starts publishes that updates may be missing', async () => {
    const app = await newReporter(server)
    const stream = await openQuietStream(app)
    const resets = () => stream.messages.filter(({ event }) => event === 'reset').length
    const before = resets()
    await startServer({ beside: server, digest: true })
    await until(
      async () => resets(),
      (n) => n > before,
    )
    stream.close()
  })
})

it('continues after all connections to the database break', async () => {
  const app = await newReporter(server)
  const stream = await openQuietStream(app)
  await pool.query(
    `select pg_terminate_backend(a.pid) from pg_stat_activity a
      where a.datname = current_database() and a.pid <> pg_backend_pid()`,
  )
  const report = () => app.send({ exception_type: 'After all' })
  const { body } = await until(report, ({ status }) => status === 202)
  await until(
    async () =>
      eventsAbout(stream, body.issue_id).length + stream.messages.filter(({ event }) => event === 'reset').length,
    (n) => n > 0,
  )
  expect(stream.isOver()).toBe(false)
  stream.close()
})

it('streams that are opened simultaneously request live updates once', async () => {
  const other = await startServer({ beside: server })
  const app = await newReporter(server)
  const listener = await pool.connect()
  let requests = 0
  listener.on('notification', () => {
    requests += 1
  })
  await listener.query(`listen ${listenersChannel}`)
  const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(app, { at: other })))
  // Notifications sent before this one arrive before its response.
  await listener.query('select 1')
  listener.release(true)
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  expect(requests).toBe(1)
  for (const stream of streams) stream.close()
})

it('a user has at most a hundred streams, also when opened simultaneously', async () => {
  const app = await newReporter(server)
  const streams = await Promise.all(Array.from({ length: 150 }, () => openStream(app)))
  const count = (wanted: number) => streams.filter(({ status }) => status === wanted).length
  const rest = streams.map(({ status }) => status).filter((status) => status !== 200 && status !== 429)
  expect({ open: count(200), refused: count(429), rest }).toEqual({ open: 100, refused: 50, rest: [] })
  for (const stream of streams) stream.close()
  await until(
    () => openStream(app),
    (stream) => stream.status === 200,
  )
})
