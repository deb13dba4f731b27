import { type AlertPreview, type IssuePage, parsePlainId, toBoundId } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeavingProxy } from './leaving-proxy.ts'
import { type Listening, listen } from './listen.ts'
import { organizationOf } from './organization.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

// A server with two buckets, each in a database of its own; the second one can leave.

const second = await createTestDatabase({ connections: 2 })
const proxy = await startLeavingProxy(second.connection)
const server = await startServer({ digest: true, buckets: { second: proxy.connection } })
afterAll(async () => {
  await proxy.close()
  await second.drop()
})

/** Returns two projects of a person, the first in the main bucket, the second in the other. */
async function newPair(): Promise<[Reporter, Reporter]> {
  const here = await newReporter(server)
  const { project, ingest_token: token } = await here.session.createProject({ name: 'There' })
  const there = { ...here, project, token }
  const set = (reporter: Reporter, bucket: string) =>
    server.database.pool.query('update projects set bucket = $1 where id = $2', [bucket, numberOf(reporter)])
  await set(here, 'main')
  await set(there, 'second')
  return [here, there]
}

const send = (reporter: Reporter, message: string) => reporter.report({ message }, { ingestToken: reporter.token })
const messagesOf = ({ issues }: IssuePage) => issues.map(({ message }) => message)
const listed = (reporter: Reporter, count: number, query = '') =>
  until(
    () => reporter.session.get(`/api/issues?${query}`),
    (page) => page.issues.length === count,
  )

describe('with several buckets', () => {
  it('new projects go to the emptiest bucket that takes new ones', async () => {
    const { session, project } = await newReporter(server)
    const other = await session.createProject()
    const ids = [project, other.project].map((one) => numberOf({ project: one }))
    const { rows } = await server.database.pool.query(
      'select bucket from projects where id = any($1) order by bucket',
      [ids],
    )
    expect(rows).toEqual([{ bucket: 'main' }, { bucket: 'second' }])
  })

  it('a list of all projects is in one order, page by page, in the order of time and in others', async () => {
    const [here, there] = await newPair()
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (const [index, name] of names.entries()) await send(index % 2 === 0 ? here : there, name)
    const all = await listed(here, names.length)
    expect(messagesOf(all)).toEqual([...names].reverse())
    expect(all.status_counts.unresolved).toBe(names.length)
    for (const query of ['', 'sort=first_seen&', 'query=is:unresolved&']) {
      const seen: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const page: IssuePage = await here.session.get(
          `/api/issues?${query}limit=3${next === '' ? '' : `&cursor=${next}`}`,
        )
        seen.push(...messagesOf(page))
        next = page.next_cursor
      }
      expect(seen).toEqual([...names].reverse())
    }
    expect((await second.pool.query('select from issues where project_id = $1', [numberOf(there)])).rowCount).toBe(3)
    expect((await second.pool.query('select from issues where project_id = $1', [numberOf(here)])).rowCount).toBe(0)
    const { projects } = await here.session.get('/api/projects')
    expect(projects.map(({ unresolved_count }) => unresolved_count)).toEqual([4, 3])
  })

  it('a change of issues in both is undone in both', async () => {
    const [here, there] = await newPair()
    await send(here, 'one')
    await send(there, 'two')
    const { issues } = await listed(here, 2)
    const { body } = await here.session.request('POST', '/api/issues/bulk', {
      body: { ids: issues.map(({ id }) => id), patch: { status: 'resolved' } },
    })
    expect(body).toMatchObject({ updated_count: 2, failed: [] })
    expect(messagesOf(await here.session.get('/api/issues?status=resolved'))).toHaveLength(2)
    const undone = await here.session.raw('POST', `/api/undo/${body.undo_id}`)
    expect(undone.body).toMatchObject({ restored_count: 2 })
    expect(messagesOf(await here.session.get('/api/issues?status=unresolved'))).toHaveLength(2)
  })

  it('a decision says of both which issues are not there', async () => {
    const [here, there] = await newPair()
    const ids = [here, there].map((reporter) => toBoundId('iss', numberOf(reporter), '1'.repeat(32)))
    const { status, body } = await here.session.request('POST', '/api/issues/bulk', {
      body: { ids, patch: { status: 'resolved' } },
    })
    expect([status, body.updated_count, body.failed.length]).toEqual([200, 0, 2])
  })

  it('what is held in both is released when quiet hours end', async () => {
    const [here, there] = await newPair()
    const { id } = await here.session.me()
    const hold = (db: TestDatabase, reporter: Reporter) =>
      db.pool.query(
        `insert into pending_notifications (project_id, issue_id, kind, due_at, is_held, user_ids)
         values ($1, gen_random_uuid(), 'new', now() + interval '1 hour', true, array[$2::uuid])`,
        [numberOf(reporter), parsePlainId('usr', id)],
      )
    const held = async (db: TestDatabase, reporter: Reporter) =>
      (
        await db.pool.query(`select from pending_notifications where project_id = $1 and due_at > now()`, [
          numberOf(reporter),
        ])
      ).rowCount
    await hold(server.database, here)
    await hold(second, there)
    const body = { quiet_hours: null }
    expect((await here.session.request('PATCH', '/api/me/mail-times', { body })).status).toBe(200)
    expect([await held(server.database, here), await held(second, there)]).toEqual([0, 0])
  })

  it('updates of both reach an open page, whose id says how far it is in each', async () => {
    const [here, there] = await newPair()
    const stream = await listen(`${server.url}/api/stream`, { authorization: `Bearer ${here.session.token}` })
    let round = 0
    const created = (from: Listening) =>
      new Set(from.messages.flatMap(({ event, data }) => (event === 'issue.created' ? [data.project_id] : [])))
    await until(
      async () => {
        // Nothing is written until each worker knows that somebody listens.
        round += 1
        const exception_type = `${String.fromCharCode(64 + round)}Error`
        for (const reporter of [here, there]) await reporter.report({ exception_type }, { ingestToken: reporter.token })
        return [...created(stream)].sort()
      },
      (projects) => projects.length === 2,
    )
    expect(stream.lastId()).toMatch(/^\d+\.\d+$/)
    stream.close()
  })

  it('files that are read while they are sent, tools of other vendors and previews of rules read each project where it is', async () => {
    const [here, there] = await newPair()
    await send(here, 'one')
    for (let count = 0; count < 3; count += 1) await send(there, 'two')
    const { issues } = await listed(here, 2)
    const two = issues.find(({ message }) => message === 'two')!
    const linesOf = async (path: string) => {
      const { status, text } = await here.session.raw('GET', path)
      expect(status).toBe(200)
      return text.trimEnd().split('\r\n')
    }
    await until(
      () => linesOf(`/api/issues/${two.id}/events.csv`),
      (lines) => lines.length === 4,
    )
    expect(await linesOf(`/api/projects/${there.project.id}/issues.csv`)).toHaveLength(2)

    const organizationId = await organizationOf(here.session)
    const preview = await here.session.raw<AlertPreview>(
      'POST',
      `/api/organizations/${organizationId}/alert-rules/preview`,
      {
        body: { triggers: ['issue.new'] },
      },
    )
    expect(preview.body).toMatchObject({ total: 2 })
    expect(preview.body.examples.map(({ title }) => title).sort()).toEqual(['TypeError: one', 'TypeError: two'])
    expect(await here.session.get(`/api/organizations/${organizationId}/incidents`)).toMatchObject({ incidents: [] })

    const { status } = await fetch(`${server.url}/api/0/organizations/any/releases/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${here.session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: '1.2.3', projects: [here, there].map(({ project }) => project.id) }),
    })
    expect(status).toBe(201)
    const count = async (db: TestDatabase) =>
      (await db.pool.query(`select from release_records where version = '1.2.3'`)).rowCount
    expect([await count(server.database), await count(second)]).toEqual([1, 1])
  })

  it('while one is away, the other takes events and shows them, and the lost one is complete after its return', async () => {
    const [here, there] = await newPair()
    await send(there, 'before')
    await listed(here, 1)
    await proxy.leave()
    const refused = await until(
      () => there.send({ message: 'lost' }, { ingestToken: there.token }),
      ({ status }) => status === 503,
    )
    expect(refused.headers.get('retry-after')).not.toBeNull()
    for (const name of ['one', 'two']) expect((await here.send({ message: name })).status).toBe(202)
    const own = `/api/projects/${here.project.id}/issues` as const
    await until(
      () => here.session.get(own),
      (page) => page.issues.length === 2,
    )
    expect((await here.session.raw('GET', `/api/projects/${there.project.id}/issues`)).status).toBe(503)
    await proxy.comeBack()
    await until(
      () => there.send({ message: 'after' }, { ingestToken: there.token }),
      ({ status }) => status === 202,
    )
    expect(messagesOf(await listed(here, 4))).toEqual(['after', 'two', 'one', 'before'])
  })
})
