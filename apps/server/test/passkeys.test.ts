import { type AddPasskeyResponse, type LoginResponse, limits, type TotpChallenge } from '@bugle/protocol'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { disableTotp } from '../src/admin/users.ts'
import { Authenticator, type Deviation } from './authenticator.ts'
import { type Session, startServer, type TestResponse } from './start-server.ts'
import { until } from './until.ts'

const env = {
  BUGLE_URL: 'https://bugle.example',
  BUGLE_OIDC_ISSUER: 'https://login.example',
  BUGLE_OIDC_CLIENT_ID: 'bugle',
  BUGLE_OIDC_CLIENT_SECRET: 'of no matter here, for nobody asks the provider',
}
const server = await startServer({ env, digest: true })
const { pool, ofServer } = server.database
const clock = () => new Date()

const creationOf = async (session: Session) =>
  (await session.request('POST', '/api/me/passkeys/options', { body: {} })).body

const add = async (session: Session, { key = new Authenticator(), name = 'Laptop' } = {}) => {
  const credential = key.create(await creationOf(session))
  const body = { name, credential }
  const { status, code, ...made } = await session.raw<AddPasskeyResponse>('POST', '/api/me/passkeys', { body })
  expect([status, code]).toEqual([201, undefined])
  return { key, passkey: made.body.passkey, codes: made.body.recovery_codes }
}

const newPerson = async () => {
  const session = await server.register()
  return { session, ...(await add(session)) }
}

const challengeFor = async ({ email, password }: Session) => {
  const login = { email, password }
  const { body } = await server.raw<TotpChallenge>('POST', '/api/auth/login', { body: login })
  expect(body.totp_token).toMatch(/^[\w-]{43}$/)
  return body
}

const optionsFor = async (totp_token: string) =>
  (await server.request('POST', '/api/auth/login/passkey/options', { body: { totp_token } })).body

const complete = (totp_token: string, credential: object) =>
  server.raw<LoginResponse>('POST', '/api/auth/login/passkey', { body: { totp_token, credential } })

const requestLogin = async () => (await server.request('POST', '/api/auth/passkey/options')).body

const logIn = (credential: object, headers = {}) =>
  server.raw<LoginResponse>('POST', '/api/auth/passkey', { body: { credential }, headers })

const actionsOf = async (session: Session) =>
  ((await session.request('GET', '/api/me/audit')).body.entries as { action: string }[]).map(({ action }) => action)

const verdict = ({ status, code }: TestResponse<unknown>) => [status, code]

/** Everything that must be right in any response; each of these is wrong in one way. */
const wrong: [name: string, Deviation][] = [
  ['of another origin', { origin: 'https://bugle.example.evil.test' }],
  ['of another port', { origin: 'https://bugle.example:8443' }],
  ['for another site', { rpId: 'evil.test' }],
  ['to a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['of another kind', { type: 'payment.get' }],
  ['within the page of another site', { crossOrigin: true }],
  ['of nobody who is present', { isPresent: false }],
]

describe('adding a passkey', () => {
  it('returns recovery codes with the first, and lists, renames, mails and records it', async () => {
    const session = await server.register()
    const options = await creationOf(session)
    expect(options).toMatchObject({
      rp: { id: 'bugle.example' },
      user: { name: session.email },
      attestation: 'none',
      excludeCredentials: [],
    })
    const { passkey, codes, key } = await add(session)
    expect(passkey).toMatchObject({ name: 'Laptop', last_used_at: null, is_backed_up: false })
    expect(new Set(codes).size).toBe(10)
    const second = await add(session, { name: 'Key' })
    expect(second.codes).toBeNull()
    expect((await creationOf(session)).excludeCredentials).toContainEqual(expect.objectContaining({ id: key.id }))
    const renamed = await session.request('PATCH', `/api/me/passkeys/${passkey.id}`, { body: { name: 'Old laptop' } })
    expect(renamed.body).toEqual({ ...passkey, name: 'Old laptop' })
    const { body } = await session.request('GET', '/api/me/passkeys')
    expect(body).toMatchObject({ passkeys: [{ name: 'Old laptop' }, { name: 'Key' }], recovery_codes_left: 10 })
    expect((await actionsOf(session)).filter((action) => action === 'passkey.added')).toHaveLength(2)
    await until(
      async () => server.mailsTo(session.email).filter(({ subject }) => subject?.startsWith('A passkey was added')),
      ({ length }) => length === 2,
    )
  })

  it('needs the password an hour after the login', async () => {
    const session = await server.register()
    const begin = (body: object) => session.request('POST', '/api/me/passkeys/options', { body })
    await pool.query(
      `update access_tokens set created_at = now() - interval '61 minutes'
        where user_id = (select id from users where email = $1)`,
      [session.email],
    )
    expect(verdict(await begin({}))).toEqual([422, 'password_needed'])
    expect(verdict(await begin({ password: 'wrong' }))).toEqual([422, 'wrong_password'])
    expect(verdict(await begin({ password: session.password }))).toEqual([200, undefined])
  })

  it.each(wrong)('refuses a response %s', async (_, deviation) => {
    const session = await server.register()
    const credential = new Authenticator().create(await creationOf(session), deviation)
    const refused = await session.raw('POST', '/api/me/passkeys', { body: { name: 'Laptop', credential } })
    expect(verdict(refused)).toEqual([422, 'passkey_not_accepted'])
    expect((await session.request('GET', '/api/me/passkeys')).body.passkeys).toEqual([])
  })

  it('takes a challenge once, from its own account and within five minutes, and a credential once', async () => {
    const [ann, bob] = [await server.register(), await server.register()]
    const post = (session: Session, credential: object) =>
      session.raw('POST', '/api/me/passkeys', { body: { name: 'Laptop', credential } })
    const refused = [422, 'passkey_not_accepted']
    const foreign = new Authenticator().create(await creationOf(bob))
    expect(verdict(await post(ann, foreign))).toEqual(refused)
    const options = await creationOf(ann)
    const key = new Authenticator()
    const credential = key.create(options)
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(ann, credential)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422])
    expect(verdict(await post(ann, new Authenticator().create(options)))).toEqual(refused)
    expect(verdict(await post(bob, key.create(await creationOf(bob))))).toEqual(refused)
    const late = new Authenticator().create(await creationOf(ann))
    await pool.query(`update passkey_challenges set expires_at = expires_at - interval '5 minutes'`)
    expect(verdict(await post(ann, late))).toEqual(refused)
    const login = new Authenticator().create({
      ...(await creationOf(ann)),
      challenge: (await requestLogin()).challenge,
    })
    expect(verdict(await post(ann, login))).toEqual(refused)
  })

  it('reads no statement about the make of an authenticator', async () => {
    const session = await server.register()
    // fmt: packed, attStmt: {"x5c": [h'00']}, which is no certificate.
    const statement = Buffer.from('667061636b65646761747453746d74a163783563814100', 'hex')
    const credential = new Authenticator().create(await creationOf(session), { statement })
    const { status } = await session.raw('POST', '/api/me/passkeys', { body: { name: 'Key', credential } })
    expect(status).toBe(201)
  })

  it('ends at the limit, also for simultaneous requests', async () => {
    const session = await server.register()
    const credentials = []
    for (let index = 0; index < limits.passkeys - 2; index++) await add(session)
    for (let index = 0; index < 6; index++) credentials.push(new Authenticator().create(await creationOf(session)))
    const answers = await Promise.all(
      credentials.map((credential) => session.raw('POST', '/api/me/passkeys', { body: { name: 'Key', credential } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422])
    expect((await session.request('GET', '/api/me/passkeys')).body.passkeys).toHaveLength(limits.passkeys)
    expect(verdict(await session.request('POST', '/api/me/passkeys/options', { body: {} }))).toEqual([
      422,
      'validation_failed',
    ])
  })
})

describe('a passkey as the second factor', () => {
  it('completes a login, as does a recovery code, each challenge once', async () => {
    const { session, key, codes, passkey } = await newPerson()
    const { totp_token, factors } = await challengeFor(session)
    expect(factors).toEqual(['passkey'])
    const options = await optionsFor(totp_token)
    expect(options).toMatchObject({ rpId: 'bugle.example', allowCredentials: [{ id: key.id }] })
    const credential = key.get(options, { isVerified: false })
    const { status, body } = await complete(totp_token, credential)
    expect([status, body.user.email]).toEqual([200, session.email])
    expect(verdict(await complete(totp_token, credential))).toEqual([401, 'challenge_expired'])
    const again = await challengeFor(session)
    expect(verdict(await complete(again.totp_token, credential))).toEqual([401, 'invalid_passkey'])
    const code = { totp_token: again.totp_token, code: '123456' }
    expect(verdict(await server.request('POST', '/api/auth/login/totp', { body: code }))).toEqual([401, 'invalid_totp'])
    const recovery = { totp_token: again.totp_token, recovery_code: codes![0]! }
    const recovered = await server.request('POST', '/api/auth/login/totp', { body: recovery })
    expect(recovered.status).toBe(200)
    const { token } = recovered.body
    const listed = await server.request('GET', '/api/me/passkeys', { token })
    expect(listed.body).toMatchObject({
      passkeys: [{ id: passkey.id, last_used_at: expect.any(String) }],
      recovery_codes_left: 9,
    })
    const audit = await server.request('GET', '/api/me/audit', { token })
    const actions = audit.body.entries.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['passkey.used', 'login.failed', 'recovery_code.used']))
  })

  it.each(wrong)('is refused with a response %s', async (_, deviation) => {
    const { session, key } = await newPerson()
    const { totp_token } = await challengeFor(session)
    const credential = key.get(await optionsFor(totp_token), deviation)
    expect(verdict(await complete(totp_token, credential))).toEqual([401, 'invalid_passkey'])
  })

  it('is refused with the credential of another account, and with the challenge of another login', async () => {
    const [ann, bob] = [await newPerson(), await newPerson()]
    const { totp_token } = await challengeFor(ann.session)
    const foreign = bob.key.get(await optionsFor(totp_token))
    expect(verdict(await complete(totp_token, foreign))).toEqual([401, 'invalid_passkey'])
    // Signed by another key, in the name of the account's.
    const forged = bob.key.get(await optionsFor(totp_token), { id: ann.key.id })
    expect(verdict(await complete(totp_token, forged))).toEqual([401, 'invalid_passkey'])
    const others = await challengeFor(ann.session)
    const swapped = ann.key.get(await optionsFor(others.totp_token))
    expect(verdict(await complete(totp_token, swapped))).toEqual([401, 'invalid_passkey'])
    const alone = ann.key.get(await requestLogin())
    expect(verdict(await complete(totp_token, alone))).toEqual([401, 'invalid_passkey'])
  })

  it('is refused when its counter does not rise: a copy of it is about', async () => {
    const { session, key } = await newPerson()
    const use = async (deviation: Deviation = {}) => {
      const { totp_token } = await challengeFor(session)
      return verdict(await complete(totp_token, key.get(await optionsFor(totp_token), deviation)))
    }
    expect(await use({ counter: 10 })).toEqual([200, undefined])
    expect(await use({ counter: 10 })).toEqual([401, 'invalid_passkey'])
    expect(await use({ counter: 3 })).toEqual([401, 'invalid_passkey'])
    expect(await use({ counter: 0 })).toEqual([401, 'invalid_passkey'])
    expect(await use({ counter: 11 })).toEqual([200, undefined])
  })

  it('allows five tries for a login', async () => {
    const { session, key } = await newPerson()
    const { totp_token } = await challengeFor(session)
    for (let index = 0; index < 5; index++) {
      const credential = key.get(await optionsFor(totp_token), { rpId: 'evil.test' })
      expect(verdict(await complete(totp_token, credential))).toEqual([401, 'invalid_passkey'])
    }
    const options = await server.request('POST', '/api/auth/login/passkey/options', { body: { totp_token } })
    expect(verdict(options)).toEqual([401, 'challenge_expired'])
  })

  it('counts where an organization asks for a second factor', async () => {
    const session = await server.register()
    const { id } = (await session.me()).organizations[0]!
    const require = () => session.request('PATCH', `/api/organizations/${id}`, { body: { require_totp: true } })
    expect((await require()).status).toBe(422)
    const { passkey } = await add(session)
    const { project } = await session.createProject()
    const look = () => session.request('GET', `/api/projects/${project.id}`)
    expect((await require()).status).toBe(200)
    expect((await session.me()).organizations[0]!.lacks_totp).toBe(false)
    expect((await look()).status).toBe(200)
    const members = await session.request('GET', `/api/organizations/${id}/members`)
    expect(members.body.members).toMatchObject([{ has_totp: true }])
    const body = { password: session.password }
    expect((await session.request('DELETE', `/api/me/passkeys/${passkey.id}`, { body })).status).toBe(204)
    expect((await session.me()).organizations[0]!.lacks_totp).toBe(true)
    expect((await look()).status).toBe(404)
  })
})

describe('a passkey instead of the password', () => {
  it('opens a session, without asking for a second factor', async () => {
    const { session, key } = await newPerson()
    const options = await requestLogin()
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [] })
    expect({ ...(await requestLogin()), challenge: '' }).toEqual({ ...options, challenge: '' })
    const credential = key.get(options)
    const web = { 'x-service-client': 'web', origin: 'https://bugle.example' }
    const { status, body, headers } = await logIn(credential, web)
    expect([status, body.user.email]).toEqual([200, session.email])
    expect(headers.getSetCookie().join()).toMatch(/HttpOnly/)
    expect(await actionsOf(session)).toEqual(expect.arrayContaining(['passkey.used', 'session.started']))
    expect(verdict(await logIn(credential))).toEqual([401, 'challenge_expired'])
  })

  it.each(wrong)('is refused with a response %s', async (name, deviation) => {
    const { key } = await newPerson()
    const isOwnChallenge = name.includes('challenge')
    const refused = await logIn(key.get(await requestLogin(), deviation))
    expect(verdict(refused)).toEqual([401, isOwnChallenge ? 'challenge_expired' : 'invalid_passkey'])
  })

  it('needs the user verified, and the account that the credential belongs to', async () => {
    const [ann, bob] = [await newPerson(), await newPerson()]
    const use = async (key: Authenticator, deviation: Deviation) =>
      verdict(await logIn(key.get(await requestLogin(), deviation)))
    const refused = [401, 'invalid_passkey']
    const handleOf = async (session: Session) => (await creationOf(session)).user.id as string
    expect(await use(ann.key, { isVerified: false })).toEqual(refused)
    expect(await use(ann.key, { userHandle: '' })).toEqual(refused)
    expect(await use(ann.key, { userHandle: await handleOf(bob.session) })).toEqual(refused)
    expect(await use(ann.key, { id: bob.key.id, userHandle: await handleOf(bob.session) })).toEqual(refused)
    expect(await use(new Authenticator(), { userHandle: await handleOf(bob.session) })).toEqual(refused)
    expect(await use(ann.key, { counter: 0 })).toEqual([200, undefined])
    ann.key.counter = 20
    expect(await use(ann.key, {})).toEqual([200, undefined])
    expect(await use(ann.key, { counter: 7 })).toEqual(refused)
  })

  it('opens one session for one challenge, however often it is sent at once', async () => {
    const { key } = await newPerson()
    const credential = key.get(await requestLogin())
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(credential)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  it('is refused for a disabled account, and for members who must use single sign-on', async () => {
    const { session, key } = await newPerson()
    const owner = await server.register()
    const { id: organization } = (await owner.me()).organizations[0]!
    const { id: user } = await session.me()
    const plain = (id: string) => id.split('_')[1]
    await pool.query(`update organizations set require_sso = true where id = $1`, [plain(organization)])
    await pool.query(
      `insert into memberships (organization_id, user_id, role, source) values ($1, $2, 'member', 'invitation')`,
      [plain(organization), plain(user)],
    )
    expect(verdict(await logIn(key.get(await requestLogin())))).toEqual([401, 'invalid_passkey'])
    await pool.query(`update memberships set role = 'owner' where user_id = $1`, [plain(user)])
    expect(verdict(await logIn(key.get(await requestLogin())))).toEqual([200, undefined])
    await pool.query(`update users set disabled_at = now() where id = $1`, [plain(user)])
    expect(verdict(await logIn(key.get(await requestLogin())))).toEqual([403, 'account_disabled'])
  })

  it('is limited like other logins', async () => {
    const strict = await startServer({ beside: server, env, limits: { loginFailures: 2 } })
    const { key } = await newPerson()
    const guess = async (deviation: Deviation = {}) => {
      const options = (await strict.request('POST', '/api/auth/passkey/options')).body
      const credential = key.get(options, deviation)
      return verdict(await strict.raw('POST', '/api/auth/passkey', { body: { credential } }))
    }
    await pool.query('delete from login_failures')
    expect(await guess({ rpId: 'evil.test' })).toEqual([401, 'invalid_passkey'])
    expect(await guess({ rpId: 'evil.test' })).toEqual([401, 'invalid_passkey'])
    expect(await guess()).toEqual([429, 'rate_limited'])
    await pool.query('delete from login_failures')
    expect(await guess()).toEqual([200, undefined])
  })

  it('keeps few open challenges for an address, the latest', async () => {
    const { key } = await newPerson()
    const first = await requestLogin()
    for (let index = 0; index < 110; index++) await requestLogin()
    const { rows } = await pool.query(`select count(*)::int as n from passkey_challenges where asker like 'address %'`)
    expect(rows).toEqual([{ n: 100 }])
    expect(verdict(await logIn(key.get(first)))).toEqual([401, 'challenge_expired'])
    expect(verdict(await logIn(key.get(await requestLogin())))).toEqual([200, undefined])
  })
})

describe('removing a passkey', () => {
  it('needs the password; with the last go the recovery codes and the second factor', async () => {
    const { session, passkey, key } = await newPerson()
    const second = await add(session, { name: 'Key' })
    const remove = (id: number, password: string) =>
      session.request('DELETE', `/api/me/passkeys/${id}`, { body: { password } })
    expect(verdict(await remove(passkey.id, 'wrong'))).toEqual([422, 'wrong_password'])
    expect(verdict(await remove(passkey.id, session.password))).toEqual([204, undefined])
    expect(verdict(await remove(passkey.id, session.password))).toEqual([404, 'not_found'])
    expect(verdict(await logIn(key.get(await requestLogin())))).toEqual([401, 'invalid_passkey'])
    const state = async () => (await session.request('GET', '/api/me/passkeys')).body
    expect(await state()).toMatchObject({ passkeys: [{ name: 'Key' }], recovery_codes_left: 10 })
    expect((await challengeFor(session)).factors).toEqual(['passkey'])
    expect(verdict(await remove(second.passkey.id, session.password))).toEqual([204, undefined])
    expect(await state()).toEqual({ passkeys: [], recovery_codes_left: 0, can_add: true })
    expect((await server.logIn(session)).token).toBeTruthy()
    await until(
      async () => server.mailsTo(session.email).filter(({ subject }) => subject?.startsWith('A passkey was removed')),
      ({ length }) => length === 2,
    )
  })

  it('is for its owner alone, as is renaming', async () => {
    const [ann, bob] = [await newPerson(), await newPerson()]
    const path = `/api/me/passkeys/${ann.passkey.id}` as const
    const body = { password: bob.session.password }
    expect(verdict(await bob.session.request('DELETE', path, { body }))).toEqual([404, 'not_found'])
    expect(verdict(await bob.session.request('PATCH', path, { body: { name: 'Mine' } }))).toEqual([404, 'not_found'])
  })

  it('leaves codes of an authenticator app on, which may go first too', async () => {
    const { session, passkey } = await newPerson()
    const { secret } = (await session.request('POST', '/api/me/totp', { body: { password: session.password } })).body
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = totp.generate({ timestamp: clock().getTime() })
    const { body } = await session.request('POST', '/api/me/totp/confirm', { body: { code } })
    expect((await challengeFor(session)).factors).toEqual(['totp', 'passkey'])
    const renew = (more: object) =>
      session.request('POST', '/api/me/totp/recovery-codes', { body: { password: session.password, ...more } })
    expect(verdict(await renew({}))).toEqual([422, 'validation_failed'])
    const off = { password: session.password, recovery_code: body.recovery_codes[0]! }
    expect(verdict(await session.request('DELETE', '/api/me/totp', { body: off }))).toEqual([204, undefined])
    expect((await session.request('GET', '/api/me/passkeys')).body.recovery_codes_left).toBe(9)
    expect((await renew({})).body.recovery_codes).toHaveLength(10)
    await session.request('DELETE', `/api/me/passkeys/${passkey.id}`, { body: { password: session.password } })
    expect(verdict(await renew({}))).toEqual([422, 'totp_not_enabled'])
  })

  it('is done by an operator for those who lost it', async () => {
    const { session } = await newPerson()
    const run = { isDryRun: false, print: () => {} }
    await disableTotp(ofServer, session.email, { ...run, isDryRun: true })
    await disableTotp(ofServer, session.email, run)
    expect((await server.logIn(session)).token).toBeTruthy()
    await expect(disableTotp(ofServer, session.email, run)).rejects.toThrow('has no second factor')
  })
})

it('a reset of the password removes no passkey, and is no way around it', async () => {
  const { session, key, codes, passkey } = await newPerson()
  const { email } = session
  const before = await challengeFor(session)
  const credential = key.get(await optionsFor(before.totp_token))
  const mails = async (subject: string) =>
    (
      await until(
        async () => server.mailsTo(email).filter((mail) => mail.subject === subject),
        ({ length }) => length === 1,
      )
    )[0]!.text
  await server.request('POST', '/api/auth/password/forgot', { body: { email } })
  const text = await mails('Reset your password')
  expect(text).toContain('A second factor stays on, and passkeys go on working.')
  const token = /reset-password#token=([\w-]{43})$/m.exec(text)![1]
  const password = 'battery staple'
  expect(await server.request('POST', '/api/auth/password/reset', { body: { token: token!, password } })).toMatchObject(
    {
      status: 204,
    },
  )
  expect(await mails('Your password was changed')).toContain('API tokens and passkeys stay valid.')
  // A login on its way has ended; the next one asks for the passkey again.
  expect(verdict(await complete(before.totp_token, credential))).toEqual([401, 'challenge_expired'])
  const after = await challengeFor({ ...session, password })
  expect(after.factors).toEqual(['passkey'])
  const { body } = await complete(after.totp_token, key.get(await optionsFor(after.totp_token)))
  const listed = await server.request('GET', '/api/me/passkeys', { token: body.token })
  expect(listed.body).toMatchObject({ passkeys: [{ id: passkey.id }], recovery_codes_left: codes!.length })
  expect((await logIn(key.get(await requestLogin()))).status).toBe(200)
})

it('a server whose address cannot have passkeys offers none', async () => {
  expect((await server.request('GET', '/api/auth/registration')).body.passkeys).toBe(true)
  for (const BUGLE_URL of ['http://bugle.example', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
    const plain = await startServer({ beside: server, env: { ...env, BUGLE_URL } })
    expect((await plain.request('GET', '/api/auth/registration')).body.passkeys).toBe(false)
    expect(verdict(await plain.request('POST', '/api/auth/passkey/options'))).toEqual([404, 'passkeys_off'])
    await plain.close()
  }
})
