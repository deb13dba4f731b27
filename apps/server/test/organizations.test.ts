import type { Role } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { accept, closeOrganization, createTeam, inviteTo, join, organizationOf, tokenOf } from './organization.ts'
import { digested, newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })

describe('an account', () => {
  it('has an organization of its own from the beginning, and names it', async () => {
    const ann = await server.register({ name: 'Ann' })
    const { organizations } = await ann.me()
    expect(organizations).toEqual([
      { id: expect.stringMatching(/^org_/), name: 'Ann', role: 'owner', lacks_totp: false },
    ])
    const { project } = await ann.createProject()
    expect(project.organization_id).toBe(organizations[0]!.id)
  })

  it('may have several, and says where a project goes', async () => {
    const ann = await server.register()
    const { organization } = (await ann.request('POST', '/api/organizations', { body: { name: 'Second' } })).body
    expect((await ann.me()).organizations.map(({ name }) => name)).toEqual(['Ann', 'Second'])
    const { project } = await ann.createProject({ organization_id: organization.id })
    expect(project.organization_id).toBe(organization.id)
    expect((await ann.createProject()).project.organization_id).toBe(await organizationOf(ann))
    const bob = await server.register()
    const foreign = { name: 'X', app_id: 'x', organization_id: organization.id }
    expect((await bob.request('POST', '/api/projects', { body: foreign })).status).toBe(404)
  })

  it('without any gets one with its next project', async () => {
    const ann = await server.register()
    const id = await organizationOf(ann)
    expect((await ann.request('DELETE', `/api/organizations/${id}`, { body: { name: 'Bob' } })).status).toBe(422)
    expect((await ann.request('DELETE', `/api/organizations/${id}`, { body: { name: 'Ann' } })).status).toBe(204)
    expect((await ann.me()).organizations).toEqual([])
    const { project } = await ann.createProject()
    expect((await ann.me()).organizations).toMatchObject([{ id: project.organization_id, role: 'owner' }])
  })
})

describe('roles', async () => {
  const owner = await server.register()
  const organization = await organizationOf(owner)
  const at = `/api/organizations/${organization}/members` as const
  const admin = await join(server, { owner, organization, role: 'admin' })
  const member = await join(server, { owner, organization, role: 'member' })
  const viewer = await join(server, { owner, organization, role: 'viewer' })
  const change = (by: typeof owner, id: string, role: Role) => by.request('PATCH', `${at}/${id}`, { body: { role } })

  it('are listed with their members', async () => {
    const { members } = (await viewer.request('GET', at)).body
    expect(members.map(({ role, source }: { role: Role; source: string }) => [role, source]).sort()).toEqual([
      ['admin', 'invitation'],
      ['member', 'invitation'],
      ['owner', 'owner'],
      ['viewer', 'invitation'],
    ])
  })

  it('are given by admins only below their own, and by owners without limit', async () => {
    expect((await change(admin, viewer.id, 'member')).status).toBe(200)
    expect((await change(admin, viewer.id, 'viewer')).status).toBe(200)
    for (const role of ['owner', 'admin'] as const)
      expect((await change(admin, viewer.id, role)).code).toBe('insufficient_role')
    expect((await change(admin, (await owner.me()).id, 'viewer')).code).toBe('insufficient_role')
    expect((await change(admin, admin.id, 'owner')).code).toBe('insufficient_role')
    expect((await change(member, viewer.id, 'member')).code).toBe('insufficient_role')
    for (const role of ['owner', 'admin'] as const)
      expect(
        (await admin.request('POST', `/api/organizations/${organization}/invitations`, { body: { role } })).code,
      ).toBe('insufficient_role')
  })

  it('of a person of nowhere are not found', async () => {
    expect((await change(owner, `usr_${'0'.repeat(32)}`, 'viewer')).status).toBe(404)
    const stranger = await server.register()
    expect((await stranger.request('GET', at)).status).toBe(404)
    expect((await change(stranger, viewer.id, 'member')).status).toBe(404)
  })

  it('take effect with the next request', async () => {
    const { project } = await owner.createProject()
    const rename = () => member.request('PATCH', `/api/projects/${project.id}`, { body: { name: 'Mine' } })
    expect((await rename()).code).toBe('insufficient_role')
    await change(owner, member.id, 'admin')
    expect((await rename()).status).toBe(200)
    await change(owner, member.id, 'member')
    expect((await rename()).code).toBe('insufficient_role')
  })

  it('limit personal API tokens, too', async () => {
    const { project } = await owner.createProject()
    const scopes = ['project:read', 'project:write'] as const
    const { token } = (await viewer.request('POST', '/api/me/api-tokens', { body: { name: 'CI', scopes } })).body
    const own = (await viewer.createProject()).project
    const rename = (id: string) => server.request('PATCH', `/api/projects/${id}`, { token, body: { name: 'Mine' } })
    expect((await rename(project.id)).code).toBe('insufficient_role')
    expect((await rename(own.id)).status).toBe(200)
  })
})

describe('the last owner', () => {
  it('can neither leave, be demoted nor delete the account, as long as there are others', async () => {
    const owner = await server.register()
    const organization = await organizationOf(owner)
    const { id } = await owner.me()
    const other = await join(server, { owner, organization, role: 'member' })
    const at = `/api/organizations/${organization}` as const
    const asked = [
      await owner.request('POST', `${at}/leave`),
      await owner.request('PATCH', `${at}/members/${id}`, { body: { role: 'member' } }),
      await owner.request('DELETE', `${at}/members/${id}`),
      await owner.request('DELETE', '/api/me', { body: { password: owner.password } }),
    ]
    expect(asked.map(({ status, code }) => [status, code])).toEqual(asked.map(() => [422, 'sole_owner']))
    await owner.request('PATCH', `${at}/members/${other.id}`, { body: { role: 'owner' } })
    expect((await owner.request('POST', `${at}/leave`)).status).toBe(204)
    expect((await other.request('GET', `${at}/members`)).body.members).toHaveLength(1)
    expect((await owner.request('GET', at)).status).toBe(404)
  })

  it('stays, when two owners leave, are demoted or delete their accounts at once', async () => {
    const ways = [
      (at: string, id: string) => ['POST', `${at}/leave`, undefined, id] as const,
      (at: string, id: string) => ['PATCH', `${at}/members/${id}`, { role: 'viewer' }, id] as const,
      (at: string, id: string) => ['DELETE', `${at}/members/${id}`, undefined, id] as const,
      (_at: string, id: string) => ['DELETE', '/api/me', { password: 'correct horse' }, id] as const,
    ]
    for (const first of ways)
      for (const second of ways) {
        const ann = await server.register()
        const organization = await organizationOf(ann)
        const at = `/api/organizations/${organization}` as const
        const bob = await join(server, { owner: ann, organization, role: 'owner' })
        await join(server, { owner: ann, organization, role: 'member' })
        const act = async (by: typeof ann, way: (typeof ways)[number], id: string) => {
          const [method, path, body] = way(at, id)
          return (await by.raw(method, path, { ...(body && { body }) })).status
        }
        const answers = await Promise.all([act(ann, first, (await ann.me()).id), act(bob, second, bob.id)])
        const { rows } = await server.database.pool.query(
          `select count(*)::int as owners from memberships m join organizations o on o.id = m.organization_id
            where replace(o.id::text, '-', '') = $1 and m.role = 'owner'`,
          [organization.slice(4)],
        )
        expect([rows[0].owners, answers.filter((status) => status === 422)]).toEqual([1, [422]])
      }
  })
})

describe('an invitation', async () => {
  const owner = await server.register({ name: 'Olga' })
  const organization = await organizationOf(owner)
  const look = (token: string) => server.request('POST', '/api/invitations/view', { body: { token } })

  it('says who invites to what, and nothing else', async () => {
    const token = await inviteTo(owner, organization, { role: 'viewer' })
    expect((await look(token)).body).toEqual({
      organization: 'Olga',
      invited_by: 'Olga',
      role: 'viewer',
      email: null,
      expires_at: expect.any(String),
      may_register: true,
      requires_sso: false,
    })
    expect((await look('A'.repeat(43))).code).toBe('link_expired')
  })

  it('shows nothing of the organization before it is accepted', async () => {
    await inviteTo(owner, organization)
    const { project } = await owner.createProject()
    const guest = await server.register()
    expect((await guest.request('GET', `/api/organizations/${organization}`)).status).toBe(404)
    expect((await guest.request('GET', `/api/projects/${project.id}`)).status).toBe(404)
  })

  it('is good for one person, however many try at once', async () => {
    for (let round = 0; round < 3; round++) {
      const token = await inviteTo(owner, organization)
      const guests = await Promise.all(Array.from({ length: 10 }, () => server.register()))
      const answers = await Promise.all(guests.map((guest) => accept(guest, token)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(422)])
    }
  })

  it('cannot be accepted once it is revoked, expired, or its author may no longer give the role', async () => {
    const guest = await server.register()
    const revoked = await owner.request('POST', `/api/organizations/${organization}/invitations`, {
      body: { role: 'member' },
    })
    const path = `/api/organizations/${organization}/invitations/${revoked.body.invitation.id}` as const
    expect((await owner.request('DELETE', path)).status).toBe(204)
    expect((await accept(guest, tokenOf(revoked.body.link))).code).toBe('link_expired')

    const expired = await inviteTo(owner, organization)
    await server.database.pool.query(`update invitations set expires_at = now() where accepted_at is null`)
    expect((await accept(guest, expired)).code).toBe('link_expired')

    const admin = await join(server, { owner, organization, role: 'admin' })
    const byAdmin = await inviteTo(admin, organization)
    const members = `/api/organizations/${organization}/members` as const
    await owner.request('PATCH', `${members}/${admin.id}`, { body: { role: 'member' } })
    expect((await accept(guest, byAdmin)).code).toBe('link_expired')
    await owner.request('PATCH', `${members}/${admin.id}`, { body: { role: 'admin' } })
    await owner.request('DELETE', `${members}/${admin.id}`)
    expect((await accept(guest, byAdmin)).code).toBe('link_expired')
  })

  it('is no use to a member, and stays good', async () => {
    const member = await join(server, { owner, organization, role: 'member' })
    const token = await inviteTo(owner, organization)
    expect((await accept(member, token)).code).toBe('already_member')
    expect((await accept(await server.register(), token)).status).toBe(200)
  })

  it('to an address is for its account alone, and its mail has a link of its own', async () => {
    const guest = await server.register()
    const token = await inviteTo(owner, organization, {
      role: 'member',
      email: guest.email.replace('person', 'PERSON'),
    })
    expect((await accept(await server.register(), token)).code).toBe('invitation_for_other')
    const [mail] = await until(
      async () => server.mailsTo(guest.email.replace('person', 'PERSON')),
      (mails) => mails.length > 0,
    )
    const mailed = /#token=(\S+)/.exec(mail!.text)![1]!
    expect(mailed).not.toBe(token)
    expect(mail!.text).not.toContain('Olga')
    expect((await accept(guest, mailed)).status).toBe(200)
    expect((await accept(guest, token)).code).toBe('link_expired')
  })

  it('lets somebody register, who then has no organization of their own', async () => {
    const token = await inviteTo(owner, organization, { role: 'viewer' })
    const body = { email: 'invited@example.com', password: 'correct horse', name: 'Ida', invitation: token }
    const { status, body: made } = await server.request('POST', '/api/auth/register', { body })
    expect(status).toBe(201)
    const me = (await server.request('GET', '/api/auth/me', { token: made.token })).body
    expect(me.organizations).toMatchObject([{ id: organization, role: 'viewer' }])
    const again = { ...body, email: 'again@example.com' }
    expect((await server.request('POST', '/api/auth/register', { body: again })).code).toBe('link_expired')
  })

  it('is limited in number, for a member within an hour and for an organization', async () => {
    const busy = await server.register()
    const own = await organizationOf(busy)
    const path = `/api/organizations/${own}/invitations` as const
    const post = () => busy.request('POST', path, { body: { role: 'viewer' } })
    const answers = await Promise.all(Array.from({ length: 25 }, post))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    await server.database.pool.query(`update invitations set created_at = created_at - interval '2 hours'`)
    const more = await Promise.all(Array.from({ length: 20 }, post))
    expect(more.filter(({ status }) => status === 201)).toHaveLength(20)
    await server.database.pool.query(`update invitations set created_at = created_at - interval '2 hours'`)
    const last = await Promise.all(Array.from({ length: 12 }, post))
    expect(last.filter(({ status }) => status === 201)).toHaveLength(10)
  })
})

describe.each([
  ['invited', 201],
  ['closed', 403],
] as const)('registration that is %s', async (BUGLE_REGISTRATION, expected) => {
  const guarded = await startServer({ env: { BUGLE_REGISTRATION } })
  const owner = await guarded.register()

  it(`answers an invited person with ${expected}, and everybody else with 403`, async () => {
    const token = await inviteTo(owner, await organizationOf(owner))
    const body = { email: 'guest@example.com', password: 'correct horse', name: 'Guest' }
    const invited = (invitation?: string) =>
      guarded.request('POST', '/api/auth/register', { body: { ...body, ...(invitation && { invitation }) } })
    expect((await invited()).code).toBe('registration_closed')
    expect((await invited('A'.repeat(43))).code).toBe('link_expired')
    expect((await invited(token)).status).toBe(expected)
    expect((await invited()).code).toBe('registration_closed')
  })
})

describe('a removed member', () => {
  it('loses issues, teams and sight, and keeps the account with its own organization', async () => {
    const app = await newReporter(server)
    const owner = app.session
    const organization = await organizationOf(owner)
    const member = await join(server, { owner, organization, role: 'member' })
    const team = await createTeam(owner, organization, { name: 'Web', members: [member.id] })
    const { issue_id } = await app.readEvent((await app.report()).event_id)
    const assign = await member.request('PATCH', `/api/issues/${issue_id}`, { body: { assignee_id: member.id } })
    expect(assign.body.issue.assignee!.id).toBe(member.id)
    const token = (
      await member.request('POST', '/api/me/api-tokens', { body: { name: 'CI', scopes: ['project:read'] } })
    ).body.token
    await owner.request('DELETE', `/api/organizations/${organization}/members/${member.id}`)
    expect((await app.readIssue(issue_id)).assignee).toBeNull()
    expect((await member.request('GET', `/api/issues/${issue_id}`)).status).toBe(404)
    expect((await member.request('POST', `/api/undo/${assign.body.undo_id}`)).status).toBe(404)
    expect((await server.request('GET', `/api/projects/${app.project.id}`, { token })).status).toBe(404)
    expect((await server.request('GET', '/api/projects', { token })).body.projects).toEqual([])
    const [shown] = (await owner.request('GET', `/api/organizations/${organization}/teams`)).body.teams
    expect([shown!.id, shown!.members]).toEqual([team.id, []])
    expect((await member.me()).organizations).toMatchObject([{ role: 'owner' }])
    const [mail] = await until(
      async () => server.mailsTo(member.email),
      (mails) => mails.length > 0,
    )
    expect(mail!.subject).toContain('no longer a member')
  })
})

describe('a closed organization', async () => {
  const app = await newReporter(server)
  const owner = app.session
  const organization = await organizationOf(owner)
  await closeOrganization(owner, organization)
  const inside = await join(server, { owner, organization, role: 'member' })
  const outside = await join(server, { owner, organization, role: 'member' })
  const admin = await join(server, { owner, organization, role: 'admin' })
  const team = await createTeam(owner, organization, {
    name: 'Shop',
    members: [inside.id],
    projects: [app.project.id],
  })
  const { issue_id } = await app.readEvent((await app.report({ user: { id: 'u-1' } })).event_id)
  await digested(server)

  it('shows a project to its teams, owners and admins alone', async () => {
    const seen = async (by: typeof outside) =>
      (await by.request('GET', '/api/projects')).body.projects.map(({ id }: { id: string }) => id)
    expect(await seen(inside)).toContain(app.project.id)
    expect(await seen(admin)).toContain(app.project.id)
    expect(await seen(outside)).not.toContain(app.project.id)
    expect((await outside.request('GET', `/api/projects/${app.project.id}`)).status).toBe(404)
    expect((await outside.request('GET', `/api/issues/${issue_id}`)).status).toBe(404)
    expect((await outside.request('GET', '/api/issues')).body.issues).toEqual([])
    expect((await inside.request('GET', '/api/issues')).body.issues).toHaveLength(1)
  })

  it('hides projects of a team from those who do not see them', async () => {
    const projectsOf = async (by: typeof outside) =>
      (await by.request('GET', `/api/organizations/${organization}/teams`)).body.teams[0]!.project_ids
    expect(await projectsOf(inside)).toEqual([app.project.id])
    expect(await projectsOf(outside)).toEqual([])
  })

  it('assigns and suggests only those who see the project', async () => {
    const assign = (id: string) => owner.request('PATCH', `/api/issues/${issue_id}`, { body: { assignee_id: id } })
    expect((await assign(outside.id)).status).toBe(422)
    expect((await assign(inside.id)).status).toBe(200)
    const path = `/api/projects/${app.project.id}/search/values?key=assigned` as const
    const { values } = (await owner.request('GET', path)).body
    const emails = values.map(({ value }: { value: string }) => value)
    expect(emails).toContain(inside.email)
    expect(emails).not.toContain(outside.email)
  })

  it('takes a view and an undo out of sight with the project', async () => {
    const body = { name: 'Mine', project_id: app.project.id, filter: {} }
    await inside.request('POST', '/api/views', { body })
    const { undo_id } = (await inside.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } }))
      .body
    const path = `/api/organizations/${organization}/teams/${team.id}/members/${inside.id}` as const
    await owner.request('DELETE', path)
    expect((await inside.request('GET', '/api/views')).body.views).toEqual([])
    expect((await inside.request('POST', `/api/undo/${undo_id}`)).status).toBe(404)
    expect((await outside.request('POST', '/api/views', { body })).status).toBe(404)
    await owner.request('PUT', path, { body: {} })
    expect((await inside.request('POST', `/api/undo/${undo_id}`)).status).toBe(200)
  })

  it('lets a lead change the own team, and nobody else', async () => {
    const teams = `/api/organizations/${organization}/teams/${team.id}/members` as const
    const add = (by: typeof inside, lead?: boolean) =>
      by.request('PUT', `${teams}/${outside.id}`, { body: lead === undefined ? {} : { is_lead: lead } })
    expect((await add(inside)).code).toBe('insufficient_role')
    await owner.request('PUT', `${teams}/${inside.id}`, { body: { is_lead: true } })
    expect((await add(inside, true)).code).toBe('insufficient_role')
    expect((await add(inside)).status).toBe(204)
    expect((await outside.request('GET', `/api/projects/${app.project.id}`)).status).toBe(200)
    expect((await inside.request('DELETE', `${teams}/${outside.id}`)).status).toBe(204)
    expect((await outside.request('GET', `/api/projects/${app.project.id}`)).status).toBe(404)
  })
})

describe('a required second factor', () => {
  it('hides everything until it is there, and cannot lock out its author', async () => {
    const app = await newReporter(server)
    const organization = await organizationOf(app.session)
    const at = `/api/organizations/${organization}` as const
    const change = () => app.session.request('PATCH', at, { body: { require_totp: true } })
    expect((await change()).status).toBe(422)
    await server.database.pool.query(
      `insert into totp_factors (user_id, sealed_secret, confirmed_at)
       select u.id, '', now() from users u where u.email = $1`,
      [app.session.email],
    )
    const member = await join(server, { owner: app.session, organization, role: 'member' })
    expect((await member.request('GET', `/api/projects/${app.project.id}`)).status).toBe(200)
    expect((await change()).status).toBe(200)
    expect((await member.request('GET', `/api/projects/${app.project.id}`)).status).toBe(404)
    expect((await member.me()).organizations.at(-1)).toMatchObject({ id: organization, lacks_totp: true })
    expect((await member.request('GET', at)).status).toBe(200)
    expect((await app.session.request('GET', `/api/projects/${app.project.id}`)).status).toBe(200)
    expect((await member.request('POST', `${at}/leave`)).status).toBe(204)
  })
})

describe('a token of an organization', async () => {
  const app = await newReporter(server)
  const organization = await organizationOf(app.session)
  const admin = await join(server, { owner: app.session, organization, role: 'admin' })
  const scopes = ['project:read', 'artifact:write', 'issue:read'] as const
  const path = `/api/organizations/${organization}/tokens` as const
  const { organization_token: made, token } = (await admin.request('POST', path, { body: { name: 'CI', scopes } })).body

  it('reads the projects of the organization, and no others', async () => {
    await newReporter(server)
    const { projects } = (await server.request('GET', '/api/projects', { token })).body
    expect(projects.map(({ id }: { id: string }) => id)).toEqual([app.project.id])
    expect((await server.request('GET', '/api/views', { token })).body.views).toEqual([])
    const upload = await server.request('PUT', `/api/projects/${app.project.id}/releases/1.0`, { token, body: {} })
    expect(upload.status).toBe(200)
  })

  it('can do nothing that needs a person', async () => {
    for (const [method, url] of [
      ['GET', '/api/auth/me'],
      ['GET', `/api/organizations/${organization}/members`],
      ['DELETE', `/api/projects/${app.project.id}`],
    ] as const)
      expect((await server.raw(method, url, { token })).code).toBe('insufficient_scope')
    expect((await admin.raw('POST', path, { body: { name: 'x', scopes: ['issue:write'] } })).status).toBe(422)
  })

  it('outlives the membership of its author, and ends when it is deleted', async () => {
    await app.session.request('DELETE', `/api/organizations/${organization}/members/${admin.id}`)
    expect((await server.request('GET', '/api/projects', { token })).status).toBe(200)
    const { tokens } = (await app.session.request('GET', path)).body
    expect(tokens).toMatchObject([{ id: made.id, last4: token.slice(-4), scopes, created_by: { id: admin.id } }])
    expect((await app.session.request('DELETE', `${path}/${made.id}`)).status).toBe(204)
    expect((await server.request('GET', '/api/projects', { token })).status).toBe(401)
  })
})

describe('the audit trail of an organization', async () => {
  const app = await newReporter(server)
  const owner = app.session
  const organization = await organizationOf(owner)
  const at = `/api/organizations/${organization}/audit` as const
  const member = await join(server, { owner, organization, role: 'member' })
  await owner.request('PATCH', `/api/organizations/${organization}/members/${member.id}`, { body: { role: 'admin' } })
  await createTeam(owner, organization, { name: '=Web', members: [member.id], projects: [app.project.id] })
  const { issue_id } = await app.readEvent((await app.report()).event_id)
  await owner.request('POST', `/api/projects/${app.project.id}/regenerate`, { body: {} })
  await owner.request('DELETE', `/api/issues/${issue_id}`)
  const dsn = await owner.request('POST', `/api/projects/${app.project.id}/dsn-keys`, { body: { label: 'Web' } })
  await owner.request('DELETE', `/api/projects/${app.project.id}/dsn-keys/${dsn.body.id}`)
  const choices = { project: { new_issues: 'off' }, own: { regressed_issues: 'off' } } as const
  await owner.request('PATCH', `/api/projects/${app.project.id}/notifications`, { body: choices })

  it('says who did what, from where', async () => {
    const { entries } = (await owner.request('GET', at)).body
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'notifications.changed',
      'dsn_key.revoked',
      'dsn_key.created',
      'issue.deleted',
      'ingest_token.regenerated',
      'team.project_added',
      'team.member_added',
      'team.created',
      'member.role_changed',
      'member.joined',
      'member.invited',
      'project.created',
    ])
    const { id, name } = await owner.me()
    expect(entries[0]).toMatchObject({ actor: { kind: 'user', id, name }, address: expect.any(String) })
    expect(entries[8]!.details).toEqual({ user: expect.any(String), from: 'member', to: 'admin' })
    expect(JSON.stringify(entries)).not.toMatch(/bgl_|token=/)
  })

  it('is filtered by actor, action and time, and paged', async () => {
    const actions = async (query: string) =>
      (await owner.request('GET', `${at}?${query}`)).body.entries.map(({ action }: { action: string }) => action)
    expect(await actions(`actor=${member.id}`)).toEqual(['member.joined'])
    expect(await actions('action=team')).toHaveLength(3)
    expect(await actions('action=team.created')).toEqual(['team.created'])
    expect(await actions(`to=${new Date(0).toISOString()}`)).toEqual([])
    const first = (await owner.request('GET', `${at}?limit=4`)).body
    const second = (await owner.request('GET', `${at}?limit=100&cursor=${first.next_cursor}`)).body
    expect([first.entries.length, second.entries.length]).toEqual([4, 8])
  })

  it('is exported as CSV that no spreadsheet runs', async () => {
    const headers = { authorization: `Bearer ${owner.token}` }
    const text = await (await fetch(`${server.url}${at}.csv?action=team.created`, { headers })).text()
    const [head, line, end] = text.split('\r\n')
    expect([head, end]).toEqual(['id,time,action,actor_kind,actor_id,actor_name,address,device,details', ''])
    expect(line).toContain('team.created,user,')
    expect(line).toContain('"{""team"":""=Web""}"')
  })

  it('is for owners and admins', async () => {
    expect((await member.request('GET', at)).status).toBe(200)
    const viewer = await join(server, { owner, organization, role: 'viewer' })
    expect((await viewer.request('GET', at)).code).toBe('insufficient_role')
    expect((await (await server.register()).request('GET', at)).status).toBe(404)
  })
})
