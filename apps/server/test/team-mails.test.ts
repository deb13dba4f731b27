import { describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { closeOrganization, createTeam, join, organizationOf } from './organization.ts'
import { digested, newReporter, until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

// Mails and live updates reach people without their asking. A closed team's issues reach nobody else.

const server = await startServer({
  digest: true,
  env: {
    BUGLE_ISSUE_MAIL_DELAY: '1s',
    BUGLE_ISSUE_MAIL_PACE: '1s',
  },
})
const mailsOf = ({ email }: Session) => server.mailsTo(email)
const mailTo = (session: Session, part: string) =>
  until(
    async () => mailsOf(session).find(({ subject }) => subject.includes(part)),
    (mail) => mail !== undefined,
  ).then((mail) => mail!)
const optIn = (session: Session, project: string) =>
  session.request('PATCH', `/api/projects/${project}/notifications`, {
    body: { own: { new_issues: 'on', regressed_issues: 'on' } },
  })

describe('a closed team’s issues', async () => {
  const app = await newReporter(server)
  const owner = app.session
  const organization = await organizationOf(owner)
  const inside = await join(server, { owner, organization, role: 'member' })
  const outside = await join(server, { owner, organization, role: 'member' })
  // While the organization is open, both want mails; then the project becomes the team's.
  await optIn(inside, app.project.id)
  await optIn(outside, app.project.id)
  const view = { name: 'Mine', project_id: app.project.id, filter: {} }
  await outside.request('POST', '/api/views', { body: view })
  const team = await createTeam(owner, organization, {
    name: 'Vault',
    members: [inside.id],
    projects: [app.project.id],
  })
  const bearer = ({ token }: Session) => ({ authorization: `Bearer ${token}` })
  const ofProject = await listen(`${server.url}/api/projects/${app.project.id}/stream`, bearer(outside))
  await closeOrganization(owner, organization)
  await until(async () => ofProject.isOver(), Boolean)
  const [heard, unheard] = [
    await listen(`${server.url}/api/stream`, bearer(inside)),
    await listen(`${server.url}/api/stream`, bearer(outside)),
  ]
  const { issue_id } = await app.report({ exception_type: 'VaultError', message: 'the secret of the vault' })
  await digested(server)

  it('are in no stream but those of its members', async () => {
    const { data } = await heard.take('issue.created')
    expect(data.issue_ids ?? JSON.stringify(data)).toBeDefined()
    await app.session.request('POST', `/api/issues/${issue_id}/comments`, { body: { text: 'noted' } })
    await heard.take('issue.updated')
    // Another project of theirs, so that the stream is known to have moved past all that.
    const own = (await outside.createProject()).ingest_token
    await server.request('POST', '/ingest', {
      headers: { 'x-service-token': own },
      body: { exception_type: 'OwnError', message: 'x', platform: 'ios', app_id: 'com.example.shop' },
    })
    await unheard.take('issue.created')
    expect(JSON.stringify(unheard.messages)).not.toContain(issue_id)
    expect(JSON.stringify(unheard.messages)).not.toContain(app.project.id)
  })

  it('are in no mail but those of its members', async () => {
    expect((await mailTo(inside, 'VaultError')).text).toContain('VaultError')
    // Everything that was due at that moment was mailed in the same round.
    expect(mailsOf(outside).filter(({ text }) => text.includes('Vault'))).toEqual([])
  })

  it('are in no view, list, search, suggestion, undo or export of others', async () => {
    const seen = await Promise.all(
      [
        '/api/views',
        '/api/issues?status=all',
        '/api/issues?status=all&query=VaultError',
        '/api/projects',
        `/api/projects/${app.project.id}/search/values?key=environment`,
        `/api/projects/${app.project.id}/people/u-1`,
        `/api/projects/${app.project.id}/people/u-1/events`,
        `/api/organizations/${organization}/teams`,
      ].map(async (path) => JSON.stringify((await outside.raw('GET', path)).body)),
    )
    for (const text of seen) {
      expect(text).not.toContain('VaultError')
      expect(text).not.toContain(`"${app.project.id}"`)
    }
  })

  it('end for somebody who leaves the team, in the open stream too', async () => {
    const path = `/api/organizations/${organization}/teams/${team.id}/members/${inside.id}` as const
    expect((await owner.request('DELETE', path)).status).toBe(204)
    const before = heard.messages.length
    await app.report({ exception_type: 'AfterError' })
    await digested(server)
    const own = (await inside.createProject()).ingest_token
    await server.request('POST', '/ingest', {
      headers: { 'x-service-token': own },
      body: { exception_type: 'OwnError', message: 'x', platform: 'ios', app_id: 'com.example.shop' },
    })
    await until(
      async () => heard.messages.length,
      (count) => count > before,
    )
    expect(JSON.stringify(heard.messages.slice(before))).not.toContain(`"${app.project.id}"`)
  })
})

describe('mails to a person', async () => {
  const app = await newReporter(server)
  const owner = app.session
  const organization = await organizationOf(owner)
  const member = await join(server, { owner, organization, role: 'member' })
  const { issue_id } = await app.readEvent((await app.report({ message: 'see https://evil.example' })).event_id)
  const assign = (id: string | null) => owner.request('PATCH', `/api/issues/${issue_id}`, { body: { assignee_id: id } })
  const comment = (text: string, mentions?: string[]) =>
    owner.request('POST', `/api/issues/${issue_id}/comments`, { body: { text, ...(mentions && { mentions }) } })

  it('say which issue was assigned, with text of events as text', async () => {
    await assign(member.id)
    const mail = await mailTo(member, 'assigned')
    expect(mail.subject).toContain('Ann assigned')
    expect(mail.text).toContain(`/issues/${issue_id}`)
    expect(mail.text).not.toContain('https://evil.example')
  })

  it('go to every member of a team but the one who assigned it', async () => {
    const other = await join(server, { owner, organization, role: 'member' })
    const { id } = await owner.me()
    const team = await createTeam(owner, organization, { name: 'Web', members: [other.id, id] })
    expect((await assign(team.id)).body.issue.assignee).toEqual({ id: team.id, name: 'Web' })
    await mailTo(other, 'assigned')
    expect(mailsOf(owner).filter(({ subject }) => subject.includes('assigned'))).toEqual([])
    const mine = async (by: Session) =>
      (await by.request('GET', '/api/issues?assignee=me')).body.issues.map((issue: { id: string }) => issue.id)
    expect(await mine(other)).toContain(issue_id)
    expect(await mine(member)).not.toContain(issue_id)
    const named = await owner.request('GET', `/api/issues?assignee=${encodeURIComponent('#web')}`)
    expect(named.body.issues.map((issue: { id: string }) => issue.id)).toEqual([issue_id])
    // A team that ends leaves its issues to nobody.
    await owner.request('DELETE', `/api/organizations/${organization}/teams/${team.id}`)
    expect((await app.readIssue(issue_id)).assignee).toBeNull()
  })

  it('say who mentioned them, and only members who see the project can be mentioned', async () => {
    const stranger = await server.register()
    const { id } = await stranger.me()
    expect((await comment('hello @Ann', [id])).status).toBe(422)
    expect((await comment('please look, @Ann', [member.id])).status).toBe(201)
    const mail = await mailTo(member, 'mentioned')
    expect(mail.text).toContain('please look')
  })

  it('reach the members of a mentioned team who see the project, but the one who wrote', async () => {
    const other = await join(server, { owner, organization, role: 'member' })
    const { id } = await owner.me()
    const team = await createTeam(owner, organization, { name: 'Checkout', members: [other.id, id] })
    const { status, body } = await comment('please look, @Checkout', [team.id])
    expect([status, body.comment.text]).toEqual([201, 'please look, @Checkout'])
    expect((await mailTo(other, 'mentioned')).text).toContain('please look')
    expect(mailsOf(owner).filter(({ subject }) => subject.includes('mentioned'))).toEqual([])
  })

  it('can be turned off, each kind by itself', async () => {
    const off = await member.request('PATCH', '/api/me/mails', { body: { mention: false } })
    expect(off.body.mails).toEqual({
      invitation: true,
      joined: true,
      role_changed: true,
      mention: false,
      assigned: true,
    })
    const count = () => mailsOf(member).filter(({ subject }) => subject.includes('mentioned')).length
    const before = count()
    await comment('again, @Ann', [member.id])
    await assign(null)
    await assign(member.id)
    await until(
      async () => mailsOf(member).filter(({ subject }) => subject.includes('assigned')).length,
      (mails) => mails >= 2,
    )
    expect(count()).toBe(before)
  })

  it('go to the author of an invitation who is accepted, and to a member of another role', async () => {
    await mailTo(owner, 'joined')
    await owner.request('PATCH', `/api/organizations/${organization}/members/${member.id}`, {
      body: { role: 'viewer' },
    })
    expect((await mailTo(member, 'Your role')).text).toContain('a viewer')
  })
})
