import type { TotpChallenge } from '@bugle/protocol'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { disableTotp } from '../src/admin/users.ts'
import { type Session, startServer, type TestResponse } from './start-server.ts'

let clock = new Date('2026-03-01T12:00:00Z').getTime()
const now = () => new Date(clock)
const server = await startServer({ now })
const other = await startServer({ now, beside: server })
const step = 30_000
const pass = (steps: number) => {
  clock += steps * step
}

type Proof = { code: string } | { recovery_code: string }
type Header = Record<string, string>

interface Person extends Session {
  codes: string[]
  codeAt(steps?: number): string
  /** Returns an unused code, advancing time if necessary. */
  nextCode(): string
}

async function enrol(session: Session): Promise<Person> {
  const { password } = session
  const { status, body } = await session.request('POST', '/api/me/totp', { body: { password } })
  expect(status).toBe(200)
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) })
  const codeAt = (steps = 0) => totp.generate({ timestamp: clock + steps * step })
  const confirmed = await session.request('POST', '/api/me/totp/confirm', { body: { code: codeAt() } })
  expect(confirmed.status).toBe(200)
  const nextCode = () => {
    pass(1)
    return codeAt()
  }
  return { ...session, codes: confirmed.body.recovery_codes, codeAt, nextCode }
}

const newPerson = async (kind?: 'web') => enrol(await server.register(kind && { kind }))

const challenge = async ({ email, password }: Session): Promise<string> => {
  const login = { email, password }
  const { status, body } = await server.raw<TotpChallenge>('POST', '/api/auth/login', { body: login })
  expect(status).toBe(200)
  expect(body).toEqual({ requires_totp: true, totp_token: expect.stringMatching(/^[\w-]{43}$/) })
  return body.totp_token
}

const complete = (totp_token: string, proof: Proof, headers: Header = {}, at = server) =>
  at.request('POST', '/api/auth/login/totp', { body: { totp_token, ...proof }, headers })

const wrongCode = ({ codeAt }: Person) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!
}

const tally = (answers: TestResponse<unknown>[]) => {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) {
    const key = status === 200 ? 'ok' : (code ?? String(status))
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

describe('enrolment', () => {
  it('requires the password, shows the secret once, and requires no codes before it is confirmed', async () => {
    const ann = await server.register()
    const state = async () => (await ann.request('GET', '/api/me/totp')).body
    const wrong = await ann.request('POST', '/api/me/totp', { body: { password: 'not this one' } })
    expect([wrong.status, wrong.code]).toEqual([422, 'wrong_password'])
    const { body } = await ann.request('POST', '/api/me/totp', { body: { password: ann.password } })
    expect(body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: expect.stringContaining('otpauth://totp/Bugle:'),
      qr_svg: expect.stringContaining('<svg'),
    })
    expect(await state()).toEqual({ enabled: false, confirmed_at: null, recovery_codes_left: 0 })
    const again = await server.logIn(ann)
    expect(again.token).toBeTruthy()
    const early = await again.request('POST', '/api/me/totp/confirm', { body: { code: '12345' } })
    expect([early.status, early.errors]).toEqual([422, { code: ['is wrong, or was used already'] }])
  })

  it('returns ten recovery codes when confirmed, and cannot be started again', async () => {
    const ann = await newPerson()
    expect(new Set(ann.codes).size).toBe(10)
    const { body } = await ann.request('GET', '/api/me/totp')
    expect(body).toEqual({ enabled: true, confirmed_at: expect.any(String), recovery_codes_left: 10 })
    const again = await ann.request('POST', '/api/me/totp', { body: { password: ann.password } })
    const confirm = await ann.request('POST', '/api/me/totp/confirm', { body: { code: ann.nextCode() } })
    expect([again.code, confirm.code]).toEqual(['totp_enabled', 'totp_enabled'])
  })

  it('is confirmed once by ten simultaneous requests', async () => {
    const ann = await server.register()
    const { body } = await ann.request('POST', '/api/me/totp', { body: { password: ann.password } })
    const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: clock })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ann.request('POST', '/api/me/totp/confirm', { body: { code } })),
    )
    expect(tally(answers)).toEqual({ ok: 1, totp_enabled: 9 })
    expect((await ann.request('GET', '/api/me/totp')).body.recovery_codes_left).toBe(10)
  })

  it('keeps the secret encrypted and the recovery codes hashed', async () => {
    const ann = await server.register()
    const { body } = await ann.request('POST', '/api/me/totp', { body: { password: ann.password } })
    const { rows } = await server.database.pool.query<{ row: string }>('select t::text as row from totp_factors t')
    const everything = rows.map(({ row }) => row).join('\n')
    expect(everything).toMatch(/1\.[0-9a-f]{12}\./)
    expect(everything).not.toContain(body.secret)
    const bob = await newPerson()
    const codes = await server.database.pool.query<{ row: string }>('select c::text as row from recovery_codes c')
    for (const code of bob.codes) expect(JSON.stringify(codes.rows)).not.toContain(code)
  })
})

describe('a login with a second factor', () => {
  it('issues no token before the code, and then the same as a login without', async () => {
    const ann = await newPerson()
    const totp_token = await challenge(ann)
    expect((await ann.request('GET', '/api/auth/me')).status).toBe(200)
    const { status, body } = await complete(totp_token, { code: ann.nextCode() }, { 'x-service-client': 'cli' })
    expect(status).toBe(200)
    expect(body).toEqual({ user: { id: expect.any(String), email: ann.email, name: 'Ann' }, token: expect.any(String) })
    const { tokens } = (await server.request('GET', '/api/me/tokens', { token: body.token })).body
    expect(tokens.map(({ name }: { name: string }) => name)).toEqual(['cli', 'mobile'])
  })

  it('replaces the session of its kind and leaves others alone', async () => {
    const web = await newPerson('web')
    const mobile = await complete(await challenge(web), { code: web.nextCode() })
    const again = await complete(await challenge(web), { code: web.nextCode() }, { 'x-service-client': 'mobile' })
    const me = (token: string) => server.request('GET', '/api/auth/me', { token })
    expect((await me(mobile.body.token)).code).toBe('session_replaced')
    expect((await me(again.body.token)).status).toBe(200)
    expect((await me(web.token)).status).toBe(200)
  })

  it('accepts exactly one of code and recovery_code, and no unknown kind', async () => {
    const ann = await newPerson()
    const totp_token = await challenge(ann)
    for (const body of [{ totp_token }, { totp_token, code: '1', recovery_code: '2' }, { totp_token, code: null }])
      expect((await server.request('POST', '/api/auth/login/totp', { body })).status).toBe(422)
    const odd = await complete(totp_token, { code: ann.nextCode() }, { 'x-service-client': 'tv' })
    expect([odd.status, odd.code]).toEqual([422, 'unknown_client'])
  })

  it('is refused for a token that is not a challenge', async () => {
    const ann = await newPerson()
    for (const totp_token of ['', 'x', ann.token, '\0'])
      expect((await complete(totp_token, { code: ann.nextCode() })).code).toBe('challenge_expired')
  })
})

describe('a code', () => {
  it('is valid once, over all processes', async () => {
    const ann = await newPerson()
    const code = ann.nextCode()
    expect((await complete(await challenge(ann), { code })).status).toBe(200)
    for (const at of [server, other]) {
      const replayed = await complete(await challenge(ann), { code }, {}, at)
      expect([replayed.status, replayed.code]).toEqual([401, 'invalid_totp'])
    }
  })

  it('that confirmed the factor does not log in as well', async () => {
    const ann = await newPerson()
    expect((await complete(await challenge(ann), { code: ann.codeAt() })).code).toBe('invalid_totp')
  })

  it('is accepted once of ten simultaneous uses, over new challenges and two processes', async () => {
    const ann = await newPerson()
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challenge(ann)))
    const code = ann.nextCode()
    const answers = await Promise.all(
      challenges.map((one, n) => complete(one, { code }, {}, n % 2 === 0 ? server : other)),
    )
    expect(tally(answers)).toEqual({ ok: 1, invalid_totp: 9 })
  })

  it('is valid for its step and the neighboring ones, never for ten', async () => {
    const ann = await newPerson()
    pass(20)
    for (const steps of [-10, -2, 2, 10])
      expect((await complete(await challenge(ann), { code: ann.codeAt(steps) })).status).toBe(401)
    for (const steps of [-1, 0, 1])
      expect((await complete(await challenge(ann), { code: ann.codeAt(steps) })).status).toBe(200)
  })

  it('is valid again at once after the clock was a day ahead', async () => {
    const ann = await newPerson()
    pass(2880)
    expect((await complete(await challenge(ann), { code: ann.codeAt() })).status).toBe(200)
    pass(-2879)
    expect((await complete(await challenge(ann), { code: ann.codeAt() })).status).toBe(200)
  })
})

describe('a challenge', () => {
  it('is used up by its success, also by ten simultaneous ones with different codes', async () => {
    const ann = await newPerson()
    pass(5)
    const totp_token = await challenge(ann)
    const proofs = [-1, 0, 1].map((steps) => ({ code: ann.codeAt(steps) }))
    const answers = await Promise.all(proofs.map((proof) => complete(totp_token, proof)))
    expect(tally(answers)).toEqual({ ok: 1, challenge_expired: 2 })
    pass(5)
    expect((await complete(totp_token, { code: ann.codeAt() })).code).toBe('challenge_expired')
  })

  it('allows five tries, also simultaneously, and then not even the right code', async () => {
    const ann = await newPerson()
    const totp_token = await challenge(ann)
    const answers = await Promise.all(Array.from({ length: 30 }, () => complete(totp_token, { code: wrongCode(ann) })))
    expect(tally(answers)).toEqual({ invalid_totp: 5, challenge_expired: 25 })
    expect((await complete(totp_token, { code: ann.nextCode() })).code).toBe('challenge_expired')
  })

  it('expires after five minutes', async () => {
    const ann = await newPerson()
    const totp_token = await challenge(ann)
    const age = (seconds: number) =>
      server.database.pool.query(`update totp_challenges set expires_at = expires_at - make_interval(secs => $1)`, [
        seconds,
      ])
    await age(295)
    expect((await complete(totp_token, { code: wrongCode(ann) })).code).toBe('invalid_totp')
    await age(5)
    expect((await complete(totp_token, { code: ann.nextCode() })).code).toBe('challenge_expired')
  })

  it('is invalidated by a change of the password, and with the factor', async () => {
    const ann = await newPerson()
    const before = await challenge(ann)
    const body = { current_password: ann.password, password: 'another horse' }
    expect((await ann.request('POST', '/api/me/password', { body })).status).toBe(204)
    expect((await complete(before, { code: ann.nextCode() })).code).toBe('challenge_expired')
    const bob = await newPerson()
    const open = await challenge(bob)
    const removal = { password: bob.password, code: bob.nextCode() }
    expect((await bob.request('DELETE', '/api/me/totp', { body: removal })).status).toBe(204)
    expect((await complete(open, { code: bob.nextCode() })).code).toBe('challenge_expired')
  })
})

describe('guessing codes', () => {
  it('is limited over new challenges and processes; a recovery code still lets its owner in', async () => {
    const ann = await newPerson()
    const answers = []
    for (let n = 0; n < 60; n += 1) {
      const at = n % 2 === 0 ? server : other
      answers.push(await complete(await challenge(ann), { code: wrongCode(ann) }, {}, at))
    }
    expect(tally(answers)).toEqual({ invalid_totp: 10, rate_limited: 50 })
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await complete(await challenge(ann), { code: ann.nextCode() })).status).toBe(429)
    expect((await complete(await challenge(ann), { recovery_code: ann.codes[0]! })).status).toBe(200)
    await server.database.pool.query(`update totp_failures set failed_at = failed_at - interval '1 hour'`)
    expect((await complete(await challenge(ann), { code: ann.nextCode() })).status).toBe(200)
  })

  it('is limited also simultaneously: of forty over new challenges, ten learn that they are wrong', async () => {
    const ann = await newPerson()
    const challenges: string[] = []
    while (challenges.length < 40)
      challenges.push(...(await Promise.all(Array.from({ length: 4 }, () => challenge(ann)))))
    const answers = await Promise.all(challenges.map((one) => complete(one, { code: wrongCode(ann) })))
    expect(tally(answers)).toEqual({ invalid_totp: 10, rate_limited: 30 })
  })

  it('with a session counts as well', async () => {
    const ann = await newPerson()
    const remove = () =>
      ann.request('DELETE', '/api/me/totp', { body: { password: ann.password, code: wrongCode(ann) } })
    for (let n = 0; n < 10; n += 1) expect((await remove()).status).toBe(422)
    expect((await remove()).status).toBe(429)
    expect((await complete(await challenge(ann), { code: ann.nextCode() })).status).toBe(429)
  })

  it('appears in the audit trail, once per address and interval', async () => {
    const ann = await newPerson()
    for (let n = 0; n < 3; n += 1) await complete(await challenge(ann), { code: wrongCode(ann) })
    const { entries } = (await ann.request('GET', '/api/me/audit')).body
    const failed = entries.filter(({ action }: { action: string }) => action === 'login.failed')
    expect(failed).toMatchObject([{ details: { factor: 'totp' }, token_id: null }])
  })
})

describe('recovery codes', () => {
  it('log in once each, however they are typed', async () => {
    const ann = await newPerson()
    const [first, second] = ann.codes as [string, string]
    expect((await complete(await challenge(ann), { recovery_code: ` ${first.toUpperCase()} ` })).status).toBe(200)
    expect((await complete(await challenge(ann), { recovery_code: first })).code).toBe('invalid_totp')
    const { body } = await complete(await challenge(ann), { recovery_code: second.replaceAll('-', '') })
    expect((await server.request('GET', '/api/me/totp', { token: body.token })).body.recovery_codes_left).toBe(8)
  })

  it('log in once of ten simultaneous uses', async () => {
    const ann = await newPerson()
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challenge(ann)))
    const answers = await Promise.all(challenges.map((one) => complete(one, { recovery_code: ann.codes[0]! })))
    expect(tally(answers)).toEqual({ ok: 1, invalid_totp: 9 })
  })

  it('are invalid for another account', async () => {
    const ann = await newPerson()
    const bob = await newPerson()
    expect((await complete(await challenge(bob), { recovery_code: ann.codes[0]! })).code).toBe('invalid_totp')
  })

  it('are replaced with password and code, which invalidates the old ones', async () => {
    const ann = await newPerson()
    const renew = (body: object) =>
      ann.raw<{ recovery_codes: string[] }>('POST', '/api/me/totp/recovery-codes', { body })
    expect((await renew({ password: 'not this one', code: ann.nextCode() })).code).toBe('wrong_password')
    expect((await renew({ password: ann.password, code: wrongCode(ann) })).status).toBe(422)
    const { status, body } = await renew({ password: ann.password, code: ann.nextCode() })
    expect(status).toBe(200)
    expect(body.recovery_codes).toHaveLength(10)
    expect((await complete(await challenge(ann), { recovery_code: ann.codes[0]! })).status).toBe(401)
    expect((await complete(await challenge(ann), { recovery_code: body.recovery_codes[0]! })).status).toBe(200)
  })

  it('are deleted with the factor, and do not return with the next', async () => {
    const ann = await newPerson()
    const remove = (body: object) => ann.raw('DELETE', '/api/me/totp', { body })
    expect((await remove({ password: ann.password })).status).toBe(422)
    expect((await remove({ password: 'not this one', code: ann.nextCode() })).code).toBe('wrong_password')
    expect((await remove({ password: ann.password, recovery_code: ann.codes[0] })).status).toBe(204)
    expect((await remove({ password: ann.password, recovery_code: ann.codes[1] })).code).toBe('totp_not_enabled')
    const { rows } = await server.database.pool.query(
      'select count(*) from recovery_codes r join users u on u.id = r.user_id where u.email = $1',
      [ann.email],
    )
    expect(rows[0].count).toBe(0)
    const session = await server.logIn(ann)
    const again = await enrol(session)
    expect((await complete(await challenge(again), { recovery_code: ann.codes[2]! })).status).toBe(401)
  })
})

it('simultaneous logins with passwords and codes leave one live session of a kind', async () => {
  const ann = await newPerson()
  const challenges = await Promise.all(Array.from({ length: 6 }, () => challenge(ann)))
  // The factor is removed meanwhile, so that logins with and without one race.
  const removal = { password: ann.password, recovery_code: ann.codes[9]! }
  const kind = { 'x-service-client': 'cli' }
  const { email, password } = ann
  const answers = await Promise.all([
    ...challenges.slice(0, 3).map((one, n) => complete(one, { recovery_code: ann.codes[n]! }, kind)),
    ann.request('DELETE', '/api/me/totp', { body: removal }),
    ...challenges.slice(3).map((one, n) => complete(one, { recovery_code: ann.codes[n + 3]! }, kind)),
    ...Array.from({ length: 6 }, () =>
      server.request('POST', '/api/auth/login', { body: { email, password }, headers: kind }),
    ),
  ])
  expect(answers.map(({ status }) => status).filter((status) => ![200, 204, 401].includes(status))).toEqual([])
  const tokens = answers.flatMap(({ body }) => (body && 'token' in body ? [body.token] : []))
  expect(tokens.length).toBeGreaterThan(1)
  const checks = await Promise.all(tokens.map((token) => server.request('GET', '/api/auth/me', { token })))
  expect(checks.filter(({ status }) => status === 200)).toHaveLength(1)
})

describe('the operator', () => {
  it('removes the second factor of a user who lost it, with an entry in the audit trail', async () => {
    const ann = await newPerson()
    const lines: string[] = []
    const run = { isDryRun: false, print: (line: string) => void lines.push(line) }
    await disableTotp(server.database.ofServer, ann.email, { ...run, isDryRun: true })
    expect(lines.splice(0)).toEqual([expect.stringContaining('nothing was changed')])
    await disableTotp(server.database.ofServer, ann.email.toUpperCase(), run)
    expect(lines).toEqual([`${ann.email} now logs in with the password alone.`])
    const { token } = await server.logIn(ann)
    const { body } = await server.request('GET', '/api/me/audit?limit=2', { token })
    expect(body.entries[1]).toMatchObject({ action: 'totp.removed', token_id: null, details: { by: 'operator' } })
    expect((await complete('x', { recovery_code: ann.codes[0]! })).status).toBe(401)
    await expect(disableTotp(server.database.ofServer, ann.email, run)).rejects.toThrow('has no second factor')
  })
})
