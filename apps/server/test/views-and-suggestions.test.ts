import type { View } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { countsMerged, newReporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })

describe('while a user types', async () => {
  const app = await newReporter(server)
  const event = { environment: 'staging', tags: { plan: 'gold', 'my key': 'my value', '100%': 'y' } }
  await app.report({ ...event, release: 'shop@1.0', repeat: 3 })
  await app.report({ message: 'other', tags: { plan: 'free' }, release: 'shop@1.1 (5)' })
  await countsMerged(server)
  const keys = async (q: string) =>
    (await app.session.get(`/api/projects/${app.project.id}/search/keys?${new URLSearchParams({ q })}`)).keys
  const values = async (key: string, q = '') =>
    (await app.session.get(`/api/projects/${app.project.id}/search/values?${new URLSearchParams({ key, q })}`)).values

  it('keys are suggested, tags as they must be typed', async () => {
    expect(await keys('')).toEqual(
      expect.arrayContaining(['is', 'environment', 'first-seen', 'tag.plan', 'tag."my key"']),
    )
    expect(await keys('REL')).toEqual(['release'])
    expect(await keys('tag.pl')).toEqual(['tag.plan'])
    expect(await keys('%')).toEqual(['tag."100%"'])
    expect(await keys('_')).toEqual([])
  })

  it('values are suggested, the most common or newest first, as whole terms', async () => {
    expect(await values('environment')).toEqual([
      { value: 'staging', term: 'environment:staging', count: 3 },
      { value: 'production', term: 'environment:production', count: 1 },
    ])
    expect(await values('release')).toEqual([
      { value: 'shop@1.1 (5)', term: 'release:"shop@1.1 (5)"', count: 1 },
      { value: 'shop@1.0', term: 'release:shop@1.0', count: 3 },
    ])
    expect(await values('release', '(5')).toHaveLength(1)
    expect(await values('tag.plan')).toEqual([
      { value: 'gold', term: 'tag.plan:gold', count: 3 },
      { value: 'free', term: 'tag.plan:free', count: 1 },
    ])
    expect(await values('tag."my key"')).toEqual([{ value: 'my value', term: 'tag."my key":"my value"', count: 3 }])
    expect((await values('is', 'RE')).map(({ term }) => term)).toEqual([
      'is:unresolved',
      'is:resolved',
      'is:ignored',
      'is:regressed',
    ])
    expect((await values('assigned')).map(({ value }) => value)).toEqual(['me', 'none', app.session.email])
    expect(await values('user')).toEqual([])
  })

  it('every suggested term is accepted by the search', async () => {
    for (const key of await keys(''))
      for (const { term } of await values(key)) {
        const { status } = await app.session.request('GET', `/api/issues?${new URLSearchParams({ query: term })}`)
        expect([term, status]).toEqual([term, 200])
      }
  })

  it.each(['colour', 'tag', 'tag.', 'is:x', '"', ''])('there is no key %j', async (key) => {
    const path = `/api/projects/${app.project.id}/search/values?${new URLSearchParams({ key })}` as const
    expect((await app.session.request('GET', path)).status).toBe(400)
  })
})

describe('a view', () => {
  it('is saved, listed and deleted by its owner alone', async () => {
    const app = await newReporter(server)
    const filter = { query: 'is:regressed', sort: 'events', environment: 'production' }
    const save = async (body: object) =>
      (await app.session.raw<{ view: View }>('POST', '/api/views', { body })).body.view
    const own = await save({ name: 'Regressed', project_id: app.project.id, filter })
    const all = await save({ name: 'Everything', filter: {} })
    expect(own).toMatchObject({ name: 'Regressed', project_id: app.project.id, filter })
    expect(await app.session.get('/api/views')).toEqual({ views: [own, all], next_cursor: null })
    const first = await app.session.get('/api/views?limit=1')
    expect(first.views).toEqual([own])
    expect(await app.session.get(`/api/views?limit=1&cursor=${first.next_cursor}`)).toEqual({
      views: [all],
      next_cursor: null,
    })
    expect((await app.session.request('DELETE', `/api/views/${all.id}`)).status).toBe(204)
    expect((await app.session.request('DELETE', `/api/views/${all.id}`)).status).toBe(404)
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    expect(await app.session.get('/api/views')).toEqual({ views: [], next_cursor: null })
  })

  const wrong: [body: object, field: string][] = [
    [{ name: ' ', filter: {} }, 'name'],
    [{ name: 'x' }, 'filter'],
    [{ name: 'x', filter: { query: 'is:open' } }, 'filter'],
    [{ name: 'x', filter: { colour: 'red' } }, 'filter.colour'],
    [{ name: 'x', filter: { query: 7 } }, 'filter.query'],
  ]
  it.each(wrong)('is refused: %j', async (body, field) => {
    const app = await newReporter(server)
    const answer = await app.session.raw('POST', '/api/views', { body })
    expect([answer.status, Object.keys(answer.errors!)]).toEqual([422, [field]])
  })

  it('drops null fields', async () => {
    const app = await newReporter(server)
    const body = { name: 'x', project_id: null, filter: { query: null, status: 'all' } }
    const { view } = (await app.session.raw<{ view: View }>('POST', '/api/views', { body })).body
    expect(view).toMatchObject({ project_id: null, filter: { status: 'all' } })
    expect(Object.keys(view.filter)).toEqual(['status'])
  })

  it('has U+FFFD for a lone surrogate', async () => {
    const app = await newReporter(server)
    const body = { name: 'a\ud800', filter: { query: '"\udc00"' } }
    const { view } = (await app.session.request('POST', '/api/views', { body })).body
    expect([view.name, view.filter.query]).toEqual(['a\ufffd', '"\ufffd"'])
  })

  it('of another account’s project is refused', async () => {
    const [app, other] = [await newReporter(server), await newReporter(server)]
    const body = { name: 'x', project_id: other.project.id, filter: {} }
    expect((await app.session.request('POST', '/api/views', { body })).status).toBe(404)
  })

  it('is limited to a hundred per user', async () => {
    const app = await newReporter(server)
    const save = async () =>
      (await app.session.request('POST', '/api/views', { body: { name: 'x', filter: {} } })).status
    for (let n = 0; n < 100; n++) expect(await save()).toBe(201)
    expect(await save()).toBe(422)
  })
})

it('looking at a project returns the time of the previous visit', async () => {
  const app = await newReporter(server)
  const look = async () => (await app.session.request('PUT', `/api/projects/${app.project.id}/seen`)).body
  const first = await look()
  expect(first.previous_seen_at).toBeNull()
  expect((await look()).previous_seen_at).toBe(first.seen_at)
})
