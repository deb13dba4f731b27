import type { LoginResponse } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { type Session, startServer } from './start-server.ts'

const server = await startServer()
const origin = 'http://127.0.0.1:8080'

const logIn = ({ email, password }: Session, headers: Record<string, string> = {}, at = server) =>
  at.raw<LoginResponse>('POST', '/api/auth/login', {
    body: { email, password },
    headers: { 'x-service-client': 'web', ...headers },
  })

/** Returns the cookie that a browser sends back for a Set-Cookie header. */
const pairOf = (headers: Headers) => sessionCookieOf(headers).split(';')[0]!

const sessionCookieOf = (headers: Headers) => headers.getSetCookie().find((one) => one.includes('bugle_session='))!

async function browser(): Promise<{ person: Session; cookie: string; token: string }> {
  const person = await server.register()
  const { headers, body } = await logIn(person, { origin })
  return { person, cookie: pairOf(headers), token: body.token }
}

const createProject = (headers: Record<string, string>, token?: string) =>
  server.request('POST', '/api/projects', { token, headers, body: { name: 'Shop', app_id: 'com.example.shop' } })
const count = async () => (await server.database.pool.query('select count(*) from projects')).rows[0].count as number

describe('a login of kind web', () => {
  it('keeps the token in a cookie that no script can read', async () => {
    const person = await server.register()
    const { headers, body } = await logIn(person)
    expect(sessionCookieOf(headers)).toBe(
      `bugle_session=${body.token}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax`,
    )
    const registered = await server.request('POST', '/api/auth/register', {
      body: { email: 'cookie@example.com', password: 'correct horse', name: 'Ann' },
      headers: { 'x-service-client': 'web' },
    })
    expect(pairOf(registered.headers)).toBe(`bugle_session=${registered.body.token}`)
  })

  it('on https makes it Secure and __Host-', async () => {
    const https = await startServer({ beside: server, env: { BUGLE_URL: 'https://bugle.example.com' } })
    const { headers } = await logIn(await server.register(), {}, https)
    expect(sessionCookieOf(headers)).toMatch(/^__Host-bugle_session=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-bugle_browser=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(headers.get('set-cookie')).not.toContain('Domain')
  })

  it('is the only kind that does, and not for another site’s page', async () => {
    const person = await server.register()
    for (const kind of ['cli', 'mobile'])
      expect((await logIn(person, { 'x-service-client': kind })).headers.has('set-cookie')).toBe(false)
    expect((await logIn(person, { origin: 'https://evil.example' })).headers.has('set-cookie')).toBe(false)
  })

  it('of the mobile app’s page gets a cookie of its own, which counts with the header of its kind', async () => {
    const { person, cookie } = await browser()
    const { headers } = await logIn(person, { 'x-service-client': 'mobile', origin })
    const own = headers
      .getSetCookie()
      .find((one) => one.startsWith('bugle_mobile='))!
      .split(';')[0]!
    const ask = (sent: Record<string, string>) => server.request('GET', '/api/me/tokens', { headers: sent })
    const both = `${cookie}; ${own}`
    const kindOf = async (sent: Record<string, string>) =>
      (await ask(sent)).body.tokens.find(({ is_current }) => is_current)!.name
    expect(await kindOf({ cookie: both })).toBe('web')
    expect(await kindOf({ cookie: both, 'x-service-client': 'mobile' })).toBe('mobile')
    expect((await ask({ cookie: own })).status).toBe(401)
    expect((await ask({ cookie, 'x-service-client': 'mobile' })).status).toBe(401)
    // Neither signs the other out; a write needs the Origin here as well.
    const write = { cookie: both, 'x-service-client': 'mobile' }
    expect((await server.request('POST', '/api/auth/logout', { headers: write })).code).toBe('origin_mismatch')
    const out = await server.request('POST', '/api/auth/logout', { headers: { ...write, origin } })
    expect(out.headers.getSetCookie()).toEqual(['bugle_mobile=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    expect(await kindOf({ cookie })).toBe('web')
  })

  it('starts a new session: session fixation fails', async () => {
    const { cookie, person } = await browser()
    const { headers } = await logIn(person, { cookie, origin })
    expect(pairOf(headers)).not.toBe(cookie)
    expect((await server.request('GET', '/api/auth/me', { headers: { cookie } })).code).toBe('session_replaced')
    const fixed = 'bugle_session=1|chosen-by-somebody-else'
    const after = await logIn(await server.register(), { cookie: fixed, origin })
    expect(pairOf(after.headers)).not.toBe(fixed)
  })
})

describe('a cookie', () => {
  it('reads without an Origin, and writes with the server’s own', async () => {
    const { cookie } = await browser()
    expect((await server.request('GET', '/api/projects', { headers: { cookie } })).status).toBe(200)
    expect((await createProject({ cookie, origin })).status).toBe(201)
    expect((await createProject({ cookie, origin: 'http://localhost:8080' })).status).toBe(201)
  })

  it.each([
    undefined,
    'null',
    '',
    'https://evil.example',
    'http://127.0.0.1:8080.evil.example',
    'https://127.0.0.1:8080',
    'http://127.0.0.1:9090',
    'http://user@127.0.0.1:8080',
  ])('writes nothing from the origin %s', async (wrong) => {
    const { cookie } = await browser()
    const before = await count()
    const { status, code } = await createProject({
      cookie,
      host: '127.0.0.1:8080',
      ...(wrong === undefined ? {} : { origin: wrong }),
    })
    expect([status, code]).toEqual([403, 'origin_mismatch'])
    expect(await count()).toBe(before)
  })

  it('with a token of another kind, or an API token, is rejected', async () => {
    const cli = await server.register({ kind: 'cli' })
    const body = { name: 'CI', scopes: ['project:read'] } as const
    const made = await cli.request('POST', '/api/me/api-tokens', { body })
    for (const token of [cli.token, made.body.token])
      expect(
        (await server.request('GET', '/api/projects', { headers: { cookie: `bugle_session=${token}` } })).status,
      ).toBe(401)
  })

  it('yields to an Authorization header, even an invalid one', async () => {
    const { cookie } = await browser()
    const bob = await server.register()
    const as = await server.request('GET', '/api/auth/me', { token: bob.token, headers: { cookie } })
    expect(as.body.email).toBe(bob.email)
    const wrong = await server.request('GET', '/api/auth/me', { token: '1|wrong', headers: { cookie } })
    expect(wrong.status).toBe(401)
    const basic = await server.request('GET', '/api/auth/me', { headers: { cookie, authorization: 'Basic eA==' } })
    expect(basic.status).toBe(401)
    // A browser never adds that header for another site by itself.
    expect((await createProject({ cookie, origin: 'https://evil.example' }, bob.token)).status).toBe(201)
  })

  it('is deleted by logout, and its token is dead', async () => {
    const { cookie, token } = await browser()
    expect((await server.request('POST', '/api/auth/logout', { headers: { cookie } })).status).toBe(403)
    const { status, headers } = await server.request('POST', '/api/auth/logout', { headers: { cookie, origin } })
    expect(status).toBe(204)
    expect(headers.get('set-cookie')).toBe('bugle_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect((await server.request('GET', '/api/auth/me', { headers: { cookie } })).status).toBe(401)
    expect((await server.request('GET', '/api/auth/me', { token })).status).toBe(401)
  })
})
