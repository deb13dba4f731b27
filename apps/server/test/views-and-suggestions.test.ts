import type { View } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { closeOrganization, createTeam, join, organizationOf } from './organization.ts'
import { countsMerged, newReporter } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

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
  it('is saved, listed, changed and deleted by its owner alone', async () => {
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
    const renamed = await app.session.request('PATCH', `/api/views/${own.id}`, { body: { name: 'Back again' } })
    expect(renamed.body.view).toEqual({ ...own, name: 'Back again' })
    const other = (await newReporter(server)).session
    expect((await other.request('PATCH', `/api/views/${own.id}`, { body: { name: 'x' } })).status).toBe(404)
    expect((await other.request('DELETE', `/api/views/${own.id}`)).status).toBe(404)
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

describe('a shared view', async () => {
  const app = await newReporter(server)
  const { session: owner, project } = app
  const organization = await organizationOf(owner)
  const [admin, member, colleague, viewer] = await Promise.all(
    (['admin', 'member', 'member', 'viewer'] as const).map((role) => join(server, { owner, organization, role })),
  )
  const stranger = (await newReporter(server)).session
  const filter = { query: 'is:regressed' }
  const shared = { name: 'Ours', project_id: project.id, organization_id: organization, filter }
  const share = async (by: Session, body: object = shared) =>
    (await by.raw<{ view: View }>('POST', '/api/views', { body })).body.view
  const change = (by: Session, { id }: View, body: object) =>
    by.raw<{ view: View }>('PATCH', `/api/views/${id}`, { body })
  const remove = (by: Session, { id }: View) => by.request('DELETE', `/api/views/${id}`)
  const namesFor = async (by: Session) => (await by.get('/api/views')).views.map(({ name }) => name)
  const codeOf = ({ status, code }: { status: number; code?: string | undefined }) => [status, code]

  it('is listed for every member with its author, and for nobody else', async () => {
    const view = await share(member!)
    expect(view).toMatchObject({
      organization_id: organization,
      author: { id: member!.id },
      may_change: true,
    })
    const mayChange = async (by: Session) =>
      (await by.get('/api/views')).views.find(({ id }) => id === view.id)?.may_change
    expect(await mayChange(owner)).toBe(true)
    expect(await mayChange(admin!)).toBe(true)
    expect(await mayChange(colleague!)).toBe(false)
    expect(await mayChange(viewer!)).toBe(false)
    expect(await mayChange(stranger)).toBeUndefined()
    await remove(member!, view)
    expect(await mayChange(owner)).toBeUndefined()
  })

  it('is changed and deleted by its author and by admins alone', async () => {
    const view = await share(member!)
    for (const by of [colleague!, viewer!]) {
      expect(codeOf(await change(by, view, { name: 'Mine now' }))).toEqual([403, 'insufficient_role'])
      expect(codeOf(await change(by, view, { organization_id: null }))).toEqual([403, 'insufficient_role'])
      expect(codeOf(await remove(by, view))).toEqual([403, 'insufficient_role'])
    }
    expect((await change(stranger, view, { name: 'Mine now' })).status).toBe(404)
    expect((await remove(stranger, view)).status).toBe(404)
    expect((await change(member!, view, { name: 'Ours, better' })).body.view).toMatchObject({
      name: 'Ours, better',
      filter,
    })
    expect((await change(admin!, view, { filter: { query: 'is:new' } })).body.view).toMatchObject({
      name: 'Ours, better',
      filter: { query: 'is:new' },
      author: { id: member!.id },
    })
    expect((await change(admin!, view, { filter: { query: 'is:open' } })).status).toBe(422)
    expect((await remove(admin!, view)).status).toBe(204)
    expect((await remove(member!, view)).status).toBe(404)
  })

  it('is shared later, and taken back to its author', async () => {
    const view = await share(member!, { name: 'Later', filter })
    expect(await namesFor(colleague!)).not.toContain('Later')
    expect((await change(admin!, view, { organization_id: organization })).status).toBe(404)
    expect((await change(member!, view, { organization_id: organization })).body.view.organization_id).toBe(
      organization,
    )
    expect(await namesFor(colleague!)).toContain('Later')
    expect((await change(admin!, view, { organization_id: null })).body.view).toMatchObject({
      organization_id: null,
      may_change: false,
    })
    expect(await namesFor(admin!)).not.toContain('Later')
    expect(await namesFor(member!)).toContain('Later')
    await remove(member!, view)
  })

  it('is shared by those alone who may decide about issues, where they are members', async () => {
    const answer = (by: Session, body: object) => by.raw('POST', '/api/views', { body })
    expect(codeOf(await answer(viewer!, shared))).toEqual([403, 'insufficient_role'])
    const own = await share(viewer!, { name: 'Own', filter })
    expect(codeOf(await change(viewer!, own, { organization_id: organization }))).toEqual([403, 'insufficient_role'])
    expect((await answer(stranger, shared)).status).toBe(404)
    expect((await answer(stranger, { ...shared, project_id: undefined })).status).toBe(404)
    expect((await answer(member!, { ...shared, organization_id: 'org_1' })).status).toBe(404)
    const home = await organizationOf(stranger)
    expect((await answer(member!, { ...shared, organization_id: home })).status).toBe(404)
    const both = { ...shared, organization_id: (await member!.me()).organizations[0]!.id }
    const { status, errors } = await answer(member!, both)
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['organization_id']])
  })

  it('of a project is hidden from members who do not see the project', async () => {
    const team = await createTeam(owner, organization, {
      name: 'Web',
      members: [member!.id],
      projects: [project.id],
    })
    const [of, all] = [await share(member!), await share(member!, { ...shared, name: 'All', project_id: undefined })]
    expect(await namesFor(colleague!)).toEqual(['Ours', 'All'])
    await closeOrganization(owner, organization)
    expect(await namesFor(colleague!)).toEqual([])
    expect((await change(colleague!, of, { name: 'x' })).status).toBe(404)
    expect(await namesFor(member!)).toEqual(['Ours', 'All'])
    const path = `/api/organizations/${organization}/teams/${team.id}/members/${member!.id}` as const
    await owner.request('DELETE', path)
    expect((await change(member!, of, { name: 'x' })).status).toBe(404)
    expect((await remove(member!, all)).status).toBe(404)
    await owner.request('PATCH', `/api/organizations/${organization}`, { body: { membership: 'open' } })
    for (const view of [of, all]) await remove(owner, view)
  })

  it('stays when its author leaves or is gone', async () => {
    const author = await join(server, { owner, organization, role: 'member' })
    const view = await share(author)
    await author.request('POST', `/api/organizations/${organization}/leave`)
    expect((await remove(author, view)).status).toBe(404)
    expect(await namesFor(viewer!)).toContain('Ours')
    await server.database.pool.query('delete from users where email = $1', [author.email])
    const [left] = (await owner.get('/api/views')).views
    expect(left).toMatchObject({ id: view.id, author: null, may_change: true })
    expect((await change(owner, view, { organization_id: null })).status).toBe(422)
    expect((await remove(owner, view)).status).toBe(204)
  })

  it('counts against the hundred of its organization, not against those of its author', async () => {
    const fill = `insert into saved_views (id, organization_id, author_id, name, filter)
      select gen_random_uuid(), m.organization_id, m.user_id, 'x', '{}' from memberships m cross join generate_series(1, 99)
       where m.user_id = (select id from users where email = $1) and m.role = 'member'`
    await server.database.pool.query(fill, [member!.email])
    const last = await share(member!)
    expect((await member!.raw('POST', '/api/views', { body: shared })).status).toBe(422)
    const own = await share(member!, { name: 'Own', filter })
    expect((await change(member!, own, { organization_id: organization })).status).toBe(422)
    expect((await change(member!, last, { name: 'Still ours' })).status).toBe(200)
  })
})

it('looking at a project returns the time of the previous visit', async () => {
  const app = await newReporter(server)
  const look = async () => (await app.session.request('PUT', `/api/projects/${app.project.id}/seen`)).body
  const first = await look()
  expect(first.previous_seen_at).toBeNull()
  expect((await look()).previous_seen_at).toBe(first.seen_at)
})
