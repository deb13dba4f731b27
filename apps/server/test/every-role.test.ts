import { type Role, roles } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { accept, closeOrganization, createTeam, inviteTo, join } from './organization.ts'
import { bytesOf, callRoute, documentedRoutes, type Ids, idsOfNothing, newOwner, type Route } from './routes.ts'
import { type Session, startServer } from './start-server.ts'

// Calls every route of the OpenAPI document as each role, and as callers without a role. The expectation comes from the
// declarations: each endpoint names its scope, and each role is a set of scopes.

const server = await startServer({ digest: true })
const guarded = documentedRoutes(server).filter(({ needs }) => needs !== undefined && needs !== 'own_account')
const withId = guarded.filter(({ path }) => path.includes('{'))
const each = (routes: Route[]): [name: string, route: Route][] => routes.map((route) => [route.name, route])
const isRead = ({ method }: Route) => method === 'GET'
/** Deletions of what other routes need come last, and of the project and the organization at the very end. */
const weightOf = ({ name, method, path }: Route) =>
  (method === 'DELETE' ? 10 : 0) -
  path.split('/').length +
  (name.endsWith('/leave') ? 100 : 0) +
  (path === '/api/organizations/{id}' && method !== 'GET' ? 50 : 0)

it('every route of a caller names a scope, or that it concerns the caller’s own account', () => {
  const callers = documentedRoutes(server).filter(({ security }) => security.some((one) => 'accessToken' in one))
  expect(callers.filter(({ needs }) => needs === undefined)).toEqual([])
})

it('nobody but owners may change an organization, and everybody may read and leave it', () => {
  const may = (name: string) => guarded.find((route) => route.name === name)?.roles
  expect(may('PATCH /api/organizations/{id}')).toEqual(['owner'])
  expect(may('DELETE /api/organizations/{id}')).toEqual(['owner'])
  expect(may('POST /api/organizations/{id}/leave')).toEqual([...roles])
  expect(may('GET /api/issues/{id}')).toEqual([...roles])
  expect(may('PATCH /api/issues/{id}')).toEqual(['owner', 'admin', 'member'])
  expect(may('DELETE /api/issues/{id}')).toEqual(['owner', 'admin'])
})

describe.each(roles)('as %s', async (role: Role) => {
  const owner = await newOwner(server)
  const { organization, reporter } = owner
  const person = await join(server, { owner: reporter.session, organization, role })
  const lead = await createTeam(reporter.session, organization, { name: 'Lead', members: [person.id] })
  await reporter.session.request('PUT', `/api/organizations/${organization}/teams/${lead.id}/members/${person.id}`, {
    body: { is_lead: true },
  })
  const ids = {
    ...owner.ids,
    team_id: lead.id,
    '/api/views/': await viewOf(person),
    '/api/undo/': owner.ids['/api/undo/']!,
  }
  const may = ({ roles: allowed }: Route) => allowed?.includes(role) === true

  it.each(each(withId.filter((route) => !may(route))))('%s is refused', async (_, route) => {
    const { status, code } = await callRoute(server, route, ids, { token: person.token })
    // An undo is its author's, and nobody else learns that it is there.
    const expected = route.path.startsWith('/api/undo/') ? [404, 'not_found'] : [403, 'insufficient_role']
    expect([status, code]).toEqual(expected)
  })

  it.each(each(guarded.filter((route) => may(route) && isRead(route))))('%s is 200', async (_, route) => {
    expect((await callRoute(server, route, ids, { token: person.token })).status).toBe(200)
  })

  const writes = withId.filter((route) => may(route) && !isRead(route)).sort((a, b) => weightOf(a) - weightOf(b))
  it.each(each(writes))('%s is let in', async (_, route) => {
    const own = route.path.includes('/teams/') && route.needs !== 'member:write' ? { member: person.id } : {}
    const { status, code } = await callRoute(server, route, { ...ids, ...own }, { token: person.token })
    // An undo is its author's; anything else that is not there is what a route before this one has removed.
    expect(['insufficient_role', 'insufficient_scope', 'unauthenticated']).not.toContain(code)
    expect([200, 201, 202, 204, 400, 404, 409, 422]).toContain(status)
  })
})

describe('to those who see nothing', async () => {
  const owner = await newOwner(server)
  const { organization, reporter } = owner
  const { session } = reporter
  const foreign = await newOwner(server)
  const stranger = foreign.reporter.session
  const former = await join(server, { owner: session, organization, role: 'admin' })
  await former.request('POST', `/api/organizations/${organization}/leave`)
  const invited = await server.register()
  await inviteTo(session, organization)
  const disabled = await server.register()
  await accept(disabled, await inviteTo(session, organization, { role: 'member' }))
  const nothing = idsOfNothing(owner)

  const nobodies: [name: string, person: Session][] = [
    ['a stranger with an organization of their own', stranger],
    ['a former admin', former],
    ['somebody invited who has not accepted', invited],
  ]
  describe.each(nobodies)('such as %s', (_name, person) => {
    it.each(each(withId))('%s responds as to an id of nothing', async (_, route) => {
      const [real, unknown] = [
        await callRoute(server, route, owner.ids, { token: person.token }),
        await callRoute(server, route, nothing, { token: person.token }),
      ]
      expect([real.status, real.code]).toEqual([404, 'not_found'])
      expect(bytesOf(real)).toEqual(bytesOf(unknown))
    })
  })

  describe('a member of another team of a closed organization', async () => {
    const other = await join(server, { owner: session, organization, role: 'member' })
    await createTeam(session, organization, { name: 'Other', members: [other.id] })
    await closeOrganization(session, organization)
    const ofProjects = withId.filter(({ path }) => /^\/api\/(projects|issues|events|undo)\//.test(path))

    it.each(each(ofProjects))('%s responds as to an id of nothing', async (_, route) => {
      const [real, unknown] = [
        await callRoute(server, route, owner.ids, { token: other.token }),
        await callRoute(server, route, nothing, { token: other.token }),
      ]
      expect([real.status, real.code]).toEqual([404, 'not_found'])
      expect(bytesOf(real)).toEqual(bytesOf(unknown))
    })

    it.each(each(guarded.filter((route) => isRead(route) && !withId.includes(route))))(
      '%s reveals nothing of the project',
      async (_, route) => {
        const { status, body } = await callRoute(server, route, owner.ids, { token: other.token })
        expect(status).toBe(200)
        const text = JSON.stringify(body ?? null)
        expect([reporter.project.id, owner.issue, owner.event].filter((id) => text.includes(`"${id}"`))).toEqual([])
      },
    )
  })

  it('nothing was changed by all this', async () => {
    expect((await session.request('GET', `/api/projects/${reporter.project.id}`)).body.project.name).toBe('Shop')
    expect((await reporter.readIssue(owner.issue)).status).toBe('unresolved')
    expect((await session.request('GET', `/api/organizations/${organization}`)).body.organization.name).toBe('Ann')
  })
})

describe('with a token of an organization', async () => {
  const owner = await newOwner(server)
  const foreign = await newOwner(server)
  const { session } = owner.reporter
  const scopes = ['project:read', 'issue:read', 'artifact:write'] as const
  const has = (scope: string | undefined) => scopes.some((one) => one === scope)
  const path = `/api/organizations/${owner.organization}/tokens` as const
  const { token } = (await session.request('POST', path, { body: { name: 'CI', scopes } })).body
  const ofProjects = withId.filter(({ path: url }) => /^\/api\/(projects|issues|events)\//.test(url))

  it.each(each(guarded.filter(({ needs }) => !has(needs))))('%s is refused', async (_, route) => {
    const { status, code } = await callRoute(server, route, owner.ids, { token })
    expect([status, code]).toEqual([403, 'insufficient_scope'])
  })

  it.each(each(ofProjects.filter(({ needs }) => has(needs))))(
    '%s of another organization is not found',
    async (_, route) => {
      expect((await callRoute(server, route, foreign.ids, { token })).status).toBe(404)
    },
  )

  // Notification settings are a person's.
  const reads = ofProjects.filter((route) => isRead(route) && has(route.needs))
  it.each(each(reads.filter(({ name }) => !name.endsWith('/notifications'))))('%s is 200', async (_, route) => {
    expect((await callRoute(server, route, owner.ids, { token })).status).toBe(200)
  })
})

async function viewOf(person: Session): Promise<Ids[string]> {
  return (await person.request('POST', '/api/views', { body: { name: 'Mine', filter: {} } })).body.view.id
}
