import type { AuditEntry } from '@bugle/protocol'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { maintain } from './maintain.ts'
import { newReporter, until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

const server = await startServer({
  digest: true,
  env: { BUGLE_URL: 'https://bugle.example.com', BUGLE_TRUST_PROXY: '1' },
})
const { pool, accounts } = server.database

/** Returns the mails to an address, as soon as there are that many. */
const mailsTo = (address: string, count = 1) =>
  until(
    async () => server.mailsTo(address),
    (mails) => mails.length >= count,
  )

/** Resolves when no job is left, so that everything has been sent. */
const allSent = () =>
  until(
    async () => (await accounts.query('select count(*) as n from jobs')).rows[0].n as number,
    (jobs) => jobs === 0,
  )

const tokenIn = (text: string, page: string) => {
  const token = new RegExp(`^https://bugle\\.example\\.com/${page}#token=([\\w-]{43})$`, 'm').exec(text)?.[1]
  if (token === undefined) throw new Error(`no link to ${page} in ${text}`)
  return token
}

const forget = (email: string, headers = {}) =>
  server.request('POST', '/api/auth/password/forgot', { body: { email }, headers })
const reset = (token: string, password: string) =>
  server.request('POST', '/api/auth/password/reset', { body: { token, password } })
const confirm = (token: string) => server.request('POST', '/api/auth/email/confirm', { body: { token } })
const logInStatus = async (email: string, password: string) =>
  (await server.request('POST', '/api/auth/login', { body: { email, password } })).status
const isIn = async (session: Session) => (await session.request('GET', '/api/auth/me')).status === 200

async function resetToken(email: string, count = 1): Promise<string> {
  expect((await forget(email)).status).toBe(202)
  const mails = await mailsTo(email, count)
  return tokenIn(mails.at(-1)!.text, 'reset-password')
}

let people = 0
const newEmail = () => {
  people += 1
  return `own${people}@example.com`
}
const register = () => server.register({ email: newEmail() })

describe('a forgotten password', () => {
  it('does not bypass the second factor', async () => {
    const ann = await server.register()
    const { secret } = (await ann.request('POST', '/api/me/totp', { body: { password: ann.password } })).body
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect((await ann.request('POST', '/api/me/totp/confirm', { body: { code } })).status).toBe(200)
    expect((await reset(await resetToken(ann.email), 'battery staple')).status).toBe(204)
    const body = { email: ann.email, password: 'battery staple' }
    const { status, body: outcome } = await server.request('POST', '/api/auth/login', { body })
    expect([status, outcome]).toEqual([200, { requires_totp: true, totp_token: expect.any(String) }])
  })

  it('is reset through a mailed link, which ends all sessions and sends a notification', async () => {
    const mobile = await register()
    const web = await server.logIn({ ...mobile, kind: 'web' })
    const token = await resetToken(mobile.email)
    expect((await reset(token, 'battery staple')).status).toBe(204)
    expect([await isIn(mobile), await isIn(web)]).toEqual([false, false])
    expect(await logInStatus(mobile.email, mobile.password)).toBe(401)
    expect(await logInStatus(mobile.email, 'battery staple')).toBe(200)
    const [, mail] = await mailsTo(mobile.email, 2)
    expect(mail?.subject).toBe('Your password was changed')
    expect(mail?.text).toContain('was reset. All devices were signed out.')
    expect(mail?.text).toContain('From address: 127.0.0.1')
  })

  it('is mailed to the address as the account has it, whatever case was requested', async () => {
    const { email } = await register()
    await forget(email.toUpperCase())
    expect((await mailsTo(email))[0]?.to).toBe(email)
  })

  it('responds alike for an e-mail without an account, and mails nobody', async () => {
    const { email } = await register()
    const known = await forget(email)
    const unknown = await forget('nobody@example.com')
    expect([known.status, unknown.status]).toEqual([202, 202])
    expect(unknown.body).toEqual(known.body)
    await allSent()
    expect(server.mailsTo('nobody@example.com')).toEqual([])
  })

  it('does the same work for either: one request counted, one job, and the worker looks up the account', async () => {
    const alone = await startServer()
    const { email } = await alone.register()
    const rows = async () => {
      const { rows } = await alone.database.accounts.query(
        'select (select count(*) from jobs) as jobs, (select count(*) from mail_requests) as requests',
      )
      return rows[0]
    }
    const ask = (body: object) => alone.raw('POST', '/api/auth/password/forgot', { body })
    await ask({ email })
    expect(await rows()).toEqual({ jobs: 1, requests: 1 })
    await ask({ email: 'nobody@example.com' })
    expect(await rows()).toEqual({ jobs: 2, requests: 2 })
  })

  it('link works once, also for ten simultaneous requests', async () => {
    const { email } = await register()
    const token = await resetToken(email)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `password number ${n}`)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const { status, code } of answers) if (status !== 204) expect([status, code]).toEqual([422, 'link_expired'])
    const winner = answers.findIndex(({ status }) => status === 204)
    expect(await logInStatus(email, `password number ${winner}`)).toBe(200)
  })

  it('link is invalidated by the next one, after an hour, and by a change of the password', async () => {
    const ann = await register()
    const first = await resetToken(ann.email)
    const second = await resetToken(ann.email, 2)
    expect((await reset(first, 'battery staple')).code).toBe('link_expired')
    await pool.query(`update account_links set expires_at = expires_at - interval '60 minutes' where email is null`)
    expect((await reset(second, 'battery staple')).code).toBe('link_expired')
    const third = await resetToken(ann.email, 3)
    const change = { current_password: ann.password, password: 'battery staple' }
    expect((await ann.request('POST', '/api/me/password', { body: change })).status).toBe(204)
    expect((await reset(third, 'correct horse')).code).toBe('link_expired')
  })

  it('link is not a token of another kind, and only its hash is stored', async () => {
    const { email } = await register()
    const token = await resetToken(email)
    expect((await confirm(token)).code).toBe('link_expired')
    const { rows } = await accounts.query<{ row: string }>(
      'select l::text as row from account_links l union all select j::text from jobs j',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
    for (const wrong of ['', 'x', token.slice(1), `${token}x`, token.toUpperCase()])
      expect((await reset(wrong, 'battery staple')).status).toBe(422)
    expect((await reset(token, 'short')).errors).toHaveProperty('password')
    expect((await reset(token, 'battery staple')).status).toBe(204)
  })

  it('is mailed at most three times an hour, and further requests reveal nothing', async () => {
    const { email } = await register()
    for (let n = 0; n < 5; n += 1) expect((await forget(email)).status).toBe(202)
    await allSent()
    expect(server.mailsTo(email)).toHaveLength(3)
    await pool.query(`update mail_requests set requested_at = requested_at - interval '1 hour'`)
    await forget(email)
    expect(await mailsTo(email, 4)).toHaveLength(4)
  })

  it('can be requested at most twenty times an hour from an address', async () => {
    const beside = await startServer({ beside: server, env: { BUGLE_TRUST_PROXY: '1' }, limits: { mailsAddress: 20 } })
    const headers = { 'x-forwarded-for': '192.0.2.77' }
    const ask = (email: string) => beside.request('POST', '/api/auth/password/forgot', { body: { email }, headers })
    for (let n = 0; n < 20; n += 1) expect((await ask(`many${n}@example.com`)).status).toBe(202)
    const refused = await ask('another@example.com')
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
})

describe('a password', () => {
  it('is changed by a user who knows it; other sessions end, this one stays', async () => {
    const web = await server.register({ email: newEmail(), kind: 'web' })
    const cli = await server.logIn({ ...web, kind: 'cli' })
    const body = { current_password: web.password, password: 'battery staple' }
    expect((await web.request('POST', '/api/me/password', { body })).status).toBe(204)
    expect([await isIn(web), await isIn(cli)]).toEqual([true, false])
    expect(await logInStatus(web.email, web.password)).toBe(401)
    const [mail] = await mailsTo(web.email)
    expect(mail?.subject).toBe('Your password was changed')
    expect(mail?.text).toContain('https://bugle.example.com/forgot-password')
  })

  it('is not changed without knowing it, and guesses count like failed logins', async () => {
    const ann = await register()
    const headers = { 'x-forwarded-for': '192.0.2.78' }
    const change = (current_password: string) =>
      ann.request('POST', '/api/me/password', { body: { current_password, password: 'battery staple' }, headers })
    for (let n = 0; n < 5; n += 1) {
      const { status, code, errors } = await change(`wrong ${n}`)
      expect([status, code, errors]).toEqual([422, 'wrong_password', { current_password: ['is wrong'] }])
    }
    expect((await change(ann.password)).status).toBe(429)
    expect(await isIn(ann)).toBe(true)
  })

  it('must not be a common one, if those are refused; the link stays valid after a refusal', async () => {
    const strict = await startServer({ beside: server, env: { BUGLE_REFUSE_COMMON_PASSWORDS: '1' } })
    const ann = await register()
    const token = await resetToken(ann.email)
    const choose = (password: string) =>
      strict.request('POST', '/api/auth/password/reset', { body: { token, password } })
    const change = { current_password: ann.password, password: 'password1' }
    const refused = [
      await choose('password1'),
      await strict.request('POST', '/api/me/password', { token: ann.token, body: change }),
    ]
    for (const { status, code, errors } of refused)
      expect([status, code, Object.keys(errors!)]).toEqual([422, 'validation_failed', ['password']])
    expect((await choose('battery staple')).status).toBe(204)
  })

  it('is changed once by two simultaneous requests', async () => {
    const ann = await register()
    const change = (password: string) =>
      ann.request('POST', '/api/me/password', { body: { current_password: ann.password, password } })
    const answers = await Promise.all([change('battery staple 1'), change('battery staple 2')])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422])
  })
})

describe('an e-mail address', () => {
  const change = (session: Session, email: string, current_password = session.password) =>
    session.request('POST', '/api/me/email', { body: { current_password, email } })

  it('is changed when the new one is confirmed, and the old one is notified', async () => {
    const ann = await register()
    const email = newEmail()
    const asked = await change(ann, email)
    expect([asked.status, asked.body.message]).toEqual([202, expect.stringContaining(email)])
    const [mail] = await mailsTo(email)
    expect((await ann.me()).email).toBe(ann.email)
    expect(await logInStatus(email, ann.password)).toBe(401)
    expect((await confirm(tokenIn(mail!.text, 'confirm-email'))).status).toBe(204)
    expect((await ann.me()).email).toBe(email)
    expect([await logInStatus(ann.email, ann.password), await logInStatus(email, ann.password)]).toEqual([401, 200])
    const [notice] = await mailsTo(ann.email)
    expect(notice?.subject).toBe('Your e-mail address was changed')
    expect(notice?.text).toContain(`New address: ${email}`)
    expect((await confirm(tokenIn(mail!.text, 'confirm-email'))).code).toBe('link_expired')
  })

  it('link is invalidated by a change of the password, which may lock out the person who requested it', async () => {
    const ann = await register()
    const email = newEmail()
    await change(ann, email)
    const [mail] = await mailsTo(email)
    const body = { current_password: ann.password, password: 'battery staple' }
    expect((await ann.request('POST', '/api/me/password', { body })).status).toBe(204)
    expect((await confirm(tokenIn(mail!.text, 'confirm-email'))).code).toBe('link_expired')
  })

  it('link is invalidated by a later request, after a day, and by a password reset', async () => {
    const ann = await register()
    const [first, second] = [newEmail(), newEmail()]
    await change(ann, first)
    const [toFirst] = await mailsTo(first)
    await change(ann, second)
    const [toSecond] = await mailsTo(second)
    expect((await confirm(tokenIn(toFirst!.text, 'confirm-email'))).code).toBe('link_expired')
    await pool.query(`update account_links set expires_at = expires_at - interval '1 day' where email is not null`)
    expect((await confirm(tokenIn(toSecond!.text, 'confirm-email'))).code).toBe('link_expired')

    const third = newEmail()
    await change(ann, third)
    const [toThird] = await mailsTo(third)
    await reset(await resetToken(ann.email), 'battery staple')
    expect((await confirm(tokenIn(toThird!.text, 'confirm-email'))).code).toBe('link_expired')
  })

  it('cannot be requested with a wrong password, in a wrong format, or if another account has it', async () => {
    const [ann, bob] = [await register(), await register()]
    expect((await change(ann, newEmail(), 'wrong')).code).toBe('wrong_password')
    expect((await change(ann, 'no address')).errors).toHaveProperty('email')
    expect((await change(ann, bob.email.toUpperCase())).code).toBe('email_taken')
    for (const email of ['a@b.com\r\nBcc: eve@example.com', 'a@b.com\n', 'a@b.com,c@d.com', '"a\r\nb"@c.com'])
      expect((await change(ann, email)).status).toBe(422)
  })

  it('taken by another account before its confirmation stays with that account', async () => {
    const ann = await register()
    const email = newEmail()
    await change(ann, email)
    const [mail] = await mailsTo(email)
    await server.register({ email })
    expect((await confirm(tokenIn(mail!.text, 'confirm-email'))).code).toBe('email_taken')
    expect((await ann.me()).email).toBe(ann.email)
  })

  it('gets at most three mails an hour', async () => {
    const ann = await register()
    const email = newEmail()
    for (let n = 0; n < 3; n += 1) expect((await change(ann, email)).status).toBe(202)
    expect((await change(ann, email)).status).toBe(429)
  })
})

it('everything is in the account’s audit trail', async () => {
  const ann = await register()
  const email = newEmail()
  await ann.request('PATCH', '/api/me', { body: { name: 'Ann Smith' } })
  await ann.request('POST', '/api/me/email', { body: { current_password: ann.password, email } })
  const [mail] = await mailsTo(email)
  await confirm(tokenIn(mail!.text, 'confirm-email'))
  const change = { current_password: ann.password, password: 'battery staple' }
  await ann.request('POST', '/api/me/password', { body: change })
  await mailsTo(email, 2)
  await reset(await resetToken(email, 3), 'correct horse')
  const { token } = await server.logIn({ email, password: 'correct horse' })
  const { body } = await server.request('GET', '/api/me/audit', { token })
  const trail = body.entries.map(({ action, token_id }: AuditEntry) => [action, token_id !== null])
  expect(trail.reverse().slice(2, -1)).toEqual([
    ['account.renamed', true],
    ['email.change_requested', true],
    ['email.changed', false],
    ['password.changed', true],
    ['password.reset_requested', false],
    ['password.reset', false],
  ])
})

describe('a name', () => {
  it('is changed', async () => {
    const ann = await register()
    const { status, body } = await ann.request('PATCH', '/api/me', { body: { name: 'Ann Smith' } })
    expect([status, body.user.name]).toEqual([200, 'Ann Smith'])
    expect((await ann.me()).name).toBe('Ann Smith')
  })

  it('is one visible line', async () => {
    const ann = await register()
    for (const name of ['', '   ', 'a\0b', 'Vera\u202E :deteled tcejorP', 'Max \u2066', 'x'.repeat(201), 5, null])
      expect((await ann.raw('PATCH', '/api/me', { body: { name } })).status).toBe(422)
  })

  it('never appears in a mail', async () => {
    const ann = await server.register({ email: newEmail(), name: 'Buy now at evil.example' })
    await resetToken(ann.email)
    const [mail] = server.mailsTo(ann.email)
    expect(JSON.stringify(mail)).not.toContain('evil')
  })
})

describe('an account', () => {
  const end = (session: Session, password = session.password) =>
    session.request('DELETE', '/api/me', { body: { password } })

  it('is deleted with its sessions, projects and tokens, and frees its e-mail', async () => {
    const reporter = await newReporter(server, { name: 'Gone' })
    const { session, project } = reporter
    const { issue_id } = await reporter.report()
    const web = await server.logIn({ ...session, kind: 'web' })
    expect((await end(session, 'wrong')).code).toBe('wrong_password')
    expect((await end(session)).status).toBe(204)
    expect([await isIn(session), await isIn(web)]).toEqual([false, false])
    expect(await logInStatus(session.email, session.password)).toBe(401)
    expect(
      (
        await until(
          () => reporter.send(),
          ({ status }) => status !== 202,
        )
      ).status,
    ).toBe(401)
    const again = await server.register({ email: session.email })
    expect((await again.request('GET', `/api/projects/${project.id}`)).status).toBe(404)
    expect((await again.request('GET', `/api/issues/${issue_id}`)).status).toBe(404)
    expect((await again.request('GET', '/api/projects')).body.projects).toEqual([])
  })

  it('leaves neither name nor e-mail behind', async () => {
    const ann = await server.register({ email: newEmail(), name: 'Annabel of Nowhere' })
    await ann.createProject()
    await forget(ann.email)
    await allSent()
    await end(ann)
    for (const side of [pool, accounts]) {
      const tables = await side.query<{ name: string }>(
        `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
      )
      for (const { name } of tables.rows) {
        const { rows } = await side.query<{ row: string }>(`select t::text as row from "${name}" t`)
        expect(rows.filter(({ row }) => row.includes('Annabel') || row.includes(ann.email))).toEqual([])
      }
    }
  })

  it('leaves nothing once its projects are erased, including one that was created at the last moment', async () => {
    const ann = await register()
    await ann.createProject()
    const { rows } = await pool.query<{ id: string }>(
      `select m.organization_id as id from memberships m join users u on u.id = m.user_id where u.email = $1`,
      [ann.email],
    )
    const organization = rows[0]!.id
    await end(ann)
    // A request that was admitted a moment before, and wrote a moment after.
    await pool.query(
      `insert into projects (organization_id, name, app_id, app_ids, short_prefix, bucket)
       select $1, 'Late', 'a', '{a}', 'LATE', p.bucket from projects p where p.organization_id = $1`,
      [organization],
    )
    const left = async () => {
      const { rows } = await pool.query(
        `select (select count(*) from organizations where id = $1) as organizations,
           (select count(*) from projects where organization_id = $1) as projects,
           (select count(*) from projects where organization_id = $1 and deleted_at is null) as live`,
        [organization],
      )
      return rows[0]
    }
    const erase = async () => {
      await pool.query(`update projects set deleted_at = deleted_at - interval '1 minute' where deleted_at is not null`)
      await maintain(pool)
    }
    expect(await left()).toEqual({ organizations: 1, projects: 2, live: 1 })
    await erase()
    expect(await left()).toMatchObject({ live: 0 })
    await erase()
    await erase()
    expect(await left()).toEqual({ organizations: 0, projects: 0, live: 0 })
  })
})
