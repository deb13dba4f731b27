import { describe, expect, it } from 'vitest'
import { createSealer } from '../src/adapters/sealer-aes.ts'
import { createPasswords, type Passwords } from '../src/domains/auth/index.ts'
import { logIn } from '../src/domains/auth/login/log-in.ts'
import { startServer } from './start-server.ts'

const limited = await startServer({ limits: { loginFailuresAddress: 20 } })
const server = await startServer()
const fussy = await startServer({ beside: server, env: { BUGLE_REFUSE_COMMON_PASSWORDS: '1' } })

const attempt = (body: object, headers: Record<string, string> = {}, at = server) =>
  at.raw('POST', '/api/auth/login', { body, headers })

describe('guessing a password', () => {
  it('is limited whatever address the request claims', async () => {
    const { email } = await limited.register()
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${n}`, forwarded: `for=192.0.2.${n}`, 'x-real-ip': `192.0.2.${n}` }
      statuses.push((await attempt({ email, password: `wrong ${n}` }, headers, limited)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  it('is limited whatever case the e-mail is written in', async () => {
    const { email } = await server.register({ email: 'mixed@example.com' })
    const spellings = [email, 'MIXED@example.com', 'Mixed@Example.com', 'mixeD@EXAMPLE.COM', 'miXed@example.com']
    for (const spelling of spellings) expect((await attempt({ email: spelling, password: 'wrong' })).status).toBe(401)
    expect((await attempt({ email, password: 'correct horse' })).status).toBe(429)
  })

  it('of eighty simultaneous attempts, five learn that they were wrong, and the right one learns nothing', async () => {
    const { email, password } = await server.register()
    for (let n = 0; n < 5; n += 1) await attempt({ email, password: 'wrong' })
    const guesses = Array.from({ length: 80 }, (_, n) =>
      attempt({ email, password: n === 40 ? password : `wrong ${n}` }),
    )
    const answers = await Promise.all(guesses)
    expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['429 rate_limited']))
  })

  it('on four hundred accounts from one address is limited, also simultaneously', async () => {
    await limited.database.pool.query('delete from login_failures')
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        attempt({ email: `stuffed${n}@example.com`, password: 'wrong' }, {}, limited),
      ),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(20)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(380)
  })

  it('with a stolen session is limited like a login', async () => {
    const ann = await server.register()
    const guess = (n: number) => ann.request('POST', '/api/me/totp', { body: { password: `wrong ${n}` } })
    for (let n = 0; n < 5; n += 1) expect((await guess(n)).code).toBe('wrong_password')
    expect((await guess(5)).status).toBe(429)
  })

  it('appears in the audit trail, once per address and interval', async () => {
    const ann = await server.register()
    for (let n = 0; n < 4; n += 1) await attempt({ email: ann.email, password: 'wrong' })
    const { entries } = (await ann.request('GET', '/api/me/audit')).body
    expect(entries[0]).toMatchObject({ action: 'login.failed', address: '127.0.0.1', details: { factor: 'password' } })
    expect(entries.filter(({ action }: { action: string }) => action === 'login.failed')).toHaveLength(1)
  })
})

describe('the existence of an account', () => {
  it('is not revealed by the text or headers of a failed login, with and without a second factor', async () => {
    const plain = await server.register()
    const answers = await Promise.all(
      [plain.email, 'nobody@example.com', 'no address', ''].map((email) => attempt({ email, password: 'wrong' })),
    )
    const shown = answers.map(({ status, headers, body }) => ({
      status,
      body: { ...(body as object), request_id: '' },
      headers: [...headers.keys()].sort(),
      length: headers.get('content-length'),
    }))
    for (const one of shown) expect(one).toEqual(shown[0])
  })

  it('is not revealed by the time: known or not, one hash of the same cost is verified', async () => {
    const verified: (string | undefined)[] = []
    const real = createPasswords()
    const passwords: Passwords = {
      ...real,
      verify: (hash, password, beforehand) => {
        verified.push(hash)
        return real.verify(hash, password, beforehand)
      },
    }
    const { email } = await server.register()
    const deps = {
      db: server.database.pool,
      passwords,
      limits: { failures: 5, failuresAddress: 100, failuresEmail: 20, registrationsAddress: 20 },
      sealer: createSealer({ secret: 'of no matter here, and long enough' }),
      hasSso: false,
      relyingParty: undefined,
      sessionsPerKind: 1,
      mailNewLogin: async () => {},
      totpFailures: 10,
      now: () => new Date(),
    }
    const client = { kind: 'mobile' as const, device: null, address: '192.0.2.1' }
    for (const who of [email, 'nobody@example.com'])
      await expect(logIn(deps, { email: who, password: 'wrong' }, client)).rejects.toMatchObject({
        code: 'invalid_credentials',
      })
    // The hash verified for unknown e-mails has the cost of a real one: passwords.test.ts.
    expect(verified).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/), undefined])
  })
})

describe('with BUGLE_REFUSE_COMMON_PASSWORDS', () => {
  const refused = { status: 422, body: { code: 'validation_failed', errors: { password: [expect.any(String)] } } }

  it('registration and a change of password refuse the most common passwords', async () => {
    const body = { email: 'fussy@example.com', password: 'P@ssw0rd2024', name: 'Ann' }
    expect(await fussy.request('POST', '/api/auth/register', { body })).toMatchObject(refused)
    const ann = await fussy.register({ email: 'fussy@example.com', password: 'quiet-harbour-lamp' })
    const change = { current_password: ann.password, password: 'qwertyuiop123' }
    expect(await ann.request('POST', '/api/me/password', { body: change })).toMatchObject(refused)
  })

  it('existing accounts with such a password can log in', async () => {
    const ann = await server.register({ password: 'password123' })
    expect((await attempt({ email: ann.email, password: 'password123' }, {}, fussy)).status).toBe(200)
  })
})
