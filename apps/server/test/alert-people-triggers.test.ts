import { type NewAlertRuleBody, type PushMessage, parseBoundId } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { type AlertTeam, alertTeams, named, rulesOf } from './alert-team.ts'
import { startChannelReceiver } from './channel-receiver.ts'
import { createTeam, join } from './organization.ts'
import { startPushReceiver } from './push-receiver.ts'
import { digested, numberOf, until } from './reporter.ts'
import { type Item, newSentryAppOf } from './sentry-app.ts'
import { startSmtpCatcher } from './smtp-catcher.ts'
import { type Session, startServer } from './start-server.ts'

// Whatever a rule speaks of, its people are notified of it by mail and push, once each.

const service = await startChannelReceiver()
const smtp = await startSmtpCatcher()
const phones = await startPushReceiver()
afterAll(() => Promise.all([service.close(), smtp.close(), phones.close()]))
const server = await startServer({
  digest: true,
  env: {
    BUGLE_OUTGOING_ALLOW: `${service.host},${phones.host}`,
    BUGLE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=off`,
    BUGLE_MAIL_FROM: 'Bugle <bugle@example.com>',
    BUGLE_URL: 'https://bugle.example.com',
    BUGLE_ALERT_DELAY: '1s',
    BUGLE_ALERT_PACE: '1s',
    BUGLE_ISSUE_MAIL_DELAY: '1s',
    BUGLE_ISSUE_MAIL_PACE: '1s',
    BUGLE_ISSUE_MAILS: '4',
    BUGLE_PUSH_DELAY: '1s',
    BUGLE_PUSH_PACE: '1s',
  },
})
const { pool } = server.database
const { newTeam, addRule, judgedAll } = alertTeams(server, service)

const seen = (text: string) => text.replaceAll('\u200c', '')
const mailsTo = ({ email }: Session) =>
  smtp.mails
    .filter(({ to, subject }) => to === email && !/^Confirm|joined/.test(subject))
    .map((mail) => ({ ...mail, subject: seen(mail.subject), text: seen(mail.text) }))
const mailed = (session: Session, count = 1) =>
  until(
    async () => mailsTo(session),
    (mails) => mails.length >= count,
  )
const subjectsOf = (session: Session) => mailsTo(session).map(({ subject }) => subject)

let devices = 0
/** Notifies a session by push. @returns what its device was sent */
async function withDevice(session: Session): Promise<() => PushMessage[]> {
  devices += 1
  const path = `/person-${devices}`
  await session.request('POST', '/api/me/push', { body: { ...phones.subscription(path), details: true } })
  return () => phones.received.filter((one) => one.path === path).map(({ text }) => JSON.parse(text))
}

interface Crew extends AlertTeam {
  ann: Session & { id: string }
  eve: Session & { id: string }
  /** The team of Ann. */
  checkout: string
  addPeopleRule(change: Partial<NewAlertRuleBody>): Promise<void>
}

/** Creates an organization of three without the rule of the first project. */
async function newCrew(): Promise<Crew> {
  const team = await newTeam()
  for (const { id } of (await team.session.get(rulesOf(team))).rules)
    await team.session.request('DELETE', `${rulesOf(team)}/${id}`)
  const invited = { owner: team.session, organization: team.organization, role: 'member' } as const
  const [ann, eve] = [await join(server, invited), await join(server, invited)]
  await pool.query('update users set email_confirmed_at = now() where email_confirmed_at is null')
  const { id: checkout } = await createTeam(team.session, team.organization, { name: 'Checkout', members: [ann.id] })
  const addPeopleRule = async (change: Partial<NewAlertRuleBody>) => {
    await addRule(team, { channel_ids: [], people: [checkout], ...change })
  }
  return { ...team, ann, eve, checkout, addPeopleRule }
}

/** Judges rules about states now, and waits until it is done. */
const judgeStates = async () => {
  await pool.query('update alert_rules set check_at = now() where check_at is not null')
  await until(
    async () => (await pool.query('select from alert_rules where check_at <= now()')).rowCount,
    (due) => due === 0,
  )
}
/** Lets what rests, or waits for the pace, be sent now. */
const releaseAll = async () => {
  await pool.query('update push_subscriptions set next_at = now()')
}
/** Waits until nothing is left to be sent. */
const allSent = () =>
  until(
    async () => {
      const { rows } = await pool.query(
        `select (select count(*) from pending_alerts) + (select count(*) from pending_notifications where due_at <= now())
              + (select count(*) from jobs where kind like '%_mail') as n`,
      )
      return rows[0].n
    },
    (left) => left === 0,
  )

describe('what a rule finds of a project', () => {
  it('is mailed and pushed to its people once, with its rule, a way to mute it and the settings', async () => {
    const crew = await newCrew()
    const pushed = await withDevice(crew.ann)
    const rule = { triggers: ['project.rate' as const], threshold: { count: 3, minutes: 7 } }
    await crew.addPeopleRule({ name: 'Busy', ...rule })
    await crew.report(named('BusyError', { repeat: 3 }))
    await digested(server)
    await judgeStates()
    const [mail] = await mailed(crew.ann)
    expect(mail!.subject).toBe('[Web shop] Many events')
    const { id } = (await crew.session.get(rulesOf(crew))).rules[0]!
    const page = `https://bugle.example.com/organizations/${crew.organization}/alerts#${id}`
    for (const part of [mail!.text, mail!.html.replaceAll('&amp;', '&')]) {
      expect(part).toContain(`https://bugle.example.com/projects/${crew.project.id}/issues`)
      expect(part).toContain(page)
      expect(part).toContain(`${page}/mute`)
      expect(part).toContain(`/projects/${crew.project.id}/settings/notifications`)
    }
    expect(mail!.text).toMatch(/^Rule Busy:$/m)
    expect(mail!.text).toMatch(/^Mute:$/m)
    await until(
      async () => pushed(),
      (messages) => messages.length > 0,
    )
    expect(pushed()).toEqual([
      {
        id: expect.any(Number),
        title: 'Many events in Web shop',
        body: '',
        url: `https://bugle.example.com/m/projects/${crew.project.id}`,
        kind: 'project',
      },
    ])
    // It holds still: nothing more is said.
    await judgeStates()
    await allSent()
    expect([mailsTo(crew.ann).length, pushed().length, subjectsOf(crew.eve)]).toEqual([1, 1, []])
  })

  it('by two rules reaches a person once', async () => {
    const crew = await newCrew()
    const pushed = await withDevice(crew.ann)
    for (const name of ['One', 'Two'])
      await crew.addPeopleRule({
        name,
        triggers: ['release.new'],
        people: name === 'One' ? ['members'] : [crew.checkout],
      })
    await crew.report(named('FirstError', { release: 'shop@1' }))
    await digested(server)
    await judgeStates()
    await mailed(crew.ann)
    await mailed(crew.eve)
    await until(
      async () => pushed(),
      (messages) => messages.length > 0,
    )
    await allSent()
    for (const one of [crew.ann, crew.eve, crew.session])
      expect(subjectsOf(one)).toEqual(['[Web shop] New release: shop@1'])
    expect(pushed().map(({ title, body }) => [title, body])).toEqual([['New release of Web shop', 'shop@1']])
    expect(mailsTo(crew.ann)[0]!.text).toMatch(/^Mute One:$/m)
  })

  it('reaches nobody who wants nothing of the project', async () => {
    const crew = await newCrew()
    const pushed = await withDevice(crew.ann)
    await crew.ann.request('PATCH', `/api/projects/${crew.project.id}/notifications`, {
      body: { own: { new_issues: 'off', regressed_issues: 'off' } },
    })
    await crew.addPeopleRule({ triggers: ['release.new'], people: ['members'] })
    await crew.report(named('FirstError', { release: 'shop@1' }))
    await digested(server)
    await judgeStates()
    await mailed(crew.eve)
    await allSent()
    expect([subjectsOf(crew.ann), pushed()]).toEqual([[], []])
  })

  it('counts among the mails of an hour, of which the last one says so', async () => {
    const crew = await newCrew()
    await crew.addPeopleRule({ triggers: ['release.new'] })
    for (let n = 1; n <= 4; n += 1) {
      await crew.report(named('AnyError', { release: `shop@${n}` }))
      await digested(server)
      await judgeStates()
      await mailed(crew.ann, n)
    }
    await crew.report(named('AnyError', { release: 'shop@5' }))
    await digested(server)
    await judgeStates()
    await until(
      async () => (await pool.query(`select from notified_issues where topic = 'release.new shop@5'`)).rowCount,
      (count) => count === 1,
    )
    await allSent()
    expect(mailsTo(crew.ann).map(({ text }) => text.includes('the last mail about alerts for this hour'))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

describe('a monitor', () => {
  it('is reported when it fails and when it works again, and not at all if both come together', async () => {
    const crew = await newCrew()
    const { post } = await newSentryAppOf(server, crew)
    const pushed = await withDevice(crew.ann)
    const checkIn = (slug: string, status: string): Item => ['check_in', { monitor_slug: slug, status }]
    await crew.addPeopleRule({ triggers: ['monitor.failed', 'monitor.recovered'] })
    await post([checkIn('backup', 'error')])
    await mailed(crew.ann)
    await until(
      async () => pushed(),
      (messages) => messages.length === 1,
    )
    await post([checkIn('backup', 'ok')])
    await mailed(crew.ann, 2)
    await until(
      async () => {
        await releaseAll()
        return pushed()
      },
      (messages) => messages.length === 2,
    )
    expect(subjectsOf(crew.ann)).toEqual([
      '[Web shop] Monitor failed: backup production',
      '[Web shop] Monitor recovered: backup production',
    ])
    expect(pushed().map(({ title, body }) => `${title}: ${body}`)).toEqual([
      'Monitor failed in Web shop: backup production',
      'Monitor recovered in Web shop: backup production',
    ])
    // It fails and recovers within the hour that it rests, and once more between two looks at the queue.
    await post([checkIn('backup', 'error')])
    await until(
      async () => (await pool.query(`select from pending_notifications where kind = 'monitor.failed'`)).rowCount,
      (count) => count === 1,
    )
    await post([checkIn('backup', 'ok')])
    await post([checkIn('backup', 'error'), checkIn('backup', 'ok')])
    await post([checkIn('report', 'error')])
    await mailed(crew.ann, 3)
    await allSent()
    expect(subjectsOf(crew.ann).slice(2)).toEqual(['[Web shop] Monitor failed: report production'])
  })
})

describe('feedback', () => {
  it('is sent in the words of who wrote it, as text', async () => {
    const crew = await newCrew()
    const { post } = await newSentryAppOf(server, crew)
    const pushed = await withDevice(crew.ann)
    await crew.addPeopleRule({ triggers: ['feedback.new'] })
    await post([
      ['feedback', { contexts: { feedback: { message: 'The button at https://evil.example is <b>gone</b>' } } }],
    ])
    const [mail] = await mailed(crew.ann)
    expect(mail!.subject).toBe('[Web shop] Feedback: The button at https://evil.example is <b>gone</b>')
    expect(mail!.html).not.toContain('<b>gone')
    expect(smtp.raw.join()).not.toContain('https://evil.example')
    await until(
      async () => pushed(),
      (messages) => messages.length > 0,
    )
    expect(pushed()[0]).toMatchObject({ title: 'Feedback on Web shop', kind: 'project' })
    expect(pushed()[0]!.body).toContain('The button at')
  })
})

describe('the pace of a rule', () => {
  it('holds for its people, too', async () => {
    const crew = await newCrew()
    const pushed = await withDevice(crew.ann)
    await crew.addPeopleRule({ triggers: ['issue.regressed'], pace_minutes: 5 })
    const { issue_id } = await crew.report(named('PacedError'))
    await digested(server)
    const regress = async () => {
      await crew.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } })
      await crew.report(named('PacedError'))
      await judgedAll()
    }
    await regress()
    await mailed(crew.ann)
    await until(
      () => pool.query('select from pushes where project_id = $1 and sent_at is not null', [numberOf(crew)]),
      ({ rowCount }) => rowCount! > 0,
    )
    await pool.query(`update notified_issues set notified_at = notified_at - interval '6 minutes'`)
    await pool.query(`update pushes set sent_at = sent_at - interval '6 minutes'`)
    await regress()
    await mailed(crew.ann, 2)
    await until(
      async () => {
        await releaseAll()
        return pushed()
      },
      (messages) => messages.length === 2,
    )
  })
})

describe('a decision', () => {
  it('reaches all but who made it, and whoever has a mail of their own about it is not mailed again', async () => {
    const crew = await newCrew()
    const { issue_id } = await crew.report(named('DecidedError'))
    await judgedAll()
    await crew.readIssue(issue_id)
    const pushed = await withDevice(crew.ann)
    await crew.addPeopleRule({
      triggers: ['issue.assigned', 'issue.commented', 'issue.resolved', 'issue.first_in_release'],
      people: ['members'],
    })
    const change = (body: object) => crew.session.request('PATCH', `/api/issues/${issue_id}`, { body })
    await change({ assignee_id: crew.ann.id })
    await mailed(crew.eve)
    await mailed(crew.ann)
    await crew.session.request('POST', `/api/issues/${issue_id}/comments`, { body: { text: 'Mine.' } })
    await mailed(crew.eve, 2)
    await change({ status: 'resolved' })
    await mailed(crew.eve, 3)
    await allSent()
    const text = 'DecidedError: DecidedError happened'
    expect(subjectsOf(crew.eve)).toEqual([
      `[Web shop] Assigned: ${text}`,
      `[Web shop] Comment: ${text}`,
      `[Web shop] Resolved: ${text}`,
    ])
    expect(subjectsOf(crew.session)).toEqual([])
    expect(subjectsOf(crew.ann)).toHaveLength(3)
    expect(subjectsOf(crew.ann)[0]).toMatch(/ assigned WEB.*-1 to you$/)
    await until(
      async () => {
        await releaseAll()
        return pushed().map(({ title }) => title)
      },
      (titles) => titles.includes('Resolved in Web shop') && titles.includes('Assigned in Web shop'),
    )
  })
})

describe('an issue that was merged before it was sent', () => {
  it('is mailed and pushed as the one that it belongs to now, and not again within the hour', async () => {
    const crew = await newCrew()
    const pushed = await withDevice(crew.ann)
    await crew.addPeopleRule({})
    // Nothing is sent yet.
    await pool.query(
      `insert into project_notification_settings (project_id, mailed_at) values ($1, now() + interval '1 day')`,
      [numberOf(crew)],
    )
    await pool.query(`update push_subscriptions set next_at = now() + interval '1 day'`)
    const survivor = await crew.report(named('LastingError'))
    const merged = await crew.report(named('MergedError'))
    const third = await crew.report(named('ThirdError'))
    await judgedAll()
    await until(
      async () => (await pool.query('select from pushes where sent_at is null')).rowCount,
      (count) => count === 3,
    )
    await pool.query('delete from pushes where issue_id = $1', [uuidOf(survivor.issue_id)])
    await pool.query('delete from pending_notifications where issue_id = $1', [uuidOf(survivor.issue_id)])
    await crew.session.request('POST', `/api/issues/${survivor.issue_id}/merge`, {
      body: { ids: [merged.issue_id, third.issue_id] },
    })
    await pool.query('update project_notification_settings set mailed_at = null')
    await pool.query('update pending_notifications set due_at = now()')
    await releaseAll()
    const [mail] = await mailed(crew.ann)
    expect(mail!.subject).toMatch(/New issue: \w+Error/)
    expect(mail!.text).toContain(survivor.issue_id)
    await until(
      async () => pushed(),
      (messages) => messages.length > 0,
    )
    await allSent()
    expect(pushed().map(({ issue }) => issue?.id)).toEqual([survivor.issue_id])
    expect(mailsTo(crew.ann)).toHaveLength(1)
    const ofSurvivor = [uuidOf(survivor.issue_id)]
    // A push is recorded after the phone has it.
    const pushes = await until(
      () => pool.query('select from pushes where issue_id = $1 and sent_at is not null', ofSurvivor),
      ({ rowCount }) => rowCount! > 0,
    )
    const mails = await pool.query('select from notified_issues where issue_id = $1', ofSurvivor)
    expect([pushes.rowCount, mails.rowCount]).toEqual([1, 1])
  })

  it('is assigned and mentioned as the one that it belongs to now', async () => {
    const crew = await newCrew()
    const survivor = await crew.report(named('LastingError'))
    const merged = await crew.report(named('MergedError'))
    await judgedAll()
    await crew.readIssue(merged.issue_id)
    // The mail waits until the issue is merged.
    await pool.query(`
      create function hold_mail() returns trigger language plpgsql
        as $$ begin new.due_at := now() + interval '1 hour'; return new; end $$;
      create trigger hold_mail before insert on jobs for each row when (new.kind = 'mention_mail') execute function hold_mail()`)
    await crew.session.request('POST', `/api/issues/${merged.issue_id}/comments`, {
      body: { text: '@Ann look', mentions: [crew.ann.id] },
    })
    await pool.query('drop function hold_mail cascade')
    await crew.session.request('POST', `/api/issues/${survivor.issue_id}/merge`, { body: { ids: [merged.issue_id] } })
    await pool.query(`update jobs set due_at = now() where kind = 'mention_mail'`)
    const [mail] = await mailed(crew.ann)
    expect(mail!.subject).toMatch(/mentioned you in WEB.*-\d$/)
    expect(mail!.text).toContain(survivor.issue_id)
  })

  it('is judged by the condition of a rule as the one that it belongs to now', async () => {
    const crew = await newCrew()
    await crew.addPeopleRule({ triggers: ['issue.commented'], condition: 'is:assigned', people: ['members'] })
    const survivor = await crew.report(named('LastingError'))
    const merged = await crew.report(named('MergedError'))
    await digested(server)
    await crew.readIssue(merged.issue_id)
    await crew.session.request('PATCH', `/api/issues/${survivor.issue_id}`, { body: { assignee_id: crew.eve.id } })
    await crew.session.request('POST', `/api/issues/${merged.issue_id}/comments`, { body: { text: 'Same.' } })
    await crew.session.request('POST', `/api/issues/${survivor.issue_id}/merge`, { body: { ids: [merged.issue_id] } })
    const [mail] = await mailed(crew.ann)
    expect(mail!.text).toContain(survivor.issue_id)
  })
})

/** The uuid in an id such as `iss_…`, which tables have. */
function uuidOf(id: string): string {
  return parseBoundId('iss', id)!.uuid
}
