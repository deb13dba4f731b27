import { describe, expect, it } from 'vitest'
import { transaction } from '../src/db/database.ts'
import {
  createAccountByOperator,
  deleteUserAndProjects,
  makeResetLink,
  revokeTokenByOperator,
} from '../src/domains/auth/index.ts'
import { maintain } from './maintain.ts'
import { tokenOf } from './organization.ts'
import { until } from './reporter.ts'
import { startServer } from './start-server.ts'

const body = (email: string) => ({ email, password: 'correct horse', name: 'Ann' })

describe.each(['invited', 'closed'])('registration that is %s', async (BUGLE_REGISTRATION) => {
  const server = await startServer({ env: { BUGLE_REGISTRATION } })
  const isOpen = async () => (await server.request('GET', '/api/auth/registration')).body.open
  const isFirst = async () => (await server.request('GET', '/api/auth/registration')).body.first
  const register = (email: string) => server.request('POST', '/api/auth/register', { body: body(email) })

  it('accepts the first account, one of several simultaneous ones, and then none', async () => {
    expect(await isOpen()).toBe(true)
    expect(await isFirst()).toBe(true)
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => register(`${name}@example.com`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
    expect(await isOpen()).toBe(false)
    expect(await isFirst()).toBe(false)
    const refused = await register('d@example.com')
    expect([refused.status, refused.code]).toEqual([403, 'registration_closed'])
  })

  it('does not affect accounts that an operator creates, with a link', async () => {
    const { pool } = server.database
    const email = 'made@example.com'
    const { id } = await createAccountByOperator(pool, { email, name: 'New member', now: new Date() })
    expect((await server.request('POST', '/api/auth/login', { body: body(email) })).status).toBe(401)
    const link = await transaction(pool, (tx) => makeResetLink(tx, id, server.url))
    const reset = { token: tokenOf(link), password: 'battery staple' }
    expect((await server.request('POST', '/api/auth/password/reset', { body: reset })).status).toBe(204)
    const made = await server.logIn({ email, password: 'battery staple' })
    expect(await made.me()).toMatchObject({ name: 'New member', email_confirmed: true })
  })
})

describe('a new e-mail on a server with SMTP', async () => {
  // Nothing listens there: the test checks the waiting jobs.
  const server = await startServer({
    env: { BUGLE_SMTP_URL: 'smtp://127.0.0.1:1?tls=off', BUGLE_MAIL_FROM: 'bugle@example.com' },
  })
  const { pool, accounts } = server.database
  const mailsOf = async (email: string) =>
    (await accounts.query(`select from jobs where kind = 'confirm_email_mail' and payload ->> 'email' = $1`, [email]))
      .rowCount

  it('is unconfirmed, shown as such, and mailed again on request, a few times', async () => {
    const ann = await server.register({ email: 'ann@example.com' })
    expect(await ann.me()).toMatchObject({ email_confirmed: false })
    expect(await mailsOf('ann@example.com')).toBe(1)
    const again = () => ann.request('POST', '/api/me/email/confirmation')
    expect((await again()).status).toBe(202)
    expect(await mailsOf('ann@example.com')).toBe(2)
    expect([(await again()).status, (await again()).status, (await again()).status]).toEqual([202, 202, 429])
  })

  it('is deleted after a week, unless it is confirmed or has a project', async () => {
    const ages = { young: 6, old: 8, busy: 8, confirmed: 8 }
    const people = await Promise.all(
      Object.keys(ages).map(async (name) => [name, await server.register({ email: `${name}@example.com` })] as const),
    )
    const { busy, confirmed } = Object.fromEntries(people)
    await busy!.createProject()
    await accounts.query('update users set email_confirmed_at = now() where email = $1', [confirmed!.email])
    for (const [name, days] of Object.entries(ages))
      await accounts.query('update users set created_at = now() - make_interval(days => $2) where email = $1', [
        `${name}@example.com`,
        days,
      ])
    await maintain(pool)
    const statuses = await Promise.all(
      people.map(async ([name, { request }]) => [name, (await request('GET', '/api/auth/me')).status]),
    )
    expect(Object.fromEntries(statuses)).toEqual({ young: 200, old: 401, busy: 200, confirmed: 200 })
  })

  it('gets no mail about issues before it is confirmed', async () => {
    const ann = await server.register({ email: 'mailed@example.com' })
    const { project } = await ann.createProject()
    const isNotified = async () =>
      (await ann.request('GET', `/api/projects/${project.id}/notifications`)).body.notifications.effective
        .new_issues as boolean
    expect(await isNotified()).toBe(false)
    await accounts.query('update users set email_confirmed_at = now() where email = $1', [ann.email])
    expect(await isNotified()).toBe(true)
  })
})

describe('a mailed link', async () => {
  const server = await startServer({ digest: true })
  const { pool } = server.database

  it('confirms the address, once, with an entry in the audit trail', async () => {
    const ann = await server.register({ email: 'linked@example.com' })
    expect(await ann.me()).toMatchObject({ email_confirmed: true })
    const asked = await ann.request('POST', '/api/me/email/confirmation')
    expect([asked.status, asked.code]).toEqual([422, 'email_confirmed'])
    await pool.query('update users set email_confirmed_at = null where email = $1', [ann.email])
    expect((await ann.request('POST', '/api/me/email/confirmation')).status).toBe(202)
    const [mail] = await until(
      async () => server.mailsTo(ann.email),
      (mails) => mails.length > 0,
    )
    expect(mail).toMatchObject({ subject: 'Confirm your e-mail address' })
    const token = /confirm-email#token=([\w-]{43})/.exec(mail!.text)![1]
    const confirm = () => server.request('POST', '/api/auth/email/confirm', { body: { token: token! } })
    expect((await confirm()).status).toBe(204)
    expect(await ann.me()).toMatchObject({ email: ann.email, email_confirmed: true })
    expect((await confirm()).status).toBe(422)
    const { body } = await ann.request('GET', '/api/me/audit')
    expect(body.entries[0]).toMatchObject({ action: 'email.confirmed', details: { email: ann.email } })
  })
})

describe('an operator ends', async () => {
  const server = await startServer()
  const { pool } = server.database

  it('a token of any kind, given as a whole', async () => {
    const ann = await server.register()
    const made = await ann.request('POST', '/api/me/api-tokens', { body: { name: 'ci', scopes: ['project:read'] } })
    const program = made.body.token as string
    const end = (text: string) => transaction(pool, (tx) => revokeTokenByOperator(tx, text))
    const isAlive = async (token: string) => (await server.request('GET', '/api/projects', { token })).status === 200
    expect([await isAlive(program), await isAlive(ann.token)]).toEqual([true, true])
    expect(await end(`${program}x`)).toBeUndefined()
    expect(await end(`${ann.token}x`)).toBeUndefined()
    expect(await end(program)).toEqual({ kind: 'api', owner: ann.email })
    expect(await end(ann.token)).toEqual({ kind: 'session', owner: ann.email })
    expect([await isAlive(program), await isAlive(ann.token)]).toEqual([false, false])
    expect(await end(ann.token)).toBeUndefined()
  })

  it('an account: nobody can log in, and its API tokens are refused until it is enabled again', async () => {
    const ann = await server.register()
    const made = await ann.request('POST', '/api/me/api-tokens', { body: { name: 'ci', scopes: ['project:read'] } })
    const token = made.body.token as string
    const shut = (at: string) =>
      pool.query(`update users set disabled_at = ${at} where lower(email) = lower($1)`, [ann.email])
    const logIn = () =>
      server.request('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password } })
    const asProgram = () => server.request('GET', '/api/projects', { token })
    await shut('now()')
    expect([(await logIn()).code, (await asProgram()).status]).toEqual(['account_disabled', 401])
    await shut('null')
    expect([(await logIn()).status, (await asProgram()).status]).toEqual([200, 200])
  })

  it('an account permanently, with its own data', async () => {
    const ann = await server.register()
    await ann.createProject()
    const { rows } = await pool.query('select id from users where email = $1', [ann.email])
    const ended: string[][] = []
    const isEnded = await transaction(pool, (tx) =>
      deleteUserAndProjects(tx, rows[0].id, async (_, organizations) => void ended.push(organizations)),
    )
    expect([isEnded, ended]).toEqual([true, [[expect.any(String)]]])
    expect((await ann.request('GET', '/api/auth/me')).status).toBe(401)
  })
})
