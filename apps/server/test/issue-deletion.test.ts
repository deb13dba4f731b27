import { type BulkResponse, type Issue, parsePlainId, toBoundId } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { findMatchingPortion } from '../src/domains/issues/search/index.ts'
import { createCountMerger, createDigestLoop } from '../src/domains/pipeline/index.ts'
import { makePartitions } from '../src/worker-role.ts'
import { craftSegment } from './crafted-segment.ts'
import { maintain } from './maintain.ts'
import { watchPackWrites } from './pack-writes.ts'
import { digested, jpeg, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer, type TestServer } from './start-server.ts'

const server = await startServer({ digest: true })
/** Nothing is digested, merged or erased here except by these tests. */
const still = await startServer()
const { pool } = still.database
await makePartitions(pool, new Date())

const quiet = { onDigested: () => {}, onFailed: () => {}, onPoison: () => {}, onDamaged: () => {}, onDone: () => {} }
const digestIn = async ({ database: { pool } }: TestServer) => {
  const loop = createDigestLoop({ db: pool, now: () => new Date(), ...quiet })
  while ((await loop.runOnce()) > 0);
}
const mergeIn = ({ database: { pool } }: TestServer) => createCountMerger({ db: pool, ...quiet }).runOnce()
const countIn = async ({ database: { pool } }: TestServer, table: string, app: Reporter): Promise<number> =>
  (await pool.query(`select count(*) as n from ${table} where project_id = $1`, [numberOf(app)])).rows[0].n
const remove = async (app: Reporter, id: string) =>
  expect((await app.session.request('DELETE', `/api/issues/${id}`)).status).toBe(204)
const statusOf = async (app: Reporter, path: string) => (await app.session.raw('GET', path)).status
const listed = async (app: Reporter): Promise<Issue[]> =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/issues?status=all`)).body.issues

describe('a deleted issue', () => {
  it('is gone with its events, counters and history; the same error later counts from zero', async () => {
    const app = await newReporter(server)
    const event = { user: { id: 'u-1' }, tags: { plan: 'gold' }, release: '1.0', screenshot: jpeg.toString('base64') }
    const first = await app.report({ ...event, repeat: 5 })
    const id = (await app.readEvent(first.event_id)).issue_id
    const { short_id } = await app.readIssue(id)
    await app.session.request('POST', `/api/issues/${id}/comments`, { body: { text: 'Mine.' } })
    await remove(app, id)
    for (const path of [`issues/${id}`, `issues/${id}/events`, `events/${first.event_id}`, `issues/${id}/activity`])
      expect([path, await statusOf(app, `/api/${path}`)]).toEqual([path, 404])
    expect(await statusOf(app, `/api/events/${first.event_id}/screenshot`)).toBe(404)
    expect((await app.session.request('DELETE', `/api/issues/${id}`)).status).toBe(404)
    expect(await listed(app)).toEqual([])

    const second = await app.report({ ...event, user: { id: 'u-2' } })
    expect(second.issue_id).toBe(id)
    const issue = await until(
      () => app.readIssue(id),
      ({ count }) => count > 0,
    )
    expect(issue).toMatchObject({ count: 1, users: 1, status: 'unresolved', substatus: 'new' })
    expect(issue.short_id).not.toBe(short_id)
    const { body } = await app.session.request('GET', `/api/issues/${id}/events`)
    expect(body.events.map((shown: { id: string }) => shown.id)).toEqual([second.event_id])
    expect((await app.readResponse(second.event_id)).previous_id).toBeNull()
    expect((await app.session.request('GET', `/api/issues/${id}/activity`)).body.activity).toEqual([])
    const { entries } = (await app.session.request('GET', '/api/me/audit')).body
    expect(entries[0]).toMatchObject({ action: 'issue.deleted', details: { issue: short_id } })
  })

  it('is deleted with the issues merged into it', async () => {
    const app = await newReporter(server)
    const ids = [(await app.report()).issue_id, (await app.report({ exception_type: 'RangeError' })).issue_id] as const
    await digested(server)
    const merge = await app.session.request('POST', `/api/issues/${ids[0]}/merge`, { body: { ids: [ids[1]] } })
    await remove(app, ids[1])
    for (const id of ids) expect(await statusOf(app, `/api/issues/${id}`)).toBe(404)
    await app.report({ exception_type: 'RangeError' })
    await digested(server)
    expect((await app.readIssue(ids[1])).id).toBe(ids[1])
    expect((await app.session.request('POST', `/api/undo/${merge.body.undo_id}`)).body).toMatchObject({ issues: [] })
    expect(await statusOf(app, `/api/issues/${ids[0]}`)).toBe(404)
  })

  it('is not restored by undoing an earlier decision, which does not change its successor either', async () => {
    const app = await newReporter(server)
    const { issue_id: id } = await app.report()
    await digested(server)
    await app.session.request('PATCH', `/api/issues/${id}`, { body: { status: 'ignored' } })
    const { undo_id } = (await app.session.request('PATCH', `/api/issues/${id}`, { body: { level: 'info' } })).body
    await remove(app, id)
    await app.report()
    await digested(server)
    expect((await app.session.request('POST', `/api/undo/${undo_id}`)).body.restored_count).toBe(0)
    expect(await app.readIssue(id)).toMatchObject({ status: 'unresolved', level: 'error' })
  })

  it('is deleted with its undigested events and unmerged tags', async () => {
    const app = await newReporter(still)
    await app.report({ tags: { plan: 'gold' } })
    const other = (await app.report({ exception_type: 'Other', tags: { plan: 'gold' } })).issue_id
    await digestIn(still)
    const waiting = await app.report({ message: 'boom' })
    await remove(app, waiting.issue_id)
    await digestIn(still)
    await mergeIn(still)
    expect(await statusOf(app, `/api/issues/${waiting.issue_id}`)).toBe(404)
    expect(await statusOf(app, `/api/events/${waiting.event_id}`)).toBe(404)
    await app.report({ tags: { plan: 'free' } })
    await digestIn(still)
    await mergeIn(still)
    const tagsOf = async (id: string) => (await app.session.request('GET', `/api/issues/${id}/tags`)).body.tags
    expect(await tagsOf(waiting.issue_id)).toMatchObject([{ total: 1, values: [{ value: 'free', count: 1 }] }])
    expect(await tagsOf(other)).toMatchObject([{ total: 1, values: [{ value: 'gold', count: 1 }] }])
    expect((await app.readIssue(waiting.issue_id)).count).toBe(1)
  })

  it('with more users than are counted exactly counts from zero if the error occurs again', async () => {
    const app = await newReporter(still)
    const loop = createDigestLoop({ db: pool, now: () => new Date(), ...quiet })
    const report = async (user: string) => {
      const { issue_id } = await app.report({ user: { id: user } })
      while ((await loop.runOnce()) > 0);
      return issue_id
    }
    const id = await report('u-1')
    const setUsers = (table: string) =>
      pool.query(`update ${table} set user_count = 10000 where project_id = $1`, [numberOf(app)])
    await setUsers('group_stats')
    await setUsers('issue_stats')
    await report('u-2')
    await report('u-3')
    expect((await app.readIssue(id)).users_approx).toBe(true)
    await remove(app, id)
    await report('u-1')
    expect(await app.readIssue(id)).toMatchObject({ users: 1, users_approx: false })
  })

  it('leaves nothing on disk, and takes nothing of others with it', async () => {
    const app = await newReporter(still)
    const report = (exception_type: string, n: number) =>
      app.report({ exception_type, extra: { n }, screenshot: jpeg.toString('base64') })
    const [going, staying] = [[] as string[], [] as string[]]
    for (let n = 0; n < 6; n++) {
      going.push((await report('Going', n)).event_id)
      staying.push((await report('Staying', n)).event_id)
    }
    await digestIn(still)
    const raw = await Promise.all(staying.map((id) => app.readRaw(id)))
    const id = (await app.readEvent(going[0]!)).issue_id
    await maintain(pool, { packAfterMs: -1000 })
    const packed = async () =>
      (
        await pool.query('select coalesce(sum(event_count), 0)::int8 as n from packs where project_id = $1', [
          numberOf(app),
        ])
      ).rows[0].n
    expect(await packed()).toBe(12)
    await remove(app, id)
    // An event that arrives before the job has run.
    const back = (await report('Going', 7)).event_id
    await digestIn(still)
    await maintain(pool)
    expect([await countIn(still, 'events', app), await countIn(still, 'screenshots', app), await packed()]).toEqual([
      7, 7, 6,
    ])
    expect(await Promise.all(staying.map((event) => app.readRaw(event)))).toEqual(raw)
    expect((await app.readEvent(back)).extra).toEqual({ n: 7 })
    expect(await app.readIssue(id)).toMatchObject({ count: 1 })
  })

  it('is erased together with other deleted issues, rewriting each pack once despite a failure', async () => {
    const app = await newReporter(still)
    const event = (exception_type: string) => ({
      event: { exception_type, extra: { pad: 'x'.repeat(exception_type.startsWith('Rarely') ? 1000 : 100_000) } },
    })
    // Rare types share packs with events that stay; the other packs are removed or kept as a whole.
    const types = ['Going', 'Going', 'RarelyGoing', 'AlsoGoing', 'RarelyStaying']
    const segments = Array.from({ length: 40 }, (_, n) => (n < 4 ? types : [...types, 'Staying']))
    let staying = ''
    for (const types of segments)
      staying = (await craftSegment(still.database, numberOf(app), types.map(event))).at(-1)!
    await digestIn(still)
    await maintain(pool, { packAfterMs: -1000 })
    const packs = await countIn(still, 'packs', app)
    expect(packs).toBeGreaterThan(100)
    for (const { id, type } of await listed(app)) if (!type.endsWith('Staying')) await remove(app, id)

    const writes = await watchPackWrites(still.database)
    await writes.failAfter(50)
    await expect(maintain(pool)).rejects.toThrow('no room for packs')
    const before = (await writes.counts(numberOf(app))).length
    expect([before > 0, before < packs]).toEqual([true, true])
    await writes.failAfter(1e9)
    await maintain(pool)
    expect(new Set(await writes.counts(numberOf(app)))).toEqual(new Set([1]))
    const { rows } = await pool.query(
      `select (select count(*) from events where project_id = $1) as events,
              (select sum(event_count)::int8 from packs where project_id = $1) as packed,
              (select count(*) from deleted_groups where project_id = $1 and done_at is null) as due`,
      [numberOf(app)],
    )
    expect(rows).toEqual([{ events: 76, packed: 76, due: 0 }])
    expect((await app.readEvent(toBoundId('evt', numberOf(app), staying))).exception_type).toBe('Staying')
  })

  it('whose events are not packed yet also leaves nothing', async () => {
    const app = await newReporter(still)
    const { issue_id } = await app.report({ exception_type: 'Going' })
    await app.report({ exception_type: 'Staying' })
    await digestIn(still)
    await remove(app, issue_id)
    await maintain(pool)
    await maintain(pool, { packAfterMs: -1000 })
    expect([await countIn(still, 'events', app), await countIn(still, 'packs', app)]).toEqual([1, 1])
    const { rows } = await pool.query('select event_count from packs where project_id = $1', [numberOf(app)])
    expect(rows).toEqual([{ event_count: 1 }])
  })
})

describe('all matching issues are changed', async () => {
  const app = await newReporter(server)
  const types = Array.from({ length: 40 }, (_, n) => `Error${String.fromCharCode(97 + (n % 26))}${n}`)
  for (const exception_type of types) await app.report({ exception_type, environment: 'staging' })
  await digested(server)
  const bulk = (body: object) => app.session.raw<BulkResponse>('POST', '/api/issues/bulk', { body })
  const patch = { status: 'resolved' }

  it('by a query and the count of the list, with an undo', async () => {
    const { status, body } = await bulk({ query: 'environment:staging', expected_count: 40, patch })
    expect([status, body]).toMatchObject([200, { updated_count: 40, failed: [] }])
    expect((await listed(app)).every((issue) => issue.status === 'resolved')).toBe(true)
    const undone = await app.session.request('POST', `/api/undo/${body.undo_id}`)
    expect(undone.body.restored_count).toBe(40)
    expect((await listed(app)).every((issue) => issue.status === 'unresolved')).toBe(true)
  })

  it('if the count differs by at most 5 %; otherwise both counts are named', async () => {
    const query = 'environment:staging'
    for (const expected_count of [39, 42]) {
      const { body } = await bulk({ query, expected_count, patch: { level: 'info' } })
      expect(body.updated_count).toBe(40)
    }
    for (const expected_count of [0, 38, 43, 1000]) {
      const { status, code, message } = await bulk({ query, expected_count, patch })
      expect([status, code]).toEqual([409, 'count_changed'])
      expect(message).toContain(`${expected_count} `)
      expect(message).toContain('40 ')
    }
    expect((await listed(app)).every((issue) => issue.status === 'unresolved')).toBe(true)
  })

  it('in portions, each behind the last issue of the one before, however many leave the list meanwhile', async () => {
    const body = { query: 'environment:staging', expected_count: 40, in_portions: true, patch: { level: 'error' } }
    expect((await bulk(body)).body).toMatchObject({ updated_count: 40, next_after: null })
    const wrong = await bulk({ ...body, after: 'x' })
    expect([wrong.status, wrong.code]).toEqual([422, 'validation_failed'])
    const { id } = await app.session.me()
    const userId = parsePlainId('usr', id)!
    const matching = {
      projectIds: [numberOf(app)],
      params: { query: 'environment:staging' },
      expectedCount: 40,
      userId,
      now: new Date(),
    }
    const { pool } = server.database
    const seen: string[] = []
    const sizes: number[] = []
    let after: { projectId: number; issueId: string } | undefined
    do {
      const { issues, next } = await findMatchingPortion(pool, matching, { after, limit: 15 })
      sizes.push(issues.length)
      seen.push(...issues.map(({ issueId }) => issueId))
      const ids = issues.map(({ projectId, issueId }) => toBoundId('iss', projectId, issueId))
      await app.session.request('POST', '/api/issues/bulk', { body: { ids, patch: { status: 'resolved' } } })
      after = next
    } while (after !== undefined)
    expect([sizes, new Set(seen).size]).toEqual([[15, 15, 10], 40])
    const ids = (await listed(app)).map((issue) => issue.id)
    await app.session.request('POST', '/api/issues/bulk', { body: { ids, patch: { status: 'unresolved' } } })
  })

  it('with the parameters of the list, of one project or all', async () => {
    const narrow = { query: '', project_id: app.project.id, environment: 'staging', patch: { level: 'error' } }
    expect((await bulk({ ...narrow, expected_count: 40 })).body.updated_count).toBe(40)
    expect((await bulk({ ...narrow, environment: 'other', expected_count: 0 })).body.updated_count).toBe(0)
    const other = await newReporter(server)
    expect((await bulk({ ...narrow, project_id: other.project.id, expected_count: 0 })).status).toBe(404)
    const own = await other.session.raw<BulkResponse>('POST', '/api/issues/bulk', {
      body: { query: 'environment:staging', expected_count: 0, patch },
    })
    expect(own.body.updated_count).toBe(0)
  })

  const wrong: [body: object, status: number, field: string][] = [
    [{ patch }, 422, 'ids'],
    [{ ids: ['iss_1'], query: '', expected_count: 1, patch }, 422, 'ids'],
    [{ ids: ['iss_1'], environment: 'x', patch }, 422, 'environment'],
    [{ query: '', patch }, 422, 'expected_count'],
    [{ query: 'is:open', expected_count: 1, patch }, 400, 'query'],
    [{ query: '', expected_count: -1, patch }, 422, 'expected_count'],
  ]
  it.each(wrong)('and refused: %j', async (body, status, field) => {
    const answer = await bulk(body)
    expect([answer.status, Object.keys(answer.errors!)]).toEqual([status, [field]])
  })
})
