import { type ChangeMailTimesBody, type MailTimesResponse, parsePlainId } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { join, organizationOf } from './organization.ts'
import { digested, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

const server = await startServer({
  digest: true,
  env: { BUGLE_ISSUE_MAIL_DELAY: '1s', BUGLE_ISSUE_MAIL_PACE: '1s', BUGLE_ALERT_DELAY: '1s' },
})
const { pool, accounts } = server.database
const hour = 3_600_000

/** A time of day in UTC, so many hours from now. */
const clock = (hours: number) => new Date(Date.now() + hours * hour).toISOString().slice(11, 16)
const quietNow = { from: clock(-1), to: clock(2), time_zone: 'UTC' }
const setTimes = ({ request }: Session, body: ChangeMailTimesBody) => request('PATCH', '/api/me/mail-times', { body })
const mailsAbout = ({ email }: Session, part: string) =>
  server.mailsTo(email).filter(({ subject, text }) => `${subject} ${text}`.includes(part))
const mailed = (session: Session, part: string) =>
  until(
    async () => mailsAbout(session, part),
    (mails) => mails.length > 0,
  )

interface Team {
  app: Reporter
  owner: Session
  /** In her quiet hours. */
  ann: Session & { id: string }
  ben: Session & { id: string }
}

/** A project of three people who want mails. */
async function newTeam(): Promise<Team> {
  const app = await newReporter(server)
  const owner = app.session
  const organization = await organizationOf(owner)
  const ann = await join(server, { owner, organization, role: 'member' })
  const ben = await join(server, { owner, organization, role: 'member' })
  await pool.query('update users set email_confirmed_at = now() where email_confirmed_at is null')
  for (const { request } of [ann, ben])
    await request('PATCH', `/api/projects/${app.project.id}/notifications`, {
      body: { own: { new_issues: 'on', regressed_issues: 'on' } },
    })
  expect((await setTimes(ann, { quiet_hours: quietNow })).status).toBe(200)
  return { app, owner, ann, ben }
}

const report = ({ app }: Team, name: string) =>
  app.report({ exception_type: name, message: 'x', stack: `${name}: x\n    at ${name} (/srv/${name}.js:1:1)` })
const heldOf = async ({ app }: Team) =>
  (await pool.query('select from pending_notifications where is_held and project_id = $1', [numberOf(app)])).rowCount

describe('quiet hours', () => {
  it('hold mails about issues, and one mail follows with what is still open', async () => {
    const team = await newTeam()
    const { ann, ben } = team
    const lasting = await report(team, 'LastingError')
    await mailed(ben, 'LastingError')
    const settled = await report(team, 'SettledError')
    await mailed(ben, 'SettledError')
    await report(team, 'SecondError')
    await mailed(ben, 'SecondError')
    await ben.request('PATCH', `/api/issues/${settled.issue_id}`, { body: { status: 'resolved' } })
    expect([mailsAbout(ann, 'Error'), await heldOf(team)]).toEqual([[], 3])
    const before = server.mailsTo(ben.email).length
    // Nothing is due yet for somebody whose quiet hours have only become longer.
    await setTimes(ann, { quiet_hours: { ...quietNow, to: clock(3) } })
    await until(
      () => heldOf(team),
      (held) => held === 2,
    )
    expect(mailsAbout(ann, 'Error')).toEqual([])
    await setTimes(ann, { quiet_hours: null })
    const [mail, ...more] = await mailed(ann, 'LastingError')
    expect(mail!.subject).toContain('2 new issues')
    expect([mail!.text.includes('SecondError'), mail!.text.includes('SettledError')]).toEqual([true, false])
    expect(mail!.text).toContain(lasting.issue_id)
    expect([more, await heldOf(team), server.mailsTo(ben.email).length]).toEqual([[], 0, before])
  })

  it('hold no mail of an urgent rule', async () => {
    const team = await newTeam()
    const organization = await organizationOf(team.owner)
    const { status } = await team.owner.request('POST', `/api/organizations/${organization}/alert-rules`, {
      body: { name: 'Now', triggers: ['issue.new'], channel_ids: [], people: ['members'], is_urgent: true },
    })
    expect(status).toBe(201)
    await report(team, 'BurningError')
    await mailed(team.ann, 'BurningError')
    expect(await heldOf(team)).toBe(0)
  })

  it('hold mails about what somebody was assigned, and none about the account', async () => {
    const team = await newTeam()
    const { ann, owner } = team
    const { issue_id } = await report(team, 'AssignedError')
    await digested(server)
    await owner.request('PATCH', `/api/issues/${issue_id}`, { body: { assignee_id: ann.id } })
    const jobs = () =>
      pool.query<{ minutes: number }>(
        `select extract(epoch from due_at - now()) / 60 as minutes from jobs where kind = 'assigned_mail' and payload ->> 'userId' = $1`,
        [parsePlainId('usr', ann.id)],
      )
    const { rows } = await until(jobs, (found) => found.rows.length > 0)
    expect(Number(rows[0]!.minutes)).toBeGreaterThan(60)
    await server.request('POST', '/api/auth/password/forgot', { body: { email: ann.email } })
    await mailed(ann, 'password')
    expect(mailsAbout(ann, 'AssignedError')).toEqual([])
  })

  it('are shown as they were set, and end', async () => {
    const { ann } = await newTeam()
    expect((await ann.request('GET', '/api/me/mail-times')).body).toEqual({
      times: { quiet_hours: { ...quietNow, days: null }, digest: null },
    })
    expect((await setTimes(ann, { quiet_hours: null })).body.times.quiet_hours).toBeNull()
  })

  it.each([
    ['quiet_hours.time_zone', { quiet_hours: { ...quietNow, time_zone: 'Mars/Olympus' } }],
    ['quiet_hours.from', { quiet_hours: { ...quietNow, from: '25:00' } }],
    ['digest.time_zone', { digest: { every: 'daily', time_zone: 'Mars/Olympus' } }],
    ['digest.every', { digest: { every: 'hourly', time_zone: 'UTC' } }],
  ])('and digests refuse a wrong %s', async (field, body) => {
    const { status, errors } = await setTimes((await newReporter(server)).session, body as ChangeMailTimesBody)
    expect([status, Object.keys(errors ?? {})]).toEqual([422, expect.arrayContaining([field])])
  })
})

describe('digests', () => {
  const due = (minutesAgo: number) =>
    pool.query(
      `update mail_times set digest_due_at = now(), digest_from = now() - make_interval(mins => $1) where digest is not null`,
      [minutesAgo],
    )
  const daily = { every: 'daily', time_zone: 'Europe/Berlin' } as const
  const waiting = async () => (await accounts.query("select from jobs where kind = 'digest_mail'")).rowCount

  it('say once what happened in each project, and who resolved it', async () => {
    const team = await newTeam()
    const { app, ben } = team
    const { body } = await setTimes(ben, { digest: daily })
    const at = new Date(body.times.digest!.next_at)
    expect(new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(at)).toBe('09:00')
    await app.report({ exception_type: '<b>Hostile</b>Error', message: 'see https://evil.example', user: { id: 'u' } })
    const { issue_id } = await report(team, 'DoneError')
    await digested(server)
    await ben.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } })
    await until(
      async () =>
        (
          await pool.query('select sum(event_count)::int as n from project_hourly where project_id = $1', [
            numberOf(app),
          ])
        ).rows[0].n,
      (events) => events === 2,
    )
    await due(10)
    const [mail, ...more] = await mailed(ben, 'daily digest')
    expect([more, mail!.subject]).toEqual([[], expect.stringMatching(/^Yesterday in .*: 2 new issues, 0 regressed$/)])
    for (const part of ['Events: 2', 'New issues: 2', 'Resolved: 1: ', 'Hostile', '1 event · 1 person'])
      expect(mail!.text).toContain(part)
    expect(mail!.text).not.toContain('https://evil.example')
    expect([mail!.text.includes('<b>Hostile'), mail!.html.includes('<b>Hostile')]).toEqual([true, false])
  })

  it('do not come when nothing happened, and come again a day later', async () => {
    const session = (await newReporter(server)).session
    await pool.query('update users set email_confirmed_at = now() where email_confirmed_at is null')
    await setTimes(session, { digest: { every: 'weekly', time_zone: 'UTC' } })
    await due(10)
    const times = () => session.get('/api/me/mail-times')
    const nextOf = (answer: MailTimesResponse) => answer.times.digest!.next_at
    const next = nextOf(await until(times, (answer) => new Date(nextOf(answer)) > new Date()))
    expect([new Date(next).getUTCDay(), next.slice(11)]).toEqual([1, '09:00:00.000Z'])
    await until(waiting, (jobs) => jobs === 0)
    expect(mailsAbout(session, 'digest')).toEqual([])
  })

  it('end with a link, without a login', async () => {
    const team = await newTeam()
    await setTimes(team.ben, { digest: daily })
    await report(team, 'LinkedError')
    await digested(server)
    await due(10)
    const [mail] = await mailed(team.ben, 'daily digest')
    const token = /unsubscribe#token=(\S+)/.exec(mail!.text)![1]!
    expect((await server.request('POST', '/unsubscribe', { body: { token } })).status).toBe(204)
    expect((await team.ben.request('GET', '/api/me/mail-times')).body).toMatchObject({ times: { digest: null } })
  })

  it('say nothing of a project that somebody no longer sees', async () => {
    const team = await newTeam()
    await setTimes(team.ben, { digest: daily })
    await report(team, 'HiddenError')
    await digested(server)
    const organization = await organizationOf(team.owner)
    await team.owner.request('DELETE', `/api/organizations/${organization}/members/${team.ben.id}`)
    await due(10)
    await until(
      async () => (await pool.query('select from mail_times where digest_due_at <= now()')).rowCount,
      (late) => late === 0,
    )
    await until(waiting, (jobs) => jobs === 0)
    expect(mailsAbout(team.ben, 'digest')).toEqual([])
  })
})
