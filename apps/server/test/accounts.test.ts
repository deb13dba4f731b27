import { describe, expect, it } from 'vitest'
import { startServer } from './start-server.ts'

const day = 86_400_000
let today = Date.now()
const server = await startServer({ now: () => new Date(today) })
const other = await startServer({ beside: server })

describe('registration', () => {
  it('returns the user, the end of the trial in 30 days, and a token that works at once', async () => {
    const before = today
    const body = { email: 'Ann@Example.com', password: 'correct horse', name: 'Ann' }
    const { status, body: answer } = await server.request('POST', '/api/auth/register', { body })
    expect(status).toBe(201)
    expect(Object.keys(answer)).toEqual(['user', 'token'])
    expect(answer.user).toEqual({
      id: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
      email: 'Ann@Example.com',
      name: 'Ann',
      trial_ends_at: new Date(before + 30 * day).toISOString(),
    })
    expect(answer.token).toMatch(/^\d+\|[\w-]{40,}$/)
    const me = await server.request('GET', '/api/auth/me', { token: answer.token })
    expect(me.body.id).toBe(answer.user.id)
  })

  it('refuses an e-mail that is taken, whatever its case', async () => {
    const body = { email: 'ANN@example.COM', password: 'correct horse', name: 'Not Ann' }
    const { status, body: error } = await server.raw('POST', '/api/auth/register', { body })
    expect(status).toBe(422)
    expect(error).toMatchObject({ code: 'email_taken', errors: { email: ['is taken already'] } })
  })

  it('names every wrong field at once', async () => {
    const body = { email: 'no address', password: '1234567', name: ' \t' }
    const { status, code, errors } = await server.raw('POST', '/api/auth/register', { body })
    expect(status).toBe(422)
    expect(code).toBe('validation_failed')
    expect(errors).toEqual({
      email: ['must be a valid e-mail address'],
      password: ['must have at least 8 characters'],
      name: ['is blank or contains characters that are not allowed'],
    })
  })

  const wrong: [why: string, body: unknown, fields: string[]][] = [
    ['nothing', {}, ['email', 'password', 'name']],
    ['no body', undefined, ['email', 'password', 'name']],
    ['null', { email: null, password: null, name: null }, ['email', 'password', 'name']],
    ['numbers', { email: 1, password: 12345678, name: 2 }, ['email', 'password', 'name']],
    ['a list', [], ['body']],
    ['an e-mail without a domain', { email: 'ann@', password: 'correct horse', name: 'Ann' }, ['email']],
    ['two e-mails', { email: 'a@b.io,c@d.io', password: 'correct horse', name: 'Ann' }, ['email']],
    ['U+0000', { email: 'a\0@b.io', password: 'correct horse', name: 'A\0' }, ['email', 'name']],
    ['a password of 257', { email: 'a@b.io', password: 'x'.repeat(257), name: 'Ann' }, ['password']],
  ]
  it.each(wrong)('refuses %s', async (_, body, fields) => {
    const { status, errors } = await server.raw('POST', '/api/auth/register', { body })
    expect(status).toBe(422)
    expect(Object.keys(errors!)).toEqual(fields)
  })

  it('keeps a password whole, up to its 256th character and in any script', async () => {
    const password = `${'🔑 ключ '.repeat(30)}`.slice(0, 255)
    const bob = await server.register({ password: `${password}1` })
    await expect(server.logIn({ email: bob.email, password: `${password}2` })).rejects.toMatchObject({
      answer: { status: 401 },
    })
    await server.logIn(bob)
  })
})

describe('login', () => {
  it('returns user and token, without the trial', async () => {
    const { email, password } = await server.register({ name: 'Cleo' })
    const { status, body } = await server.request('POST', '/api/auth/login', { body: { email, password } })
    expect(status).toBe(200)
    expect(body).toEqual({ user: { id: expect.any(String), email, name: 'Cleo' }, token: expect.any(String) })
  })

  it('accepts the e-mail in any case', async () => {
    const { email, password } = await server.register()
    await server.logIn({ email: email.toUpperCase(), password })
  })

  it('responds alike to an unknown e-mail and a wrong password', async () => {
    const { email } = await server.register()
    const wrong = await server.request('POST', '/api/auth/login', { body: { email, password: 'not this one' } })
    const unknown = await server.request('POST', '/api/auth/login', {
      body: { email: 'nobody@example.com', password: 'not this one' },
    })
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' })
  })

  it('treats any text as a wrong e-mail or password', async () => {
    for (const body of [
      { email: '\0', password: '\0' },
      { email: '', password: '' },
      { email: '\ud800', password: 'x' },
    ])
      expect((await server.request('POST', '/api/auth/login', { body })).status).toBe(401)
  })

  it('replaces the session of its kind and leaves others alone', async () => {
    const mobile = await server.register()
    const web = await server.logIn({ ...mobile, kind: 'web' })
    const cli = await server.logIn({ ...mobile, kind: 'cli' })
    const newMobile = await server.logIn(mobile)
    const { status, code } = await mobile.request('GET', '/api/auth/me')
    expect([status, code]).toEqual([401, 'session_replaced'])
    for (const session of [web, cli, newMobile]) expect((await session.me()).email).toBe(mobile.email)
  })

  it('starts a session of the requested kind', async () => {
    const web = await server.register({ kind: 'web' })
    await server.logIn(web)
    await web.me()
    await server.logIn({ ...web, kind: 'web' })
    expect((await web.request('GET', '/api/auth/me')).code).toBe('session_replaced')
  })

  it.each(['desktop', '', 'WEB', 'web, cli'])('refuses the client "%s"', async (client) => {
    const { email, password } = await server.register()
    for (const path of ['/api/auth/login', '/api/auth/register'] as const) {
      const body = { email, password, name: 'Ann' }
      const answer = await server.request('POST', path, { body, headers: { 'x-service-client': client } })
      expect([answer.status, answer.code]).toEqual([422, 'unknown_client'])
    }
  })
})

describe('logout', () => {
  it('holds in every process from the next request on', async () => {
    const ann = await server.register()
    const at = async () => (await other.request('GET', '/api/auth/me', { token: ann.token })).status
    expect(await at()).toBe(200)
    await ann.request('POST', '/api/auth/logout')
    expect(await at()).toBe(401)
  })

  it('ends this session and no other', async () => {
    const mobile = await server.register()
    const web = await server.logIn({ ...mobile, kind: 'web' })
    const answer = await mobile.request('POST', '/api/auth/logout')
    expect([answer.status, answer.body]).toEqual([204, undefined])
    const { status, code } = await mobile.request('GET', '/api/auth/me')
    expect([status, code]).toEqual([401, 'unauthenticated'])
    await web.me()
  })

  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain;charset=UTF-8'])(
    'accepts an empty body declared as %s',
    async (type) => {
      const ann = await server.register()
      const options = { headers: { 'content-type': type }, rawBody: '' }
      expect((await ann.request('POST', '/api/auth/logout', options)).status).toBe(204)
    },
  )
})

describe('a token', () => {
  it('works only as a whole, and only exactly as issued', async () => {
    const { token } = await server.register()
    const [id, secret] = token.split('|') as [string, string]
    const other = await server.register()
    const wrong = [
      '',
      id,
      secret,
      `${id}|`,
      `|${secret}`,
      `${id}|${secret}x`,
      `${id}|${secret.slice(0, -1)}`,
      `${other.token.split('|')[0]}|${secret}`,
      `0${id}|${secret}`,
      `999999999999999|${secret}`,
      `99999999999999999999|${secret}`,
    ]
    for (const text of wrong) {
      const { status, headers, code } = await server.request('GET', '/api/auth/me', { token: text })
      expect([text, status, code]).toEqual([text, 401, 'unauthenticated'])
      expect(headers.get('www-authenticate')).toBe('Bearer')
    }
    for (const authorization of [`bearer ${token}`, `BEARER  ${token}`])
      expect((await server.request('GET', '/api/auth/me', { headers: { authorization } })).status).toBe(200)
    for (const authorization of [token, `Basic ${token}`, `Bearer${token}`])
      expect((await server.request('GET', '/api/auth/me', { headers: { authorization } })).status).toBe(401)
  })

  it('is not stored: the tables hold hashes of the secret and the password', async () => {
    const { token, password } = await server.register({ password: 'a password to look for' })
    const { rows } = await server.database.pool.query<{ row: string }>(
      'select access_tokens::text as row from access_tokens union all select users::text from users',
    )
    const everything = rows.map(({ row }) => row).join('\n')
    expect(everything).not.toContain(token.split('|')[1])
    expect(everything).not.toContain(password)
    expect(everything).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  it('ends after its idle time, which each use restarts', async () => {
    const ann = await server.register({ kind: 'web' })
    const id = ann.token.split('|')[0]
    const rest = (days: number) =>
      server.database.pool.query(
        `update access_tokens set last_used_at = last_used_at - make_interval(days => $2) where id = $1`,
        [id, days],
      )
    await rest(29)
    await ann.me()
    await rest(29)
    await ann.me()
    await rest(31)
    expect((await ann.request('GET', '/api/auth/me')).code).toBe('unauthenticated')
  })

  it('records its last use at most once a minute', async () => {
    const ann = await server.register()
    const id = ann.token.split('|')[0]
    const read = async () => {
      const { rows } = await server.database.pool.query('select last_used_at from access_tokens where id = $1', [id])
      return rows[0].last_used_at.getTime() as number
    }
    const first = await read()
    await ann.me()
    expect(await read()).toBe(first)
    await server.database.pool.query(`update access_tokens set last_used_at = last_used_at - interval '61 s'`)
    await ann.me()
    expect(await read()).toBeGreaterThanOrEqual(first)
  })
})

describe('the subscription', () => {
  it('is a trial for 30 days, and then unlimited if billing is off', async () => {
    const ann = await server.register()
    const trial_ends_at = new Date(today + 30 * day).toISOString()
    expect(await ann.me()).toEqual({
      id: expect.any(String),
      email_confirmed: true,
      email: ann.email,
      name: 'Ann',
      subscription: { status: 'trialing', trial_ends_at, plan: 'monthly', billed: false },
      is_operator: false,
      organizations: [{ id: expect.stringMatching(/^org_/), name: 'Ann', role: 'owner', lacks_totp: false }],
    })
    today += 30 * day - 1
    expect((await ann.me()).subscription.status).toBe('trialing')
    today += 1
    expect((await ann.me()).subscription).toEqual({
      status: 'active',
      trial_ends_at,
      plan: 'self_hosted',
      billed: false,
    })
  })
})
