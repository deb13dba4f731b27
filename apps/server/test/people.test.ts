import { type PersonRequest, toBoundId, toHexId } from '@bugle/protocol'
import { uuidv7obj } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { createCountMerger } from '../src/domains/pipeline/index.ts'
import { craftSegment } from './crafted-segment.ts'
import { maintain } from './maintain.ts'
import { watchPackWrites } from './pack-writes.ts'
import { countsMerged, digested, jpeg, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const { pool } = server.database

const pathOf = (app: Reporter, person: string) =>
  `/api/projects/${app.project.id}/people/${encodeURIComponent(person)}` as const
const done = ({ status }: PersonRequest) => status === 'done'
const exportOf = (app: Reporter, person: string): Promise<PersonRequest> =>
  until(async () => (await app.session.request('GET', pathOf(app, person))).body.export, done)
const linesOf = async (app: Reporter, { download_url }: PersonRequest) => {
  const headers = { authorization: `Bearer ${app.session.token}` }
  const response = await fetch(`${server.url}${download_url}`, { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  const text = await response.text()
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}
const records = async (app: Reporter): Promise<PersonRequest[]> =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/people`)).body.requests
const erase = async (app: Reporter, person: string): Promise<PersonRequest> => {
  const { status, body } = await app.session.request('DELETE', pathOf(app, person))
  expect(status).toBe(202)
  const find = async () => (await records(app)).find(({ id }) => id === body.erasure.id)!
  return until(find, done)
}
const pack = () => maintain(pool, { packAfterMs: -1000 })

describe('an export', () => {
  it('contains every event of the person as it was sent, packed or not, and nobody else’s', async () => {
    const app = await newReporter(server)
    const person = 'ünï/cödé 100%?#'
    const picture = jpeg.toString('base64')
    const ids = [
      (await app.report({ user: { id: person }, screenshot: picture, extra: { n: 1 } })).event_id,
      (await app.report({ user_id_anon: person, exception_type: 'Other' })).event_id,
    ]
    await app.report({ user: { id: 'somebody else' } })
    await app.report()
    await digested(server)
    await pack()
    ids.push((await app.report({ user: { id: person }, tags: { plan: 'gold' } })).event_id)
    await digested(server)
    const ready = await exportOf(app, person)
    expect(ready).toMatchObject({ kind: 'export', events: 3, progress: 1, requested_by: { name: 'Ann' } })
    const lines = await linesOf(app, ready)
    expect(lines.map(({ event_id }) => event_id).sort()).toEqual([...ids].sort())
    const first = lines.find(({ event_id }) => event_id === ids[0])
    expect(first.sent).toMatchObject({ user: { id: person }, screenshot: picture, extra: { n: 1 } })
    const { issue_id, occurred_at, received_at } = await app.readEvent(ids[0]!)
    expect(first).toMatchObject({ issue_id, occurred_at, received_at })
    // A repeated request returns the same export.
    expect((await app.session.request('GET', pathOf(app, person))).body.export.id).toBe(ready.id)
    const { entries } = (await app.session.request('GET', '/api/me/audit')).body
    expect(entries.filter(({ action }: { action: string }) => action === 'person.exported')).toHaveLength(1)
    expect(JSON.stringify([await records(app), entries])).not.toContain('cödé')
  })

  it('of an unknown person is empty, and contains nothing of deleted issues', async () => {
    const app = await newReporter(server)
    const { issue_id } = await app.report({ user: { id: 'u-1' } })
    await digested(server)
    await app.session.request('DELETE', `/api/issues/${issue_id}`)
    for (const person of ['u-1', 'nobody']) {
      const ready = await exportOf(app, person)
      expect([ready.events, await linesOf(app, ready)]).toEqual([0, []])
    }
  })

  it('is deleted after a day', async () => {
    const app = await newReporter(server)
    await app.report({ user: { id: 'u-1' } })
    await digested(server)
    const ready = await exportOf(app, 'u-1')
    await pool.query(`update person_requests set finished_at = now() - interval '25 hours' where project_id = $1`, [
      numberOf(app),
    ])
    expect((await app.session.raw('GET', ready.download_url!)).status).toBe(404)
    await pack()
    const { rows } = await pool.query('select person from person_requests where project_id = $1', [numberOf(app)])
    expect(rows).toEqual([{ person: null }])
    expect((await pool.query('select from person_exports where project_id = $1', [numberOf(app)])).rowCount).toBe(0)
    expect((await exportOf(app, 'u-1')).id).not.toBe(ready.id)
  })

  it('of many events proceeds in steps, and continues where a worker stopped', async () => {
    const app = await newReporter(server)
    const ids: string[] = []
    for (let n = 0; n < 30; n++) ids.push((await app.report({ user: { id: 'u-1' }, message: `${n}` })).event_id)
    await digested(server)
    const ready = await exportOf(app, 'u-1')
    // As if the worker had died in the middle.
    const half = (await linesOf(app, ready)).slice(0, 15)
    const looked = half.at(-1).event_id.slice(-32)
    await pool.query(
      `update person_requests set finished_at = null, scanned_to = $2, event_count = 15 where project_id = $1`,
      [numberOf(app), looked],
    )
    await pack()
    const again = await exportOf(app, 'u-1')
    expect(again).toMatchObject({ id: ready.id, events: 30 })
    expect((await linesOf(app, again)).map(({ event_id }) => event_id)).toEqual([...ids, ...ids.slice(15)])
  })
})

describe('an erasure', () => {
  it('leaves nothing of the person, everything of others, and the counts of errors', async () => {
    const app = await newReporter(server)
    const theirs = {
      user: { id: 'u-1' },
      release: '1.0',
      tags: { plan: 'gold', mail: 'u1@example.com' },
      contexts: { request: { url: '/profiles/u1@example.com?tab=1' } },
    }
    const packed = await app.report({ ...theirs, screenshot: jpeg.toString('base64') })
    const other = await app.report({ user: { id: 'u-2' }, release: '1.0', tags: { plan: 'gold' } })
    await countsMerged(server)
    await pack()
    const fresh = await app.report({ ...theirs, repeat: 3 })
    const alone = await app.report({ ...theirs, exception_type: 'Alone' })
    await countsMerged(server)
    const raw = await app.readRaw(other.event_id)
    const exported = await exportOf(app, 'u-1')
    const { issue_id } = other
    expect(await app.readIssue(issue_id)).toMatchObject({ count: 5, users: 2 })

    const record = await erase(app, 'u-1')
    expect(record).toMatchObject({ kind: 'erasure', events: 3, progress: 1, requested_by: { name: 'Ann' } })
    for (const { event_id } of [packed, fresh, alone])
      expect((await app.session.request('GET', `/api/events/${event_id}`)).status).toBe(404)
    expect(await app.readRaw(other.event_id)).toEqual(raw)
    expect(await app.readIssue(issue_id)).toMatchObject({ count: 5, users: 1 })
    expect(await app.readIssue(alone.issue_id)).toMatchObject({ count: 1, users: 0 })
    const tags = (await app.session.request('GET', `/api/issues/${issue_id}/tags`)).body.tags
    expect(tags).toEqual([
      { key: 'plan', total: 5, other: 4, values: [{ value: 'gold', count: 1 }] },
      { key: 'mail', total: 4, other: 4, values: [] },
      { key: 'url', total: 4, other: 4, values: [] },
    ])
    const search = (query: string) => app.session.request('GET', `/api/issues?${new URLSearchParams({ query })}`)
    expect((await search('user:u-1')).body.issues).toEqual([])
    expect((await search('tag.mail:u1@example.com')).body.issues).toEqual([])
    expect((await app.session.raw('GET', exported.download_url!)).status).toBe(404)

    await pack()
    const count = async (sql: string) => (await pool.query(sql, [numberOf(app)])).rows[0].n
    expect(await count('select count(*) as n from events where project_id = $1')).toBe(1)
    expect(await count('select sum(event_count)::int8 as n from packs where project_id = $1')).toBe(1)
    expect(await count('select count(*) as n from screenshots where project_id = $1')).toBe(0)
    expect(await count('select count(*) as n from group_users where project_id = $1')).toBe(1)
    expect(await count('select count(*) as n from person_exports where project_id = $1')).toBe(0)
    expect(await count('select count(*) as n from person_requests where project_id = $1 and person is not null')).toBe(
      0,
    )
    // The release has as many known users as before.
    expect(await count('select count(*) as n from release_users where project_id = $1')).toBe(2)
    const { entries } = (await app.session.request('GET', '/api/me/audit')).body
    expect(entries[0]).toMatchObject({ action: 'person.erased' })
  })

  it.each([false, true])(
    'finds the person among the users of an event with several users, packed: %s',
    async (isPacked) => {
      const app = await newReporter(server)
      const users = [
        { id: 'u-1', count: 2 },
        { id: 'u-2', count: 3 },
      ]
      const folded = await app.report({ repeat: 5, user: { id: 'u-1' }, users })
      const other = await app.report({
        repeat: 2,
        users: [
          { id: 'u-1', count: 1 },
          { id: 'u-3', count: 1 },
        ],
      })
      await digested(server)
      if (isPacked) await pack()
      const ready = await exportOf(app, 'u-2')
      expect((await linesOf(app, ready)).map(({ event_id, sent }) => [event_id, sent.users])).toEqual([
        [folded.event_id, [{ id: 'u-2', count: 3 }]],
      ])
      expect(await erase(app, 'u-2')).toMatchObject({ events: 1, progress: 1 })
      expect((await app.session.request('GET', `/api/events/${folded.event_id}`)).status).toBe(404)
      expect(await app.readEvent(other.event_id)).toMatchObject({ users: [{ id: 'u-1' }, { id: 'u-3' }] })
      expect(await app.readIssue(folded.issue_id)).toMatchObject({ count: 7, users: 2 })
    },
  )

  it('writes each pack once, in whatever order the ids of events arrived', async () => {
    const app = await newReporter(server)
    const event = (id: string) => ({ user: { id }, extra: { pad: 'x'.repeat(30_000) } })
    const ids = Array.from({ length: 24 }, () => Array.from({ length: 3 }, () => toHexId(uuidv7obj().toHex())))
    // The latest ids first, but each segment covers another time range than its neighbors.
    const order = (n: number) => ids[(n * 7) % 24]!
    for (let n = 0; n < 24; n++)
      await craftSegment(
        server.database,
        numberOf(app),
        order(n).map((eventId, at) => ({ event: event(at === 1 ? 'u-2' : 'u-1'), columns: { eventId } })),
      )
    await digested(server)
    await pack()
    const writes = await watchPackWrites(server.database)
    expect(await erase(app, 'u-1')).toMatchObject({ events: 48, progress: 1 })
    const counts = await writes.counts(numberOf(app))
    expect([counts.length > 5, new Set(counts)]).toEqual([true, new Set([1])])
    const left = await pool.query('select sum(event_count)::int8 as n from packs where project_id = $1', [
      numberOf(app),
    ])
    expect(left.rows).toEqual([{ n: 24 }])
    expect((await app.readEvent(toBoundId('evt', numberOf(app), order(5)[1]!))).user_id).toBe('u-2')
  })

  it('keeps the first and the latest of the remaining events', async () => {
    const app = await newReporter(server)
    const ids: string[] = []
    for (const id of ['u-1', 'u-2', 'u-3', 'u-1']) {
      ids.push((await app.report({ user: { id } })).event_id.slice(-32))
      await digested(server)
    }
    await erase(app, 'u-1')
    const { rows } = await pool.query(
      `select replace(first_event_id::text, '-', '') as first, replace(last_event_id::text, '-', '') as last
         from group_stats where project_id = $1`,
      [numberOf(app)],
    )
    expect(rows).toEqual([{ first: ids[1], last: ids[2] }])
  })

  it('does not prevent counting the person again later', async () => {
    const app = await newReporter(server)
    await app.report({ user: { id: 'u-1' } })
    await digested(server)
    await erase(app, 'u-1')
    const { issue_id } = await app.report({ user: { id: 'u-1' } })
    await digested(server)
    expect(await app.readIssue(issue_id)).toMatchObject({ count: 2, users: 1 })
    expect((await erase(app, 'u-1')).events).toBe(1)
  })

  it('includes tags that were not merged yet', async () => {
    const app = await newReporter(server)
    const { issue_id } = await app.report({ user: { id: 'u-1' }, tags: { plan: 'gold' } })
    await digested(server)
    await erase(app, 'u-1')
    await createCountMerger({ db: pool, onFailed: () => {} }).runOnce()
    const { tags } = (await app.session.request('GET', `/api/issues/${issue_id}/tags`)).body
    expect(tags).toEqual([{ key: 'plan', total: 1, other: 1, values: [] }])
  })
})

it('an erasure deletes saved searches that name the person', async () => {
  const app = await newReporter(server)
  await app.report({ user: { id: 'u-77' } })
  await digested(server)
  const save = (query: string) =>
    app.session.request('POST', '/api/views', { body: { name: query, filter: { query }, project_id: app.project.id } })
  expect((await save('user:u-77')).status).toBe(201)
  const shared = { name: 'Ours', filter: { query: 'user:u-77' }, organization_id: app.project.organization_id }
  expect((await app.session.request('POST', '/api/views', { body: shared })).status).toBe(201)
  await save('is:unresolved')
  await erase(app, 'u-77')
  const { body } = await app.session.request('GET', '/api/views')
  expect(body.views.map(({ name }: { name: string }) => name)).toEqual(['is:unresolved'])
})

it('is limited to the requested project', async () => {
  const [app, other] = [await newReporter(server), await newReporter(server)]
  for (const one of [app, other]) await one.report({ user: { id: 'u-1' } })
  await digested(server)
  await erase(app, 'u-1')
  expect((await exportOf(other, 'u-1')).events).toBe(1)
  expect((await app.session.request('DELETE', pathOf(other, 'u-1'))).status).toBe(404)
  expect((await app.session.request('GET', `${pathOf(app, 'u')}%00`)).status).toBe(404)
})

it('is limited to twenty at a time per project', async () => {
  // Nobody processes them here.
  const still = await startServer()
  const session = await still.register()
  const { project } = await session.createProject()
  const ask = (n: number) => session.request('DELETE', `/api/projects/${project.id}/people/u-${n}`)
  const first = await ask(1)
  expect(first.body.erasure).toMatchObject({ status: 'running', progress: 0, events: 0, finished_at: null })
  expect((await ask(1)).body.erasure.id).toBe(first.body.erasure.id)
  for (let n = 2; n <= 20; n++) expect((await ask(n)).status).toBe(202)
  const { status, code } = await ask(21)
  expect([status, code]).toEqual([429, 'rate_limited'])
  expect((await session.request('GET', `/api/projects/${project.id}/people/u-1/events`)).status).toBe(404)
})
