import { scopes } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { type Listening, listen } from './listen.ts'
import { digested, newReporter, type Reporter, until } from './reporter.ts'
import { type Session, startServer, type TestServer } from './start-server.ts'

const server = await startServer({ digest: true })
const { pool } = server.database

const bearer = ({ token }: Pick<Session, 'token'>) => ({ authorization: `Bearer ${token}` })
const hear = (app: Reporter, options: { path?: string; from?: string; at?: TestServer } = {}): Promise<Listening> => {
  const { path = '/api/stream', from, at = server } = options
  return listen(`${at.url}${path}`, { ...bearer(app.session), ...(from !== undefined && { 'last-event-id': from }) })
}
/** Hears, and what was missed before is past. */
const hearQuietly = async (app: Reporter, options?: Parameters<typeof hear>[1]): Promise<Listening> => {
  const stream = await hear(app, options)
  // The first of all listeners makes the worker begin, and that says so.
  const { issue_id } = await app.report({ exception_type: 'Warm-up', message: String(Math.random()) })
  const isHeard = () => stream.messages.some(({ data }) => JSON.stringify(data).includes(issue_id) || !data.project_id)
  await until(async () => isHeard(), Boolean)
  return stream
}
const newsOf = (stream: Listening, id: string) =>
  stream.messages.filter(({ data }) => JSON.stringify(data).includes(`"${id}"`)).map(({ event }) => event)
const heard = (stream: Listening, id: string, event: string) =>
  until(
    async () => newsOf(stream, id),
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
  it('tells of new issues, of their events with the totals, of decisions, of what comes back', async () => {
    const app = await newReporter(server)
    const stream = await hearQuietly(app)
    const { issue_id } = await app.report({ repeat: 3 })
    await heard(stream, issue_id, 'issue.created')
    await heard(stream, issue_id, 'event.received')
    const told = stream.messages.filter(({ event }) => event === 'event.received').at(-1)!
    const { last_seen } = await app.readIssue(issue_id)
    expect(told.data.issues).toContainEqual({ id: issue_id, count: 3, last_seen })
    expect(told.data).toMatchObject({ project_id: app.project.id, more: false })
    await decide(app, issue_id, { status: 'resolved' })
    await heard(stream, issue_id, 'issue.updated')
    await app.report()
    await heard(stream, issue_id, 'issue.regressed')
    stream.close()
  })

  it('tells of merging, taking apart, undoing and comments', async () => {
    const app = await newReporter(server)
    const ids = [(await app.report()).issue_id, (await app.report({ exception_type: 'RangeError' })).issue_id] as const
    await digested(server)
    const stream = await hearQuietly(app)
    const post = async (path: string, body?: object) =>
      (await app.session.request('POST', path, body === undefined ? {} : { body })).body
    const updates = () => newsOf(stream, ids[0]).filter((event) => event === 'issue.updated').length
    const told = async (count: number) =>
      until(
        async () => updates(),
        (n) => n >= count,
      )
    const { undo_id } = await post(`/api/issues/${ids[0]}/merge`, { ids: [ids[1]] })
    await told(1)
    await heard(stream, ids[1], 'issue.updated')
    await post(`/api/undo/${undo_id}`)
    await told(2)
    await post(`/api/issues/${ids[0]}/comments`, { text: 'Mine.' })
    await told(3)
    stream.close()
  })

  it('tells each account its own, and a project’s stream of that project alone', async () => {
    const [ann, bob] = [await newReporter(server), await newReporter(server)]
    const { project: other, ingest_token } = await ann.session.createProject({ name: 'Other' })
    const streams = [await hearQuietly(ann), await hearQuietly(bob)] as const
    const ofOther = await hear(ann, { path: `/api/projects/${other.id}/stream` })
    const first = await ann.report()
    const second = await ann.report({}, { ingestToken: ingest_token })
    const third = await bob.report()
    await heard(streams[0], first.issue_id, 'issue.created')
    await heard(streams[0], second.issue_id, 'issue.created')
    await heard(streams[1], third.issue_id, 'issue.created')
    await heard(ofOther, second.issue_id, 'issue.created')
    const projects = (stream: Listening) =>
      [...new Set(stream.messages.flatMap(({ data }) => data.project_id ?? []))].sort()
    expect(projects(streams[0])).toEqual([ann.project.id, other.id].sort())
    expect(projects(streams[1])).toEqual([bob.project.id])
    expect(projects(ofOther)).toEqual([other.id])
    for (const stream of [...streams, ofOther]) stream.close()
  })

  it('of a project that is deleted ends', async () => {
    const app = await newReporter(server)
    const stream = await hear(app, { path: `/api/projects/${app.project.id}/stream` })
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    await until(async () => stream.isOver(), Boolean)
    expect((await hear(app, { path: `/api/projects/${app.project.id}/stream` })).status).toBe(404)
  })

  it('hears of a project that is made later', async () => {
    const app = await newReporter(server)
    const stream = await hearQuietly(app)
    const { ingest_token } = await app.session.createProject({ name: 'Later' })
    const { issue_id } = await app.report({}, { ingestToken: ingest_token })
    await heard(stream, issue_id, 'issue.created')
    stream.close()
  })

  it('answers HEAD, and is limited in number', async () => {
    const app = await newReporter(server)
    const head = await fetch(`${server.url}/api/stream`, { method: 'HEAD', headers: bearer(app.session) })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const streams = await Promise.all(Array.from({ length: 100 }, () => hear(app)))
    const { status, body } = await app.session.request('GET', '/api/stream')
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    for (const stream of streams) stream.close()
    await until(
      async () => (await app.session.request('GET', '/api/stream')).status,
      (now) => now === 200,
    )
  })
})

describe.concurrent('a token that dies ends its streams', () => {
  it('of a session that is replaced or logged out', async () => {
    const app = await newReporter(server)
    const stream = await hear(app)
    await server.logIn(app.session)
    await until(async () => stream.isOver(), Boolean)
    const { body } = await app.session.request('GET', '/api/stream')
    expect(body.code).toBe('session_replaced')
    const again = await server.logIn(app.session)
    const second = await listen(`${server.url}/api/stream`, bearer(again))
    await again.request('POST', '/api/auth/logout')
    await until(async () => second.isOver(), Boolean)
  })

  it('of a program, and those of others go on', async () => {
    const app = await newReporter(server)
    const made = await app.session.request('POST', '/api/me/api-tokens', { body: { name: 'CI', scopes } })
    const program = await listen(`${server.url}/api/stream`, bearer({ token: made.body.token }))
    const own = await hearQuietly(app)
    await app.session.request('DELETE', `/api/me/api-tokens/${made.body.api_token.id}`)
    await until(async () => program.isOver(), Boolean)
    const { issue_id } = await app.report({ exception_type: 'After' })
    await heard(own, issue_id, 'issue.created')
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

describe('who comes back', () => {
  it('is told what was missed, each thing once', async () => {
    const app = await newReporter(server)
    const first = await hearQuietly(app)
    const before = (await app.report({ exception_type: 'Before' })).issue_id
    await heard(first, before, 'event.received')
    const from = first.lastId()
    first.close()
    const missed = (await app.report({ exception_type: 'Missed' })).issue_id
    await digested(server)
    await decide(app, missed, { status: 'ignored' })
    const second = await hear(app, { from })
    await heard(second, missed, 'issue.updated')
    await heard(second, missed, 'issue.created')
    expect(newsOf(second, before)).toEqual([])
    second.close()
    const byQuery = await hear(app, { path: `/api/stream?last_event_id=${from}` })
    await heard(byQuery, missed, 'issue.created')
    byQuery.close()
  })

  it.concurrent.each(['0', '999999999999999', 'nonsense', '9'.repeat(30)])(
    'with the id %s is told to load anew',
    async (from) => {
      const app = await newReporter(server)
      // What is older than a quarter of an hour is forgotten.
      await pool.query('update live_update_state set pruned_to = greatest(pruned_to, 1)')
      const stream = await hear(app, { from })
      await stream.take('reset')
      expect(Number(stream.lastId())).toBeLessThan(1e9)
      stream.close()
    },
  )

  it('after nobody had listened for long is told to load anew', async () => {
    const app = await newReporter(server)
    const first = await hearQuietly(app)
    const from = first.lastId()
    first.close()
    await pool.query(`update live_update_state set listened_until = now() - interval '1 second'`)
    await app.report({ exception_type: 'Unheard' })
    await digested(server)
    const other = await startServer({ beside: server })
    const second = await hear(app, { from, at: other })
    await second.take('reset')
    second.close()
  })
})

describe('with several processes', () => {
  it('each tells what happens in any, also after it was started again', async () => {
    const app = await newReporter(server)
    const other = await startServer({ beside: server })
    const stream = await hearQuietly(app, { at: other })
    const { issue_id } = await app.report({ exception_type: 'Elsewhere' })
    await heard(stream, issue_id, 'issue.created')
    await other.close()
    await until(async () => stream.isOver(), Boolean)
    await decide(app, issue_id, { status: 'ignored' })
    const next = await startServer({ beside: server })
    const back = await hear(app, { at: next, from: stream.lastId() })
    await heard(back, issue_id, 'issue.updated')
    back.close()
  })

  it('a worker that starts says that something may be missing', async () => {
    const app = await newReporter(server)
    const stream = await hearQuietly(app)
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

it('goes on when all connections to the database break', async () => {
  const app = await newReporter(server)
  const stream = await hearQuietly(app)
  await pool.query(
    `select pg_terminate_backend(a.pid) from pg_stat_activity a
      where a.datname = current_database() and a.pid <> pg_backend_pid()`,
  )
  const report = () => app.send({ exception_type: 'After all' })
  const { body } = await until(report, ({ status }) => status === 202)
  await until(
    async () => newsOf(stream, body.issue_id).length + stream.messages.filter(({ event }) => event === 'reset').length,
    (n) => n > 0,
  )
  expect(stream.isOver()).toBe(false)
  stream.close()
})

it('a user has a hundred streams at most, however many are asked for at once', async () => {
  const app = await newReporter(server)
  const streams = await Promise.all(Array.from({ length: 150 }, () => hear(app)))
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(100)
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(50)
  for (const stream of streams) stream.close()
  await until(
    () => hear(app),
    (stream) => stream.status === 200,
  )
})
