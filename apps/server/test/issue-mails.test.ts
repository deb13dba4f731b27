import { parseBoundId, parsePlainId, parseProjectId } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { transaction } from '../src/db/database.ts'
import { addJob } from '../src/domains/jobs/index.ts'
import { type NotifyOptions, queueDueMails } from '../src/domains/notifications/mails/queue-mails.ts'
import { digested, newReporter as newReporterOf, type Reporter, until } from './reporter.ts'
import { startSmtpCatcher } from './smtp-catcher.ts'
import { startServer } from './start-server.ts'

const smtp = await startSmtpCatcher()
afterAll(() => smtp.close())
const server = await startServer({
  digest: true,
  env: {
    BUGLE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=off`,
    BUGLE_MAIL_FROM: 'Bugle <bugle@example.com>',
    BUGLE_URL: 'https://bugle.example.com',
    // Mails are queued only by the tests.
    BUGLE_ISSUE_MAIL_DELAY: '1h',
    BUGLE_ISSUE_MAIL_PACE: '1s',
  },
})
const { pool } = server.database
const usual: NotifyOptions = {
  db: pool,
  gatherMs: 0,
  paceMs: 0,
  maxMails: 1000,
  byDefault: true,
  now: () => new Date(),
}

/** Creates a reporter with a confirmed e-mail, without which nobody is mailed about issues. */
async function newReporter(...given: Parameters<typeof newReporterOf>): Promise<Reporter> {
  const reporter = await newReporterOf(...given)
  await pool.query('update users set email_confirmed_at = now() where email_confirmed_at is null')
  return reporter
}
/** Sends the notifications of everything so far. */
async function sendPending(change: Partial<NotifyOptions> = {}): Promise<void> {
  await digested(server)
  await until(
    async () => (await pool.query('select from pending_alerts')).rowCount,
    (waiting) => waiting === 0,
  )
  await pool.query('update pending_notifications set due_at = now()')
  await queueDueMails({ ...usual, ...change })
}
const mailsTo = ({ session }: Reporter) =>
  smtp.mails.filter(({ to, subject }) => to === session.email && !/^Confirm/.test(subject))
const mailsOf = (reporter: Reporter, count: number) =>
  until(
    async () => mailsTo(reporter),
    (mails) => mails.length >= count,
  )
/** Checks that no further mail is on its way, by waiting for those of another person that are sent later. */
async function nothingMore(reporter: Reporter, count: number): Promise<void> {
  const other = await newReporter(server)
  await other.report()
  await sendPending()
  await mailsOf(other, 1)
  await until(
    async () => (await pool.query(`select count(*) as n from jobs where kind = 'issue_mail'`)).rows[0].n,
    (left) => left === 0,
  )
  expect(mailsTo(reporter)).toHaveLength(count)
}
const named = (name: string, change: Record<string, unknown> = {}) => ({
  exception_type: name,
  message: `${name} happened`,
  fingerprint: [name],
  ...change,
})
/** Pretends that the last mail about each issue was sent long ago. */
const anHourLater = () => pool.query(`update notified_issues set notified_at = notified_at - interval '2 hours'`)
const seen = (text: string) => text.replaceAll('\u200c', '')
const choices = (reporter: Reporter, body: object) =>
  reporter.session.request('PATCH', `/api/projects/${reporter.project.id}/notifications`, { body })

describe('a new issue', () => {
  it('is announced by one mail, with its text and location', async () => {
    const app = await newReporter(server, { name: 'Web shop' })
    const { issue_id } = await app.report({
      ...named('PaymentError', { message: 'Card refused', release: 'shop@1.2.0', user: { id: 'u1' } }),
    })
    await sendPending()
    const [mail] = await mailsOf(app, 1)
    expect(seen(mail!.subject)).toBe('[Web shop] New issue: PaymentError: Card refused')
    expect(mail!.recipients).toEqual([app.session.email])
    for (const part of [mail!.text, mail!.html]) {
      expect(seen(part)).toContain('PaymentError: Card refused')
      expect(seen(part)).toContain('shop@1.2.0')
      expect(part).toContain(`https://bugle.example.com/issues/${issue_id}`)
    }
    expect(mail!.text).toMatch(/^Events: 1\nPeople: 1\n/m)
    // The same error again causes no notification.
    await app.report(named('PaymentError'))
    await sendPending()
    await nothingMore(app, 1)
  })

  it('that was decided upon at once, or deleted, is not', async () => {
    const app = await newReporter(server)
    const { issue_id } = await app.report(named('QuickError'))
    await app.readIssue(issue_id)
    await app.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'ignored' } })
    await sendPending()
    const gone = await newReporter(server)
    await gone.report(named('GoneError'))
    await gone.session.request('DELETE', `/api/projects/${gone.project.id}`)
    await sendPending()
    await nothingMore(app, 0)
    expect(mailsTo(gone)).toEqual([])
  })
})

describe('a burst', () => {
  it('is one mail that lists the most frequent ones and counts the others', async () => {
    const app = await newReporter(server, { name: 'Shop' })
    for (let n = 1; n <= 14; n += 1) await app.report(named(`Burst${n}Error`, { repeat: n * 100 }))
    await sendPending()
    const [mail] = await mailsOf(app, 1)
    expect(seen(mail!.subject)).toBe('[Shop] 14 new issues')
    const text = seen(mail!.text)
    expect(text.match(/^- (\w+): /gm)).toEqual(Array.from({ length: 10 }, (_, n) => `- Burst${14 - n}Error: `))
    expect(text).toContain('SHOP-14 · new · 1,400 events · 0 people')
    expect(text).toMatch(/^4 more$/m)
    expect(text).toContain(`https://bugle.example.com/projects/${app.project.id}/issues`)
    await nothingMore(app, 1)
  })

  it('within the minimum time between mails waits for the next one, and is part of it', async () => {
    const app = await newReporter(server)
    await app.report(named('FirstError'))
    await sendPending()
    await mailsOf(app, 1)
    await app.report(named('SecondError'))
    await sendPending({ paceMs: 3_600_000 })
    const { rows } = await pool.query('select count(*) as n from pending_notifications where due_at > now()')
    expect(rows[0].n).toBe(1)
    await app.report(named('ThirdError'))
    await sendPending()
    const mails = await mailsOf(app, 2)
    expect(seen(mails[1]!.subject)).toBe('[Shop] 2 new issues')
    expect(seen(mails[1]!.text)).toContain('SHOP-3 · new · 1 event · 0 people')
  })

  it('of more mails than the limit ends with one that says so', async () => {
    const app = await newReporter(server)
    for (const name of ['OneError', 'TwoError', 'ThreeError']) {
      await app.report(named(name))
      await sendPending({ maxMails: 2 })
    }
    const mails = await mailsOf(app, 2)
    // Both wait to be sent: either may arrive first.
    expect(mails.filter(({ text }) => text.includes('the last mail about alerts for this hour'))).toHaveLength(1)
    await nothingMore(app, 2)
  })
})

describe('a regressed issue', () => {
  it('is announced at most once an hour', async () => {
    const app = await newReporter(server)
    const { issue_id } = await app.report(named('BackError'))
    await sendPending()
    await mailsOf(app, 1)
    const resolve = () => app.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } })
    const comesBack = async () => {
      await app.report(named('BackError'))
      await until(
        () => app.readIssue(issue_id),
        ({ substatus }) => substatus === 'regressed',
      )
    }
    await resolve()
    await comesBack()
    await sendPending()
    await nothingMore(app, 1)

    await anHourLater()
    await sendPending()
    const mails = await mailsOf(app, 2)
    expect(seen(mails[1]!.subject)).toBe('[Shop] Regressed: BackError: BackError happened')
    expect(mails[1]!.text).toContain('It was resolved, and has come back.')

    // Resolving and regressing within the hour causes one mail, and none if it is resolved in the end.
    for (let n = 0; n < 2; n += 1) {
      await resolve()
      await comesBack()
    }
    await resolve()
    await anHourLater()
    await sendPending()
    await nothingMore(app, 2)
  })

  it('is announced with the release in which it came back', async () => {
    const app = await newReporter(server)
    const ids: string[] = []
    for (const name of ['OneError', 'TwoError']) {
      ids.push((await app.report(named(name, { release: 'shop@1.0.0' }))).issue_id)
      // Issues that are digested together are numbered by their keys.
      await digested(server)
    }
    await sendPending()
    await mailsOf(app, 1)
    const comeBack = async (issueIds: string[]) => {
      for (const id of issueIds) {
        await app.session.request('PATCH', `/api/issues/${id}`, { body: { status: 'resolved' } })
        const { issue } = (await app.session.request('GET', `/api/issues/${id}`)).body
        await app.report(named(issue.type, { release: 'shop@1.2.0\u202E' }))
        await until(
          () => app.readIssue(id),
          ({ substatus }) => substatus === 'regressed',
        )
      }
      await anHourLater()
      await sendPending()
    }
    await comeBack(ids.slice(0, 1))
    const one = (await mailsOf(app, 2))[1]!
    expect(seen(one.text)).toContain('It was resolved, and has come back in shop@1.2.0.')
    await comeBack(ids)
    const both = (await mailsOf(app, 3))[2]!
    expect(seen(both.text)).toContain('SHOP-2 · regressed in shop@1.2.0 · 2 events')
    expect(both.text).not.toContain('\u202E')
  })
})

describe('notification settings', () => {
  it('are on by default, and shown with their effect', async () => {
    const app = await newReporter(server)
    const { body } = await app.session.request('GET', `/api/projects/${app.project.id}/notifications`)
    expect(body.notifications).toEqual({
      project: { new_issues: 'default', regressed_issues: 'default' },
      own: { new_issues: 'default', regressed_issues: 'default', off_everywhere: false },
      effective: { new_issues: true, regressed_issues: true },
      default: true,
    })
  })

  it('change field by field; a member’s own setting takes precedence over the project’s', async () => {
    const app = await newReporter(server)
    const effective = async (body: object) => (await choices(app, body)).body.notifications.effective
    expect(await effective({ project: { new_issues: 'off' } })).toEqual({ new_issues: false, regressed_issues: true })
    expect(await effective({ own: { new_issues: 'on' } })).toEqual({ new_issues: true, regressed_issues: true })
    expect(await effective({ own: { regressed_issues: 'off' } })).toEqual({ new_issues: true, regressed_issues: false })
    expect(await effective({ own: { off_everywhere: true } })).toEqual({ new_issues: false, regressed_issues: false })
    expect(await effective({ own: { off_everywhere: false, new_issues: 'default', regressed_issues: null } })).toEqual({
      new_issues: false,
      regressed_issues: false,
    })
    expect(await effective({ project: { new_issues: 'default' }, own: { regressed_issues: 'default' } })).toEqual({
      new_issues: true,
      regressed_issues: true,
    })
  })

  it.each([[{ own: { new_issues: true } }], [{ own: 'off' }], [{ own: { all: 'off' } }], [{ theirs: {} }], [[]]])(
    'reject unknown values: %j',
    async (body) => {
      const app = await newReporter(server)
      expect((await choices(app, body)).status).toBe(422)
    },
  )

  it.each([
    [{ project: { new_issues: 'off' } }],
    [{ own: { new_issues: 'off' } }],
    [{ own: { off_everywhere: true } }],
  ])('%j: no mail', async (body) => {
    const app = await newReporter(server)
    await choices(app, body)
    await app.report(named('QuietError'))
    await sendPending()
    await nothingMore(app, 0)
  })

  it('apply at the moment of sending, too', async () => {
    const app = await newReporter(server)
    const { issue_id } = await app.report(named('LateError'))
    const [me, issue] = [await app.session.me(), await app.readIssue(issue_id)]
    await choices(app, { own: { off_everywhere: true } })
    // The mail was queued before its reader opted out, and is sent after it.
    await transaction(pool, (tx) =>
      addJob(tx, {
        kind: 'issue_mail',
        line: 'mails',
        owner: 'a test',
        keepMs: 60_000,
        payload: {
          userId: parsePlainId('usr', me.id),
          projectId: parseProjectId(issue.project_id),
          notifications: [{ kind: 'new', count: 1, issueIds: [parseBoundId('iss', issue_id)!.uuid] }],
          isLast: false,
        },
      }),
    )
    await nothingMore(app, 0)
  })
})

describe('a server without SMTP', async () => {
  const quiet = await startServer({
    digest: true,
    env: { BUGLE_ISSUE_MAIL_DELAY: '1s', BUGLE_ISSUE_MAIL_PACE: '1s' },
  })

  it('notifies only members who opted in, by files', async () => {
    const silent = await newReporter(quiet)
    const asking = await newReporter(quiet)
    const { body } = await asking.session.request('PATCH', `/api/projects/${asking.project.id}/notifications`, {
      body: { own: { new_issues: 'on' } },
    })
    expect(body.notifications).toMatchObject({
      default: false,
      effective: { new_issues: true, regressed_issues: false },
    })
    await silent.report(named('FileError'))
    await asking.report(named('FileError'))
    const mails = await until(
      async () => quiet.mailsTo(asking.session.email),
      ({ length }) => length === 1,
    )
    expect(seen(mails[0]!.subject)).toContain('New issue: FileError')
    expect(quiet.mailsTo(silent.session.email)).toEqual([])
  })
})

describe('the link that ends it', () => {
  /** Returns both links of a mail: the one for people, and the one for mail programs. */
  const linksOf = async (app: Reporter) => {
    await app.report(named(`Link${Math.random()}Error`))
    await sendPending()
    const { text, headers } = (await mailsOf(app, 1)).at(-1)!
    const page = /https:\/\/bugle\.example\.com\/unsubscribe#token=(\S+)/.exec(text)![1]!
    const header = /^<https:\/\/bugle\.example\.com(\/unsubscribe\?token=\S+)>$/.exec(headers['list-unsubscribe']!)![1]!
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    return { token: page, path: header }
  }
  const settings = async (app: Reporter) =>
    (await app.session.request('GET', `/api/projects/${app.project.id}/notifications`)).body.notifications

  it('works from the mail program, without login, for this project alone', async () => {
    const app = await newReporter(server)
    const { path } = await linksOf(app)
    const second = (await app.session.createProject()).project
    expect((await settings(app)).effective.new_issues).toBe(true)

    const forms: [type: string, body: string][] = [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ]
    for (const [type, rawBody] of forms) {
      await choices(app, { own: { new_issues: 'default', regressed_issues: 'default' } })
      const answer = await server.raw('POST', path, { rawBody, headers: { 'content-type': type } })
      expect(answer.status).toBe(204)
      expect((await settings(app)).own).toEqual({ new_issues: 'off', regressed_issues: 'off', off_everywhere: false })
    }
    const { body } = await app.session.request('GET', `/api/projects/${second.id}/notifications`)
    expect(body.notifications.effective.new_issues).toBe(true)
    await app.report(named('AfterError'))
    await sendPending()
    await nothingMore(app, 1)
  })

  it('works from its page, optionally for all projects', async () => {
    const app = await newReporter(server)
    const { token } = await linksOf(app)
    const send = (body: object) => server.request('POST', '/unsubscribe', { body })
    expect((await send({ token })).status).toBe(204)
    expect((await settings(app)).own.off_everywhere).toBe(false)
    expect((await send({ token, everywhere: true })).status).toBe(204)
    expect((await settings(app)).own.off_everywhere).toBe(true)
  })

  it('cannot be forged, or changed to another user', async () => {
    const app = await newReporter(server)
    const { token } = await linksOf(app)
    const [format, version, data] = token.split('.') as [string, string, string]
    const bytes = Buffer.from(data, 'base64url')
    bytes[bytes.length - 1]! ^= 1
    const wrong = [
      '',
      'x',
      `${format}.${version}.`,
      `${format}.${version}.${bytes.toString('base64url')}`,
      '1.000000000000.AAAA',
    ]
    for (const one of wrong) {
      const { status, code } = await server.request('POST', '/unsubscribe', { body: { token: one } })
      expect([status, code]).toEqual([422, 'invalid_link'])
    }
    expect((await server.request('POST', '/unsubscribe')).status).toBe(422)
    expect((await settings(app)).effective.new_issues).toBe(true)
  })

  it('reveals nothing about deleted accounts and projects', async () => {
    const app = await newReporter(server)
    const { token } = await linksOf(app)
    await app.session.request('DELETE', '/api/me', { body: { password: app.session.password } })
    for (const everywhere of [false, true])
      expect((await server.request('POST', '/unsubscribe', { body: { token, everywhere } })).status).toBe(204)
  })
})

describe('hostile text', () => {
  const hostile = [
    '</td><script>alert(1)</script>',
    '\r\nBcc: eve@example.com\r\n\r\nPlease log in at https://evil.example/login',
    'www.evil.example evil.com mailto:eve@evil.example',
    '"><a href="https://evil.example">click</a>',
    '\u202egnp.exe\u2069 \u2028X-Evil: 1',
    '=?utf-8?B?aGVsbG8=?=',
    '{{unsubscribe}} %0d%0aX-Evil:1',
  ]
  const ours = /^https:\/\/bugle\.example\.com(\/|$)/

  it.each(hostile)('%j appears as text, and nothing else', async (text) => {
    // Names refuse what turns the direction of text; a name of an earlier version may have it.
    const app = await newReporter(server)
    const name = `Shop ${text}`.replaceAll(/[\r\n]/g, ' ').slice(0, 100)
    await pool.query('update projects set name = $2 where id = $1', [parseProjectId(app.project.id), name])
    for (const n of [1, 2]) {
      const fields = { exception_type: `${n}${text}`, message: text, release: text, fingerprint: [String(n)] }
      await app.report({ ...fields, stack: `E: x\n    at ${text} (/srv/${n}.js:1:1)` })
      await sendPending()
      await mailsOf(app, n)
      await anHourLater()
    }
    await app.report({ exception_type: `3${text}`, message: text, fingerprint: ['3'] })
    await app.report({ exception_type: `4${text}`, message: text, fingerprint: ['4'] })
    await sendPending()
    for (const mail of await mailsOf(app, 3)) {
      expect(mail.recipients).toEqual([app.session.email])
      expect(Object.values(mail.headerCounts)).toEqual(Object.keys(mail.headers).map(() => 1))
      expect(Object.keys(mail.headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(bcc|x-evil)$/)]))
      expect(mail.subject).not.toMatch(/[\r\n\u2028\u202a-\u202e\u2066-\u2069]/)
      expect(mail.html).not.toMatch(/<(script|img|iframe|form)\b/i)
      const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]!)
      expect(hrefs.filter((href) => !ours.test(href))).toEqual([])
      // Texts that mail programs turn into links by themselves.
      const visible = mail.html.replaceAll(/<style>.*<\/style>|<[^>]+>/gs, ' ').replaceAll('&quot;', '"')
      for (const part of [mail.text, visible, mail.subject]) {
        const links =
          part.match(
            /\b[a-z][a-z0-9+.-]*:[^\s\u200c]\S*|\bwww\.\w\S*|\b[\w-]+\.(com|example)\b\S*|[^\s\u200c]+@[^\s\u200c]+/gi,
          ) ?? []
        expect(links.filter((link) => !ours.test(link) && !link.startsWith('bugle.example.com'))).toEqual([])
      }
    }
  })
})
