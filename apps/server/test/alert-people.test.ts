import { afterAll, describe, expect, it } from 'vitest'
import { alertTeams, channelsOf, named, rulesOf } from './alert-team.ts'
import { startChannelReceiver } from './channel-receiver.ts'
import { createTeam, join, organizationOf } from './organization.ts'
import { newReporter, until } from './reporter.ts'
import { startSmtpCatcher } from './smtp-catcher.ts'
import { startServer } from './start-server.ts'

const service = await startChannelReceiver()
const smtp = await startSmtpCatcher()
afterAll(() => Promise.all([service.close(), smtp.close()]))
const server = await startServer({
  digest: true,
  env: {
    BUGLE_OUTGOING_ALLOW: service.host,
    BUGLE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=off`,
    BUGLE_MAIL_FROM: 'Bugle <bugle@example.com>',
    BUGLE_ALERT_DELAY: '1s',
    BUGLE_ALERT_PACE: '1s',
    BUGLE_ISSUE_MAIL_DELAY: '1s',
    BUGLE_ISSUE_MAIL_PACE: '1s',
  },
})
const { pool } = server.database
const { newTeam, addRule, arrived, logOf, judgedAll } = alertTeams(server, service)

const confirmed = () => pool.query('update users set email_confirmed_at = now() where email_confirmed_at is null')
const mailsTo = (email: string) =>
  smtp.mails.filter(({ to, subject }) => to === email && !/^Confirm|joined/.test(subject))
const mailed = (email: string, count = 1) =>
  until(
    async () => mailsTo(email),
    (mails) => mails.length >= count,
  )
const seen = (text: string) => text.replaceAll('\u200c', '')
/** A team without the rule that its project began with. */
const newTeamWithoutRule = async () => {
  const team = await newTeam()
  const { rules } = (await team.session.request('GET', rulesOf(team))).body
  for (const { id } of rules) await team.session.request('DELETE', `${rulesOf(team)}/${id}`)
  await confirmed()
  return team
}

describe('a project', () => {
  it('begins with a rule that is on, which mails its members of what is new in production', async () => {
    const reporter = await newReporter(server, { name: 'Web shop' })
    await confirmed()
    const organization = await organizationOf(reporter.session)
    const { rules } = await reporter.session.get(`/api/organizations/${organization}/alert-rules`)
    expect(rules).toMatchObject([
      {
        name: 'New in production',
        is_enabled: true,
        triggers: ['issue.new', 'issue.regressed'],
        condition: 'environment:production',
        people: ['members'],
        channel_ids: [],
        project_ids: null,
      },
    ])
    await reporter.report(named('StagingError', { environment: 'staging' }))
    await judgedAll()
    await reporter.report(named('LiveError'))
    const [mail] = await mailed(reporter.session.email)
    expect(seen(mail!.subject)).toBe('[Web shop] New issue: LiveError: LiveError happened')
    expect(seen(mail!.text)).toContain(`Rule New in production:\n`)
    expect(mail!.text).toContain(`/alerts#${rules[0]!.id}`)
  })

  it('is covered by the rule of all projects, or else gets one of its own', async () => {
    const { session } = await newReporter(server)
    const organization = await organizationOf(session)
    const path = `/api/organizations/${organization}/alert-rules` as const
    await session.createProject()
    const [rule] = (await session.get(path)).rules
    const { projects } = await session.get('/api/projects')
    await session.request('PATCH', `${path}/${rule!.id}`, { body: { project_ids: [projects[0]!.id] } })
    const { project } = await session.createProject({ name: 'Third' })
    const { rules } = await session.get(path)
    expect(rules.map(({ name, project_ids }) => [name, project_ids])).toEqual([
      ['New in production', [projects[0]!.id]],
      ['New in production of Third', [project.id]],
    ])
  })

  it('whose rule is off mails nobody', async () => {
    const team = await newTeamWithoutRule()
    await addRule(team)
    await team.report(named('QuietError'))
    await arrived(team.path)
    expect(mailsTo(team.session.email)).toEqual([])
  })
})

describe('a rule', () => {
  it('notifies the assignee and the people of a team, each once, and nobody else', async () => {
    const team = await newTeamWithoutRule()
    const invited = { owner: team.session, organization: team.organization, role: 'member' } as const
    const [ann, bob, eve] = [await join(server, invited), await join(server, invited), await join(server, invited)]
    await confirmed()
    const checkout = await createTeam(team.session, team.organization, { name: 'Checkout', members: [ann.id] })
    const { issue_id } = await team.report(named('BusyError'))
    await judgedAll()
    await team.readIssue(issue_id)
    await team.session.request('PATCH', `/api/issues/${issue_id}`, { body: { assignee_id: bob.id } })
    await addRule(team, {
      triggers: ['issue.events'],
      threshold: { count: 2, minutes: 60 },
      people: ['assignee', checkout.id],
    })
    await addRule(team, {
      name: 'Twice',
      triggers: ['issue.events'],
      threshold: { count: 2, minutes: 60 },
      people: [checkout.id],
    })
    await team.report(named('BusyError'))
    const assigned = (subject: string) => /assigned/.test(subject)
    await mailed(ann.email)
    await mailed(bob.email, 2)
    expect(mailsTo(ann.email).map(({ subject }) => seen(subject))).toEqual([
      '[Web shop] Many events: BusyError: BusyError happened',
    ])
    expect(mailsTo(bob.email).filter(({ subject }) => !assigned(subject))).toHaveLength(1)
    expect(mailsTo(eve.email)).toEqual([])
  })

  it('assigns an issue that nobody has, and leaves the others', async () => {
    const team = await newTeamWithoutRule()
    const ann = await join(server, { owner: team.session, organization: team.organization, role: 'member' })
    await addRule(team, { assign_to: ann.id })
    const { issue_id } = await team.report(named('OwnError'))
    await until(
      () => team.readIssue(issue_id),
      (issue) => issue.assignee?.id === ann.id,
    )
    const { activity } = await team.session.get(`/api/issues/${issue_id}/activity`)
    expect(activity.find(({ kind }) => kind === 'assigned')).toMatchObject({ by: null })
    const stranger = await server.register()
    const body = { assign_to: (await stranger.me()).id }
    const [rule] = (await team.session.get(rulesOf(team))).rules
    const { status, errors } = await team.session.request('PATCH', `${rulesOf(team)}/${rule!.id}`, { body })
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['assign_to']])
  })
})

describe('a channel of kind email', () => {
  it('mails an address, until its reader unsubscribes by the link in the mail', async () => {
    const team = await newTeamWithoutRule()
    const address = `ops-${team.project.id.replace('_', '-')}@example.com`
    const body = { kind: 'email' as const, name: 'Mail', config: { address } }
    const { channel } = (await team.session.request('POST', channelsOf(team), { body })).body
    expect(channel.host).toBe('example.com')
    await addRule(team, { channel_ids: [channel.id] })
    await team.report(named('MailedError'))
    const [mail] = await mailed(address)
    expect(seen(mail!.subject)).toBe('New issue in Web shop: MailedError: MailedError happened')
    const link = /<([^>]+)>/.exec(String(mail!.headers['list-unsubscribe']))![1]!
    const { pathname, search } = new URL(link)
    expect((await server.raw('POST', pathname + search, {})).status).toBe(204)
    const { channels } = await team.session.get(channelsOf(team))
    expect(channels.find(({ id }) => id === channel.id)).toMatchObject({
      state: 'broken',
      failure: 'Its reader has unsubscribed.',
    })
    expect(await logOf(team)).toEqual([])
  })
})
