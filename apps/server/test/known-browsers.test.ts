import { describe, expect, it } from 'vitest'
import { until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

const server = await startServer({ digest: true, env: { BUGLE_TRUST_PROXY: '1', BUGLE_SESSIONS_PER_KIND: '2' } })
let lastAddress = 0
const newAddress = () => {
  lastAddress += 1
  return `198.51.100.${lastAddress}`
}

interface From {
  address?: string
  cookie?: string
  kind?: 'web' | 'cli'
}

const logIn = (
  { email, password }: { email: string; password: string },
  { address = newAddress(), cookie, kind = 'web' }: From,
) =>
  server.request('POST', '/api/auth/login', {
    body: { email, password },
    headers: { 'x-service-client': kind, 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) },
  })

/** Returns the cookie by which the server recognizes the browser from now on. */
function browserOf({ headers }: { headers: Headers }): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith('bugle_browser='))
  if (cookie === undefined) throw new Error('no cookie')
  return cookie.split(';')[0]!
}

/** Uses up what may fail with the e-mail over all addresses. */
async function guess({ email }: Session): Promise<void> {
  for (let n = 0; n < 20; n++) expect((await logIn({ email, password: 'wrong' }, {})).status).toBe(401)
  expect((await logIn({ email, password: 'wrong' }, {})).status).toBe(429)
}

describe('strangers who use up the failed logins of an e-mail', () => {
  it('do not shut out a browser that has logged in before', async () => {
    const owner = await server.register()
    const cookie = browserOf(await logIn(owner, {}))
    await guess(owner)
    expect((await logIn(owner, {})).status).toBe(429)
    expect((await logIn(owner, { cookie })).status).toBe(200)
    // The browser has a limit of its own.
    for (let n = 0; n < 5; n++) expect((await logIn({ ...owner, password: 'wrong' }, { cookie })).status).toBe(401)
    expect((await logIn(owner, { cookie })).status).toBe(429)
  })

  it('do not shut out an address from which the owner has logged in before', async () => {
    const owner = await server.register()
    const address = newAddress()
    expect((await logIn(owner, { address, kind: 'cli' })).status).toBe(200)
    await guess(owner)
    expect((await logIn(owner, { address, kind: 'cli' })).status).toBe(200)
  })

  it('do not keep the owner from confirming the password in a session', async () => {
    const owner = await server.register()
    await guess(owner)
    const body = { current_password: owner.password, password: 'another horse' }
    expect((await owner.request('POST', '/api/me/password', { body })).status).toBe(204)
  })

  it('are not helped by the cookie of another account, or by one from before a reset', async () => {
    const [owner, stranger] = [await server.register(), await server.register()]
    const foreign = browserOf(await logIn(stranger, {}))
    const own = browserOf(await logIn(owner, {}))
    await guess(owner)
    expect((await logIn(owner, { cookie: foreign })).status).toBe(429)
    await server.database.pool.query(
      'delete from known_browsers k using users u where u.id = k.user_id and u.email = $1',
      [owner.email],
    )
    expect((await logIn(owner, { cookie: own })).status).toBe(429)
  })
})

describe('a login from where the user has not been', () => {
  const mails = (email: string) =>
    server.mailsTo(email).filter(({ subject }) => subject === 'New sign-in to your account')

  it('is mailed, and one from a known browser or address is not', async () => {
    const owner = await server.register()
    const address = newAddress()
    const cookie = browserOf(await logIn(owner, { address }))
    const [mail] = await until(
      async () => mails(owner.email),
      ({ length }) => length === 1,
    )
    expect(mail!.text).toContain(address)
    expect(mail!.text).toContain('A browser')
    await logIn(owner, { cookie })
    await logIn(owner, { address, kind: 'cli' })
    const elsewhere = newAddress()
    await logIn(owner, { address: elsewhere, kind: 'cli' })
    await until(
      async () => mails(owner.email),
      ({ length }) => length === 2,
    )
    expect(mails(owner.email)[1]!.text).toMatch(/The command line/)
  })
})

describe('with two sessions of a kind', () => {
  it('a third login ends the one that was not used for longest', async () => {
    const owner = await server.register({ kind: 'web' })
    const second = await server.logIn({ ...owner, kind: 'web' })
    await server.database.pool.query(
      `update access_tokens set last_used_at = now() - interval '1 hour' where id = $1`,
      [Number(second.token.split('|')[0])],
    )
    const third = await server.logIn({ ...owner, kind: 'web' })
    const codes = async () =>
      Promise.all([owner, second, third].map(async (one) => (await one.request('GET', '/api/auth/me')).code))
    expect(await codes()).toEqual([undefined, 'session_replaced', undefined])
    expect((await server.request('GET', '/api/auth/registration')).body.sessions_per_kind).toBe(2)
  })

  it('there are never more, however many logins there are at once', async () => {
    const owner = await server.register({ kind: 'web' })
    await Promise.all(Array.from({ length: 8 }, () => server.logIn({ ...owner, kind: 'web' })))
    const { rows } = await server.database.pool.query(
      `select count(*)::int as live from access_tokens t join users u on u.id = t.user_id
       where u.email = $1 and t.kind = 'web' and t.revoked_at is null`,
      [owner.email],
    )
    expect(rows).toEqual([{ live: 2 }])
  })
})
