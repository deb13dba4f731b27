import type { LoginResponse } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { type Session, startServer } from './start-server.ts'

const server = await startServer()
const other = await startServer({ beside: server })

const idOf = ({ token }: { token: string }) => Number(token.split('|')[0])
const listOf = async (session: Session) => (await session.request('GET', '/api/me/tokens')).body.tokens
const me = ({ token }: { token: string }, at = server) => at.request('GET', '/api/auth/me', { token })
const age = (token: { token: string }, days: number) =>
  server.database.pool.query(
    'update access_tokens set last_used_at = last_used_at - make_interval(days => $2) where id = $1',
    [idOf(token), days],
  )

describe('the list of sessions', () => {
  it('shows each live one, newest first, with its device, address and end, and marks the current one', async () => {
    const mobile = await server.register()
    const headers = { 'x-service-client': 'cli', 'user-agent': 'bugle-cli/1.0 (linux)' }
    const { email, password } = mobile
    const cli = (await server.raw<LoginResponse>('POST', '/api/auth/login', { body: { email, password }, headers }))
      .body
    const { status, body } = await mobile.request('GET', '/api/me/tokens')
    expect(status).toBe(200)
    expect(body.tokens).toEqual([
      {
        id: idOf(cli),
        name: 'cli',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        expires_at: expect.any(String),
        device: 'bugle-cli/1.0 (linux)',
        address: '127.0.0.1',
        is_current: false,
      },
      expect.objectContaining({ id: idOf(mobile), name: 'mobile', is_current: true }),
    ])
    const { last_used_at, expires_at } = body.tokens[0]!
    expect(Date.parse(expires_at!) - Date.parse(last_used_at)).toBe(180 * 86_400_000)
    const fromCli = (await server.request('GET', '/api/me/tokens', { token: cli.token })).body.tokens
    expect(fromCli.map(({ is_current }) => is_current)).toEqual([true, false])
  })

  it('contains no secret, and nobody else’s session', async () => {
    const ann = await server.register()
    const bob = await server.register()
    const text = JSON.stringify(await listOf(ann))
    expect(text).not.toContain(ann.token.split('|')[1])
    expect((await listOf(bob)).map(({ id }: { id: number }) => id)).toEqual([idOf(bob)])
  })

  it('leaves out replaced, revoked and expired sessions', async () => {
    const web = await server.register({ kind: 'web' })
    const cli = await server.logIn({ ...web, kind: 'cli' })
    const mobile = await server.logIn(web)
    await server.logIn({ ...web, kind: 'cli' })
    await age(web, 31)
    expect((await listOf(mobile)).map(({ name }: { name: string }) => name)).toEqual(['cli', 'mobile'])
    expect((await me(cli)).code).toBe('session_replaced')
    expect((await me(web)).code).toBe('unauthenticated')
  })
})

describe('ending a session', () => {
  it('by its number is 204, and it is dead at the next request in every process', async () => {
    const mobile = await server.register()
    const cli = await server.logIn({ ...mobile, kind: 'cli' })
    expect((await me(cli, other)).status).toBe(200)
    expect((await mobile.request('DELETE', `/api/me/tokens/${idOf(cli)}`)).status).toBe(204)
    for (const at of [server, other]) expect((await me(cli, at)).code).toBe('unauthenticated')
    expect((await me(mobile)).status).toBe(200)
  })

  it('that is the current one is 422 cannot_revoke_current, and leaves it alive', async () => {
    const ann = await server.register()
    const { status, code } = await ann.request('DELETE', `/api/me/tokens/${idOf(ann)}`)
    expect([status, code]).toEqual([422, 'cannot_revoke_current'])
    expect((await me(ann)).status).toBe(200)
  })

  it('that belongs to another user, has ended or does not exist is 404', async () => {
    const ann = await server.register()
    const bob = await server.register()
    const cli = await server.logIn({ ...ann, kind: 'cli' })
    await ann.request('DELETE', `/api/me/tokens/${idOf(cli)}`)
    for (const id of [idOf(bob), idOf(cli), 999_999, '0', '-1', '1e3', '%00', '9'.repeat(30)])
      expect((await ann.request('DELETE', `/api/me/tokens/${id}`)).status).toBe(404)
    expect((await me(bob)).status).toBe(200)
  })

  it('of all others returns their number', async () => {
    const web = await server.register({ kind: 'web' })
    const cli = await server.logIn({ ...web, kind: 'cli' })
    const mobile = await server.logIn(web)
    const bob = await server.register()
    const first = await cli.request('DELETE', '/api/me/tokens/others')
    expect([first.status, first.body]).toEqual([200, { revoked_count: 2 }])
    expect((await cli.request('DELETE', '/api/me/tokens/others')).body).toEqual({ revoked_count: 0 })
    expect([(await me(web)).status, (await me(mobile)).status]).toEqual([401, 401])
    expect([(await me(cli)).status, (await me(bob)).status]).toEqual([200, 200])
  })

  it('that has expired has no effect', async () => {
    const web = await server.register({ kind: 'web' })
    const cli = await server.logIn({ ...web, kind: 'cli' })
    await age(web, 31)
    expect((await cli.request('DELETE', `/api/me/tokens/${idOf(web)}`)).status).toBe(404)
    expect((await cli.request('DELETE', '/api/me/tokens/others')).body).toEqual({ revoked_count: 0 })
  })

  it('appears in the audit trail', async () => {
    const mobile = await server.register()
    const cli = await server.logIn({ ...mobile, kind: 'cli' })
    await mobile.request('DELETE', `/api/me/tokens/${idOf(cli)}`)
    await mobile.request('POST', '/api/auth/logout')
    const again = await server.logIn(mobile)
    const { entries } = (await again.request('GET', '/api/me/audit')).body
    expect(entries.slice(0, 3)).toMatchObject([
      { action: 'session.started', details: { kind: 'mobile' } },
      { action: 'session.ended', token_id: idOf(mobile) },
      { action: 'session.revoked', token_id: idOf(mobile), details: { kind: 'cli', revoked_token_id: idOf(cli) } },
    ])
  })
})

describe('a session expires when idle', () => {
  it('by the setting of its kind, also if it began before the setting changed', async () => {
    const strict = await startServer({
      beside: server,
      env: { BUGLE_SESSION_IDLE_MOBILE: '1d', BUGLE_SESSION_IDLE_CLI: '0' },
    })
    const mobile = await server.register()
    const cli = await server.logIn({ ...mobile, kind: 'cli' })
    await age(mobile, 2)
    await age(cli, 4000)
    expect((await me(mobile, strict)).status).toBe(401)
    const { tokens } = (await strict.request('GET', '/api/me/tokens', { token: cli.token })).body
    expect(tokens).toMatchObject([{ name: 'cli', expires_at: null }])
    expect([(await me(cli)).status, (await me(mobile)).status]).toEqual([200, 200])
  })
})

describe('a token', () => {
  it('is new at each login, whatever token the request carries', async () => {
    const ann = await server.register()
    const { email, password, token } = ann
    const answer = await server.raw<LoginResponse>('POST', '/api/auth/login', { body: { email, password }, token })
    expect(answer.body.token).not.toBe(token)
    expect((await me(ann)).code).toBe('session_replaced')
  })

  it('has 256 random bits, and works in the Authorization header alone', async () => {
    const { token } = await server.register()
    expect(Buffer.from(token.split('|')[1]!, 'base64url')).toHaveLength(32)
    for (const path of [`/api/auth/me?token=${token}`, `/api/auth/me?access_token=${token}`])
      expect((await server.raw('GET', encodeURI(path))).status).toBe(401)
    expect((await server.request('GET', '/api/auth/me', { headers: { 'x-service-token': token } })).status).toBe(401)
  })

  it('with one character changed, another number or no secret is invalid', async () => {
    const ann = await server.register()
    const bob = await server.register()
    const [id, secret] = ann.token.split('|') as [string, string]
    const flipped = `${secret[0] === 'A' ? 'B' : 'A'}${secret.slice(1)}`
    for (const token of [`${id}|${flipped}`, `${idOf(bob)}|${secret}`, `${id}|`, id, secret, `0${id}|${secret}`])
      expect((await me({ token })).code).toBe('unauthenticated')
  })

  it('is dead after logout, in every process', async () => {
    const ann = await server.register()
    expect((await ann.request('POST', '/api/auth/logout')).status).toBe(204)
    for (const at of [server, other]) expect((await me(ann, at)).status).toBe(401)
  })
})
