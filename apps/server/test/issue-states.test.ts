import type { BulkResponse, CommentResponse, Issue } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { digested, newReporter, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })

const patch = (app: Reporter, id: string, body: object, headers: Record<string, string> = {}) =>
  app.session.request('PATCH', `/api/issues/${id}`, { body, headers })
const decide = async (app: Reporter, id: string, body: object): Promise<Issue> => {
  const response = await patch(app, id, body)
  expect([response.status, response.body]).toEqual([200, response.body])
  return response.body.issue
}
const report = async (app: Reporter, event: Record<string, unknown> = {}) => {
  const { issue_id } = await app.report(event)
  await digested(server)
  return issue_id
}
/** Makes enough users use a release. */
const use = async (app: Reporter, release: string) => {
  for (const user of ['ann', 'bob', 'cid'])
    await app.report({ exception_type: 'Usage', release, user: { id: `${user}-${release}` } })
  await digested(server)
}
const activityOf = async (app: Reporter, id: string) =>
  (await app.session.request('GET', `/api/issues/${id}/activity`)).body.activity as {
    kind: string
    by: { name: string } | null
    details: Record<string, unknown>
  }[]
const kinds = async (app: Reporter, id: string) => (await activityOf(app, id)).map(({ kind }) => kind)

describe('a resolved issue', () => {
  it('leaves the list, names the release with the fix, and reopens with the next event if no release is known', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    const resolved = await decide(app, id, { status: 'resolved' })
    expect(resolved).toMatchObject({ status: 'resolved', substatus: null, resolution: { mode: 'now', release: null } })
    const list = await app.session.request('GET', `/api/projects/${app.project.id}/issues`)
    expect(list.body).toMatchObject({ issues: [], status_counts: { unresolved: 0, resolved: 1 } })
    await report(app)
    expect(await app.readIssue(id)).toMatchObject({ status: 'unresolved', substatus: 'regressed', resolution: null })
    expect(await activityOf(app, id)).toMatchObject([
      { kind: 'regressed', by: null },
      { kind: 'resolved', by: { name: 'Ann' }, details: { mode: 'now', release: null } },
    ])
  })

  it('stays resolved while older releases report it, and counts their events', async () => {
    const app = await newReporter(server)
    await use(app, '1.9.0')
    await use(app, '1.10.0')
    const id = await report(app, { release: '1.9.0' })
    expect((await decide(app, id, { status: 'resolved' })).resolution).toMatchObject({ mode: 'now', release: '1.10.0' })
    await report(app, { release: '1.9.0' })
    expect(await app.readIssue(id)).toMatchObject({ status: 'resolved', count: 2 })
    await report(app, { release: '1.10.0' })
    expect(await app.readIssue(id)).toMatchObject({ status: 'unresolved', substatus: 'regressed', count: 3 })
  })

  it('in the next release reopens with a newer release only', async () => {
    const app = await newReporter(server)
    await use(app, 'shop@2.0.0')
    const id = await report(app, { release: 'shop@2.0.0' })
    await decide(app, id, { resolved_in: { mode: 'next_release' } })
    await report(app, { release: 'shop@2.0.0' })
    expect((await app.readIssue(id)).status).toBe('resolved')
    await report(app, { release: 'shop@2.0.1' })
    expect((await app.readIssue(id)).substatus).toBe('regressed')
  })

  it('in a named release reopens with that one or a newer one', async () => {
    const app = await newReporter(server)
    await use(app, '3.0.0')
    await report(app, { exception_type: 'Other', release: '3.1.0' })
    const id = await report(app, { release: '3.0.0' })
    await decide(app, id, { resolved_in: { mode: 'release', release: '3.1.0' } })
    await report(app, { release: '3.0.9' })
    await report(app)
    expect((await app.readIssue(id)).status).toBe('resolved')
    await report(app, { release: '3.1.0' })
    expect((await app.readIssue(id)).substatus).toBe('regressed')
  })

  it('does not consider a release with two users the newest', async () => {
    const app = await newReporter(server)
    await use(app, '1.0.0')
    for (const user of ['eve', 'eve', 'dan']) await report(app, { release: '99.0.0', user: { id: user } })
    const id = await report(app, { release: '1.0.0' })
    expect((await decide(app, id, { status: 'resolved' })).resolution?.release).toBe('1.0.0')
  })

  it('in the next release of a young project is after the newest release of the issue itself, however few use it', async () => {
    const app = await newReporter(server)
    await report(app, { exception_type: 'Other', release: '9.0.0', user: { id: 'eve' } })
    const id = await report(app, { release: '1.1.0', user: { id: 'eve' } })
    const resolved = await decide(app, id, { resolved_in: { mode: 'next_release' } })
    expect(resolved.resolution).toMatchObject({ mode: 'next_release', release: '1.1.0' })
    const unnamed = await report(app, { exception_type: 'Unnamed' })
    const next = await decide(app, unnamed, { resolved_in: { mode: 'next_release' } })
    expect(next.resolution).toMatchObject({ mode: 'next_release', release: '1.1.0' })
    const none = await newReporter(server)
    const other = await report(none)
    expect(await patch(none, other, { resolved_in: { mode: 'next_release' } })).toMatchObject({
      status: 422,
      body: { code: 'no_release_known' },
    })
  })

  it('names in its history the release in which it came back', async () => {
    const app = await newReporter(server)
    await use(app, '1.0.0')
    const id = await report(app, { release: '1.0.0' })
    await decide(app, id, { status: 'resolved' })
    await report(app, { release: '1.2.0' })
    expect((await activityOf(app, id))[0]).toMatchObject({ kind: 'regressed', details: { release: '1.2.0' } })
    const changes = await app.session.request('GET', `/api/issues/${id}/changes`)
    expect(changes.body).toMatchObject({ regressed_release: '1.2.0', first_release: { version: '1.0.0' } })
  })

  it('reopens by an event of a fingerprint that was merged into it', async () => {
    const app = await newReporter(server)
    const [a, b] = [await report(app), await report(app, { exception_type: 'Other' })]
    await app.session.request('POST', `/api/issues/${a}/merge`, { body: { ids: [b] } })
    await decide(app, b, { status: 'resolved' })
    await report(app, { exception_type: 'Other' })
    expect(await app.readIssue(a)).toMatchObject({ substatus: 'regressed', count: 3 })
  })
})

describe('a snoozed issue', () => {
  it('reopens after a number of further events', async () => {
    const app = await newReporter(server)
    const id = await report(app, { repeat: 5 })
    expect((await decide(app, id, { snooze: { events: 3 } })).snooze).toEqual({ until: null, events: 8, users: null })
    await report(app, { repeat: 2 })
    expect((await app.readIssue(id)).status).toBe('snoozed')
    await report(app)
    expect(await app.readIssue(id)).toMatchObject({ status: 'unresolved', snooze: null, count: 8 })
    expect((await activityOf(app, id))[0]).toMatchObject({ kind: 'snooze_ended', details: { by: 'events' } })
  })

  it('reopens after a number of further users', async () => {
    const app = await newReporter(server)
    const id = await report(app, { user: { id: 'ann' } })
    await decide(app, id, { snooze: { users: 2 } })
    for (const user of ['ann', 'bob', 'bob']) await report(app, { user: { id: user } })
    expect((await app.readIssue(id)).status).toBe('snoozed')
    await report(app, { user: { id: 'cid' } })
    expect((await app.readIssue(id)).status).toBe('unresolved')
  })

  it('reopens at its time, without any event', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    await decide(app, id, { snooze: { until: new Date(Date.now() + 500).toISOString() } })
    await until(
      () => app.readIssue(id),
      ({ status }) => status === 'unresolved',
    )
    expect(await kinds(app, id)).toEqual(['snooze_ended', 'snoozed'])
  })

  it('needs a condition that reopens it', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    for (const snooze of [{}, { until: null }, { events: 0 }, { until: '2030-02-30T00:00Z' }, { until: '2030-01-01' }])
      expect((await patch(app, id, { snooze })).body).toMatchObject({ code: 'validation_failed' })
    expect((await patch(app, id, { status: 'snoozed' })).body).toMatchObject({ code: 'validation_failed' })
    expect((await app.readIssue(id)).status).toBe('unresolved')
    const { snooze } = await decide(app, id, { snooze: { until: '2030-01-01T00:00-23:00' } })
    expect(snooze?.until).toBe('2030-01-01T23:00:00.000Z')
  })
})

describe('a decision', () => {
  it('can be made by any member of the organization: assignee and level', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    const me = await app.session.me()
    const changed = await decide(app, id, { assignee_id: me.id, level: 'fatal' })
    expect(changed).toMatchObject({ assignee: { id: me.id, name: 'Ann' }, level: 'fatal', status: 'unresolved' })
    const stranger = await (await newReporter(server)).session.me()
    for (const assignee_id of [stranger.id, 'usr_x', ''])
      expect((await patch(app, id, { assignee_id })).errors).toHaveProperty('assignee_id')
    expect((await decide(app, id, { assignee_id: null })).assignee).toBeNull()
    expect(await kinds(app, id)).toEqual(['assigned', 'level', 'assigned'])
  })

  it('ignored is permanent', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    await decide(app, id, { status: 'ignored' })
    await report(app)
    expect(await app.readIssue(id)).toMatchObject({ status: 'ignored', count: 2 })
  })

  it('must not contradict itself', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    for (const body of [
      {},
      { status: 'ignored', snooze: { events: 1 } },
      { snooze: { events: 1 }, resolved_in: { mode: 'now' } },
      { resolved_in: { mode: 'release' } },
      { resolved_in: { mode: 'release', release: 'nobody' } },
      { resolved_in: { mode: 'release', release: '\0' } },
      { status: 'closed' },
      { title: 'x' },
      { status: null, level: null },
    ])
      expect([body, (await patch(app, id, body)).status]).toEqual([body, 422])
    const { errors } = await patch(app, id, { title: 'x', resolved_in: { mode: 'now', when: 1 } })
    expect(errors).toEqual({ title: ['is not a known field'], 'resolved_in.when': ['is not a known field'] })
  })

  it('accepts null for omitted fields, and for nobody', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    await decide(app, id, { assignee_id: (await app.session.me()).id })
    const nothing = { status: null, resolved_in: null, snooze: null, level: null }
    expect(await decide(app, id, { ...nothing, level: 'fatal' })).toMatchObject({
      status: 'unresolved',
      level: 'fatal',
    })
    const resolved = await decide(app, id, { ...nothing, status: 'resolved', assignee_id: null })
    expect(resolved).toMatchObject({ status: 'resolved', level: 'fatal', assignee: null, snooze: null })
    const list = { query: null, status: null, project_id: null, expected_count: null }
    const body = { ...list, ids: [id], patch: { ...nothing, status: 'ignored' } }
    const bulk = await app.session.raw<BulkResponse>('POST', '/api/issues/bulk', { body })
    expect([bulk.status, bulk.body.updated_count]).toEqual([200, 1])
    expect((await app.readIssue(id)).status).toBe('ignored')
  })

  it('about many issues restores the former state of each', async () => {
    const app = await newReporter(server)
    const ids = [
      await report(app),
      await report(app, { exception_type: 'B' }),
      await report(app, { exception_type: 'C' }),
    ]
    await decide(app, ids[1]!, { status: 'ignored' })
    await decide(app, ids[2]!, { snooze: { events: 10 } })
    const before = await Promise.all(ids.map((id) => app.readIssue(id)))
    const foreign = await report(await newReporter(server))
    const { status, body } = await app.session.request('POST', '/api/issues/bulk', {
      body: { ids: [...ids, ids[0]!, foreign, 'iss_nothing'], patch: { status: 'resolved' } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ updated_count: 3, undo_id: expect.stringMatching(/^und_/) })
    expect(body.failed).toEqual([
      { id: foreign, code: 'not_found', message: expect.any(String) },
      { id: 'iss_nothing', code: 'not_found', message: expect.any(String) },
    ])
    for (const id of ids) expect((await app.readIssue(id)).status).toBe('resolved')
    expect((await app.session.request('POST', `/api/undo/${body.undo_id}`)).status).toBe(200)
    expect(await Promise.all(ids.map((id) => app.readIssue(id)))).toEqual(before)
  })

  it('that arrives twice, since its response was lost, is made once, with one undo', async () => {
    const app = await newReporter(server)
    const ids = [await report(app), await report(app, { exception_type: 'B' })]
    const [id] = ids as [string]
    const resolve = (key: string) =>
      patch(app, id, { status: 'resolved' }, { 'idempotency-key': key }).then(({ body }) => body)
    // At the same time, and later.
    const [one, other] = await Promise.all([resolve('first'), resolve('first')])
    expect(other.undo_id).toBe(one.undo_id)
    expect((await resolve('first')).issue).toEqual(one.issue)
    expect(await kinds(app, id)).toEqual(['resolved'])
    const snooze = () =>
      app.session.request('POST', '/api/issues/bulk', {
        body: { ids, patch: { snooze: { events: 5 } } },
        headers: { 'idempotency-key': 'second' },
      })
    const undoIds = [(await snooze()).body.undo_id, (await snooze()).body.undo_id]
    expect(undoIds[0]).toBe(undoIds[1])
    expect(await kinds(app, ids[1]!)).toEqual(['snoozed'])
    await app.session.request('POST', `/api/undo/${undoIds[0]}`)
    expect((await app.readIssue(id)).status).toBe('resolved')
    await app.session.request('POST', `/api/undo/${one.undo_id}`)
    expect((await app.readIssue(id)).status).toBe('unresolved')
    // Another one's key is another key.
    const foreign = await newReporter(server)
    const theirs = await report(foreign)
    expect(
      (await patch(foreign, theirs, { status: 'resolved' }, { 'idempotency-key': 'first' })).body.issue.status,
    ).toBe('resolved')
  })

  it('that changes nothing leaves no trace', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    expect((await patch(app, id, { status: 'unresolved', assignee_id: null })).body.undo_id).toBeNull()
    expect(await activityOf(app, id)).toEqual([])
  })
})

describe('a comment', () => {
  const comment = (app: Reporter, id: string, text: unknown) =>
    app.session.raw<CommentResponse>('POST', `/api/issues/${id}/comments`, { body: { text } })

  it('is stored as written, with its author, and is part of the history', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    const text = ' <b>seen</b> on\nmy phone \u{1F4F1} '
    const { status, body } = await comment(app, id, text)
    expect([status, body.comment]).toMatchObject([201, { text, by: { name: 'Ann' } }])
    await comment(app, id, 'again')
    const list = await app.session.request('GET', `/api/issues/${id}/comments?limit=1`)
    expect(list.body).toMatchObject({ comments: [{ text: 'again' }], next_cursor: expect.any(String) })
    const rest = await app.session.request('GET', `/api/issues/${id}/comments?cursor=${list.body.next_cursor}`)
    expect(rest.body).toEqual({ comments: [body.comment], next_cursor: null })
    expect(await kinds(app, id)).toEqual(['commented', 'commented'])
  })

  it('has U+FFFD for a lone surrogate', async () => {
    const app = await newReporter(server)
    expect((await comment(app, await report(app), 'a\ud800b')).body.comment.text).toBe('a\ufffdb')
  })

  it('must not be empty or too long', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    for (const text of ['', ' \n', 'x'.repeat(10_001), 'a\u0000b', 7, null])
      expect((await comment(app, id, text)).code).toBe('validation_failed')
    expect((await comment(await newReporter(server), id, 'mine now')).status).toBe(404)
  })
})
