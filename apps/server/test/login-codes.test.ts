import type { LoginCode } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { type Session, startServer } from './start-server.ts'

const server = await startServer({ env: { BUGLE_TRUST_PROXY: '1' } })
const { pool } = server.database

let addresses = 0
/** An address that nobody else has: limits count by address. */
function newAddress(): string {
  addresses += 1
  return `203.0.113.${addresses}`
}
const use = (code: string, { kind = 'mobile', from = newAddress() } = {}) =>
  server.request('POST', '/api/auth/link', {
    body: { code },
    headers: { 'x-service-client': kind, 'x-forwarded-for': from, 'user-agent': 'Bugle/1 (iPhone; iOS 26)' },
  })
const make = (session: Session, body: object = {}) => session.raw<LoginCode>('POST', '/api/me/links', { body })
const kindsOf = async (session: Session) => {
  const { body } = await session.request('GET', '/api/me/tokens')
  return body.tokens.map(({ name }) => name).sort()
}

describe('a login code', () => {
  it('signs a phone in, beside the dashboard, and is in the audit trail', async () => {
    const dashboard = await server.register({ kind: 'web' })
    const { status, body: made } = await make(dashboard)
    expect(status).toBe(201)
    expect(made.code).toMatch(/^[\w-]{43}$/)
    const { body } = await use(made.code)
    expect(body.user.email).toBe(dashboard.email)
    const phone = await server.request('GET', '/api/auth/me', { token: body.token })
    expect(phone.status).toBe(200)
    expect(await kindsOf(dashboard)).toEqual(['mobile', 'web'])
    const { entries } = (await dashboard.request('GET', '/api/me/audit')).body
    expect(entries[0]).toMatchObject({ action: 'session.started', details: { kind: 'mobile', by: 'code' } })
    expect(entries[0]!.device).toContain('iPhone')
  })

  it('signs in as the page does, with the cookie', async () => {
    const phone = await server.register({ kind: 'mobile' })
    const { headers, status } = await use((await make(phone)).body.code, { kind: 'web' })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toContain('bugle_session=')
  })

  it('works once, also for two phones at the same moment', async () => {
    const session = await server.register({ kind: 'web' })
    const { code } = (await make(session)).body
    const both = await Promise.all([use(code), use(code, { kind: 'cli' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await use(code)).code).toBe('login_code_expired')
  })

  it('expires after two minutes', async () => {
    const session = await server.register({ kind: 'web' })
    const { code, expires_at } = (await make(session)).body
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 120_000)).toBeLessThan(60_000)
    await pool.query(`update login_codes set expires_at = now() - interval '1 second'`)
    expect((await use(code)).status).toBe(401)
  })

  it('ends by a newer one, and with its session', async () => {
    const session = await server.register({ kind: 'web' })
    const first = (await make(session)).body.code
    const second = (await make(session)).body.code
    expect((await use(first)).status).toBe(401)
    await session.request('POST', '/api/auth/logout')
    expect((await use(second)).status).toBe(401)
  })

  it('is not for a disabled account', async () => {
    const session = await server.register({ kind: 'web' })
    const { code } = (await make(session)).body
    await pool.query('update users set disabled_at = now() where email = $1', [session.email])
    expect((await use(code)).code).toBe('account_disabled')
  })

  it('of a session older than an hour needs the password', async () => {
    const session = await server.register({ kind: 'web' })
    await pool.query(`update access_tokens set created_at = now() - interval '61 minutes'`)
    expect(await make(session)).toMatchObject({ status: 422, body: { code: 'password_needed' } })
    expect(await make(session, { password: 'a wrong one' })).toMatchObject({ body: { code: 'wrong_password' } })
    expect((await make(session, { password: session.password })).status).toBe(201)
  })

  it('cannot be guessed: after five wrong ones an address waits, and another does not', async () => {
    const session = await server.register({ kind: 'web' })
    const from = '198.51.100.7'
    const { code } = (await make(session)).body
    for (let n = 1; n <= 5; n += 1) expect((await use('x'.repeat(43), { from })).status).toBe(401)
    const { status, headers } = await use(code, { from })
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await use(code)).status).toBe(200)
  })
})
