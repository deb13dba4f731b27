import { createHash, randomBytes } from 'node:crypto'
import type { LoginResponse, TotpChallenge } from '@bugle/protocol'
import { Secret, TOTP } from 'otpauth'
import { afterAll, describe, expect, it } from 'vitest'
import { Browser as PlainBrowser } from './browser.ts'
import { EvilProvider, type Said } from './evil-provider.ts'
import { accept, createTeam, inviteTo, organizationOf } from './organization.ts'
import { type Session, startServer, type TestServer } from './start-server.ts'

const provider = await EvilProvider.start()
afterAll(() => provider.close())
const env = {
  BUGLE_OIDC_ISSUER: provider.issuer,
  BUGLE_OIDC_CLIENT_ID: 'bugle',
  BUGLE_OIDC_NAME: 'Acme',
}
const server = await startServer({ env, digest: true })
/** The public address of the server, which browsers come back to whatever port a test has. */
const publicUrl = server.openapi.servers[0]!.url

/** A browser of somebody who logs in by the provider. */
class Browser extends PlainBrowser {
  constructor(to: TestServer = server) {
    super(to)
  }

  /** Begins a login, and returns the provider's page. */
  async begin(query = ''): Promise<string> {
    const { status, location } = await this.request('GET', `/api/auth/oidc/start${query}`)
    expect([status, location.startsWith(`${provider.issuer}/authorize?`)]).toEqual([302, true])
    return location
  }

  /** Logs in as the person that the provider says. @returns where the browser ends */
  async logIn(said: typeof provider.said, query = ''): Promise<string> {
    provider.said = said
    const back = provider.authorize(await this.begin(query))
    return (await this.request('GET', back)).location
  }
}

const failed = `${publicUrl}/sign-in#sso=` as const
let people = 0
const somebody = () => {
  people += 1
  return { sub: `person-${people}`, email: `somebody${people}@acme.example`, email_verified: true, name: 'Some Body' }
}

describe('a first login', () => {
  it('makes an account without a password, and the second one finds it by issuer and subject', async () => {
    const person = somebody()
    const browser = new Browser()
    expect(await browser.logIn(person)).toBe(`${publicUrl}/`)
    const me = await browser.me()
    expect(me).toMatchObject({ email: person.email, name: 'Some Body', email_confirmed: true })
    const other = new Browser()
    // The address may change there: nothing is decided by it.
    await other.logIn({ ...person, email: 'renamed@acme.example' })
    expect((await other.me()).id).toBe(me.id)
    // Only one session of a kind.
    expect(await browser.me()).toBeUndefined()
    const entries = (await other.request('GET', '/api/me/audit')).body.entries
    expect(entries.map(({ action }: { action: string }) => action)).toContain('identity.linked')
  })

  it('returns to a page of the dashboard, and to no other', async () => {
    for (const [next, page] of [
      ['/issues?status=all', '/issues?status=all'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['https://evil.example', '/'],
    ] as const)
      expect(await new Browser().logIn(somebody(), `?next=${encodeURIComponent(next)}`)).toBe(`${publicUrl}${page}`)
  })

  it('that begins in the mobile app ends there, whatever becomes of it', async () => {
    expect(await new Browser().logIn(somebody(), '?next=/m/')).toBe(`${publicUrl}/m/`)
    const refused = { ...somebody(), email_verified: false }
    expect(await new Browser().logIn(refused, '?next=/m/')).toBe(`${publicUrl}/m/sign-in#sso=sso_email_unverified`)
  })

  it('is named on the page of the login', async () => {
    expect((await server.request('GET', '/api/auth/registration')).body).toMatchObject({
      open: true,
      sso: { name: 'Acme' },
    })
  })

  it.each([
    ['is false', { email_verified: false }],
    ['is missing', { email_verified: undefined }],
    ['is of an address that is missing', { email: undefined }],
  ])('is refused when email_verified %s', async (_, change) => {
    const browser = new Browser()
    expect(await browser.logIn({ ...somebody(), ...change })).toBe(`${failed}sso_email_unverified`)
    expect(await browser.me()).toBeUndefined()
  })
})

describe('peculiarities of providers', () => {
  const named = async (said: Said) => {
    const browser = new Browser()
    const location = await browser.logIn(said)
    const me = await browser.me()
    return me === undefined ? location.slice(failed.length) : `${me.name} <${me.email}>`
  }

  it('Cognito: email_verified is a text', async () => {
    const person = somebody()
    expect(await named({ ...person, email_verified: 'true' })).toBe(`Some Body <${person.email}>`)
    expect(await named({ ...somebody(), email_verified: 'false' })).toBe('sso_email_unverified')
  })

  it('Keycloak and dex: claims are at the userinfo endpoint alone', async () => {
    const { sub, ...inUserInfo } = somebody()
    expect(await named({ sub, inUserInfo })).toBe(`Some Body <${inUserInfo.email}>`)
  })

  it('the address is in the token, and whether it is verified elsewhere: both are taken from one place', async () => {
    const { sub, email } = somebody()
    const other = { email: 'other@acme.example', email_verified: true }
    expect(await named({ sub, email, inUserInfo: other })).toBe('other <other@acme.example>')
    expect(await named({ ...somebody(), email_verified: false, inUserInfo: other })).toBe('sso_email_unverified')
  })

  it('userinfo of another person is refused', async () => {
    const { sub, ...inUserInfo } = somebody()
    expect(await named({ sub, inUserInfo: { ...inUserInfo, sub: 'somebody-else' } })).toBe('sso_failed')
  })

  it('Entra ID: there is no email_verified, and the login name is no address', async () => {
    const { sub, email } = somebody()
    expect(await named({ sub, email, preferred_username: email })).toBe('sso_email_unverified')
  })

  it('dex: there is no name, and the subject is long', async () => {
    const { email } = somebody()
    const sub = Buffer.from(`\n$${randomBytes(90).toString('hex')}\u0012\u0004ldap`).toString('base64url')
    expect(await named({ sub, email, email_verified: true })).toBe(`${email.split('@')[0]} <${email}>`)
  })

  it('Keycloak: the token is for several audiences, with azp', async () => {
    const person = somebody()
    const said = { ...person, aud: ['bugle', 'account'] }
    expect(await named({ ...said, azp: 'bugle' })).toBe(`Some Body <${person.email}>`)
    expect(await named({ ...said, azp: 'account' })).toBe('sso_failed')
  })

  it('dex and Entra ID: responses do not name the issuer', async () => {
    const plain = await EvilProvider.start({ namesIssuer: false })
    const its = await startServer({ beside: server, env: { ...env, BUGLE_OIDC_ISSUER: plain.issuer } })
    const browser = new Browser(its)
    plain.said = somebody()
    const back = plain.authorize((await browser.request('GET', '/api/auth/oidc/start')).location)
    expect(new URL(back).searchParams.has('iss')).toBe(false)
    expect((await browser.request('GET', back)).location).toBe(`${publicUrl}/`)
    await plain.close()
  })
})

describe('addresses that the provider names', () => {
  const start = async (endpoints: Record<string, string>, allow = '') => {
    const liar = await EvilProvider.start({ endpoints })
    const its = await startServer({
      beside: server,
      env: { ...env, BUGLE_OIDC_ISSUER: liar.issuer, ...(allow !== '' && { BUGLE_OUTGOING_ALLOW: allow }) },
    })
    const browser = new Browser(its)
    liar.said = somebody()
    const back = liar.authorize((await browser.request('GET', '/api/auth/oidc/start')).location)
    const { location } = await browser.request('GET', back)
    await liar.close()
    return { location, log: its.log.join('') }
  }

  it.each([
    ['the token endpoint', 'token_endpoint'],
    ['the keys', 'jwks_uri'],
  ])('are not asked inside the network, unless the operator allows it: %s', async (_, name) => {
    const inner = await EvilProvider.start()
    const host = new URL(inner.issuer).host
    const { location, log } = await start({ [name]: `${inner.issuer}/anything` as const })
    expect(location).toBe(`${failed}sso_failed`)
    expect(log).toMatch(/is not a public address|must begin with https/)
    expect(inner.requests).toEqual([])
    await start({ [name]: `${inner.issuer}/anything` as const }, host)
    expect(inner.requests).toEqual(['/anything'])
    await inner.close()
  })

  it('are not followed elsewhere by a redirect', async () => {
    const inner = await EvilProvider.start()
    const liar = await EvilProvider.start({ redirect: { path: '/token', to: `${inner.issuer}/token` as const } })
    const its = await startServer({ beside: server, env: { ...env, BUGLE_OIDC_ISSUER: liar.issuer } })
    const browser = new Browser(its)
    const back = liar.authorize((await browser.request('GET', '/api/auth/oidc/start')).location)
    expect((await browser.request('GET', back)).location).toBe(`${failed}sso_failed`)
    expect(inner.requests).toEqual([])
    await Promise.all([liar.close(), inner.close()])
  })
})

describe('a response of the provider', () => {
  const refused = async (said: typeof provider.said, change: (back: URL) => void = () => {}) => {
    const browser = new Browser()
    provider.said = { ...somebody(), ...said }
    const back = new URL(provider.authorize(await browser.begin()))
    change(back)
    const { location } = await browser.request('GET', back.href)
    expect(await browser.me()).toBeUndefined()
    return location
  }

  it.each([
    ['another nonce', { nonce: 'of another login' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'somebody-else' }],
    ['a token that has expired', { exp: 1 }],
    ['alg: none', { alg: 'none' as const }],
    ['alg: HS256', { alg: 'HS256' as const }],
    ['an unknown key', { withUnknownKey: true }],
  ])('with %s is refused', async (_, said) => {
    expect(await refused(said)).toBe(`${failed}sso_failed`)
  })

  it('with another state, issuer or code is refused', async () => {
    const change = (name: string, value: string) => (back: URL) => back.searchParams.set(name, value)
    expect(await refused({}, change('state', 'another'))).toBe(`${failed}sso_failed`)
    expect(await refused({}, change('iss', 'https://evil.example'))).toBe(`${failed}sso_failed`)
    expect(await refused({}, (back) => back.searchParams.delete('iss'))).toBe(`${failed}sso_failed`)
    expect(await refused({}, change('code', 'another'))).toBe(`${failed}sso_failed`)
  })

  it('is good once, and only in the browser that began', async () => {
    const browser = new Browser()
    provider.said = somebody()
    const begun = await browser.begin()
    const back = provider.authorize(begun)
    // Somebody else's browser, to which an attacker sends the address.
    expect((await new Browser().request('GET', back)).location).toBe(`${failed}sso_expired`)
    const again = new Browser()
    await again.begin()
    expect((await again.request('GET', back)).location).toBe(`${failed}sso_failed`)
    expect((await browser.request('GET', back)).location).toBe(`${publicUrl}/`)
    expect((await browser.request('GET', back)).location).toBe(`${failed}sso_expired`)
  })

  it('by its code needs the verifier of the browser that began (PKCE)', async () => {
    const [victim, thief] = [new Browser(), new Browser()]
    provider.said = somebody()
    const stolen = new URL(provider.authorize(await victim.begin()))
    const own = new URL(provider.authorize(await thief.begin()))
    own.searchParams.set('code', stolen.searchParams.get('code')!)
    expect((await thief.request('GET', own.href)).location).toBe(`${failed}sso_failed`)
    expect(await thief.me()).toBeUndefined()
  })

  it('is checked with new keys after a rotation', async () => {
    provider.rotate()
    const browser = new Browser()
    await browser.logIn(somebody())
    expect(await browser.me()).toBeDefined()
  })

  it('cannot send a browser of a program elsewhere', async () => {
    const challenge = 'A'.repeat(43)
    for (const redirect of [
      'https://evil.example',
      'http://127.0.0.1.evil.example:80/',
      'http://127.0.0.1:80@evil.example/',
      'http://localhost:8000/',
      'bugle://x?y',
      'javascript:alert(1)',
    ]) {
      const query = new URLSearchParams({ client: 'cli', redirect, challenge })
      expect((await new Browser().request('GET', `/api/auth/oidc/start?${query}`)).status).toBe(400)
    }
  })
})

describe('an account that has the address already', () => {
  it('is never entered before it proves itself, nor lost', async () => {
    const person = somebody()
    // Somebody waits in an account with the address of somebody else.
    const squatter = await server.register({ email: person.email.toUpperCase() })
    const browser = new Browser()
    expect(await browser.logIn(person)).toBe(`${publicUrl}/connect#${new URLSearchParams({ email: person.email })}`)
    expect(await browser.me()).toBeUndefined()
    const wrong = await browser.request('POST', '/api/auth/oidc/link', { body: { password: 'not the password' } })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    expect(await browser.me()).toBeUndefined()
    expect((await squatter.request('GET', '/api/auth/me')).status).toBe(200)
    const { body } = await browser.request('POST', '/api/auth/oidc/link', { body: { password: squatter.password } })
    expect(body).toEqual({ requires_totp: false, redirect: `${publicUrl}/` as const })
    expect((await browser.me()).email).toBe(squatter.email)
    expect(await new Browser().logIn(person)).toBe(`${publicUrl}/`)
  })

  it('is linked only in the browser that logged in, from the dashboard, and within its time', async () => {
    const person = somebody()
    const owner = await server.register({ email: person.email })
    const browser = new Browser()
    await browser.logIn(person)
    const body = { password: owner.password }
    expect((await new Browser().request('POST', '/api/auth/oidc/link', { body })).body.code).toBe('sso_expired')
    const headers = { origin: 'https://evil.example' }
    expect((await browser.request('POST', '/api/auth/oidc/link', { body, headers })).body.code).toBe('origin_mismatch')
  })

  it('may link in its settings, after the password, and unlink again', async () => {
    const person = somebody()
    const owner = await server.register({ kind: 'web' })
    const browser = new Browser()
    const credentials = { email: owner.email, password: owner.password }
    const headers = { 'x-service-client': 'web' }
    await browser.request('POST', '/api/auth/login', { body: credentials, headers })
    const begin = (password: string) => browser.request('POST', '/api/me/identities', { body: { password } })
    expect((await begin('wrong')).body.code).toBe('wrong_password')
    provider.said = person
    const { url } = (await begin(owner.password)).body
    expect((await browser.request('GET', provider.authorize(url))).location).toBe(`${publicUrl}/account/security`)
    const { identities } = (await browser.request('GET', '/api/me/identities')).body
    expect(identities).toMatchObject([{ issuer: provider.issuer, email: person.email }])
    const other = new Browser()
    await other.logIn(person)
    expect((await other.me()).email).toBe(owner.email)
    // The identity is taken now.
    const third = new Browser()
    const someone = await server.register()
    await third.request('POST', '/api/auth/login', {
      body: { email: someone.email, password: someone.password },
      headers,
    })
    const started = await third.request('POST', '/api/me/identities', { body: { password: someone.password } })
    const back = provider.authorize(started.body.url)
    expect((await third.request('GET', back)).location).toBe(`${failed}sso_taken`)
    await other.request('DELETE', `/api/me/identities/${identities[0].id}`)
    // Its sessions end with it. The account stays: its address is its own, not the provider's.
    expect(await other.me()).toBeUndefined()
    expect(await new Browser().logIn(person)).toBe(`${publicUrl}/`)
    expect((await server.logIn(owner)).token).toBeDefined()
  })
})

describe('a program', () => {
  const program = () => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    return { verifier, challenge }
  }
  /** The address of the program, which the dashboard shows as a link: nothing goes to a program without a click. */
  const programIn = (location: string) => {
    const { origin, pathname, hash } = new URL(location)
    expect(`${origin}${pathname}`).toBe(`${publicUrl}/continue`)
    return new URLSearchParams(hash.slice(1)).get('to')!
  }
  const codeOf = (location: string) => new URL(programIn(location)).searchParams.get('code')!

  it.each([
    ['cli', 'http://127.0.0.1:45678/done'],
    ['mobile', 'bugle://sso'],
  ] as const)('of kind %s gets its token for the code and its verifier', async (client, redirect) => {
    const { verifier, challenge } = program()
    const person = somebody()
    const query = new URLSearchParams({ client, redirect, challenge })
    const location = await new Browser().logIn(person, `?${query}`)
    expect(programIn(location).startsWith(`${redirect}?code=`)).toBe(true)
    const finish = (body: object) => server.raw<LoginResponse>('POST', '/api/auth/oidc/finish', { body })
    const { status, body } = await finish({ code: codeOf(location), verifier })
    expect([status, body.user.email]).toEqual([200, person.email])
    const tokens = (await server.request('GET', '/api/me/tokens', { token: body.token })).body.tokens
    expect(tokens).toMatchObject([{ name: client, is_current: true }])
    expect((await finish({ code: codeOf(location), verifier })).code).toBe('sso_failed')
  })

  it('without the verifier gets nothing, and uses the code up', async () => {
    const { verifier, challenge } = program()
    const query = new URLSearchParams({ client: 'cli', redirect: 'http://127.0.0.1:45678/', challenge })
    const code = codeOf(await new Browser().logIn(somebody(), `?${query}`))
    for (const tried of ['wrong', verifier])
      expect((await server.request('POST', '/api/auth/oidc/finish', { body: { code, verifier: tried } })).code).toBe(
        'sso_failed',
      )
  })

  it('hears of a refusal', async () => {
    const query = new URLSearchParams({
      client: 'cli',
      redirect: 'http://127.0.0.1:45678/',
      challenge: program().challenge,
    })
    expect(await new Browser().logIn({ ...somebody(), alg: 'none' }, `?${query}`)).toBe(
      'http://127.0.0.1:45678/?error=sso_failed',
    )
  })
})

describe('the second factor', async () => {
  const trusting = await startServer({ beside: server, env: { ...env, BUGLE_OIDC_TRUST_MFA: '1' } })
  const person = somebody()
  const browser = new Browser()
  await browser.logIn(person)
  await server.database.pool.query(
    `insert into totp_factors (user_id, sealed_secret, confirmed_at)
     select u.id, '', now() from users u where u.email = $1`,
    [person.email],
  )

  it('is asked for here, whatever the provider says, until the operator trusts it', async () => {
    for (const amr of [[], ['pwd', 'mfa']]) {
      const location = await new Browser().logIn({ ...person, amr })
      expect(location).toMatch(/\/sign-in\?next=%2F#totp=[\w-]{43}$/)
    }
    expect(await new Browser(trusting).logIn({ ...person, amr: ['pwd'] })).toMatch(/#totp=/)
    for (const method of ['mfa', 'hwk', 'otp']) {
      const trusted = new Browser(trusting)
      await trusted.logIn({ ...person, amr: ['pwd', method] })
      expect((await trusted.me()).email).toBe(person.email)
    }
  })
})

describe('groups', async () => {
  const owner = await server.register({ name: 'Acme' })
  const organization = await organizationOf(owner)
  const web = await createTeam(owner, organization, { name: 'Web' })
  await createTeam(owner, organization, { name: 'Data' })
  const grouped = await startServer({
    beside: server,
    env: { ...env, BUGLE_OIDC_ORGANIZATION: organization, BUGLE_OIDC_ADMIN_GROUP: 'bugle-admins' },
  })
  const person = somebody()
  const logIn = async (groups?: unknown) => {
    const browser = new Browser(grouped)
    await browser.logIn({ ...person, ...(groups !== undefined && { groups }) })
    return browser
  }
  const state = async () => {
    const { members } = (await owner.request('GET', `/api/organizations/${organization}/members`)).body
    const { teams } = (await owner.request('GET', `/api/organizations/${organization}/teams`)).body
    const member = members.find(({ email }: { email: string }) => email === person.email)
    const names = teams.filter(({ id }: { id: string }) => member!.team_ids.includes(id))
    return [member!.role, ...names.map(({ name }: { name: string }) => name)]
  }

  it('make a member of the organization, and of its teams of the same name', async () => {
    const browser = await logIn(['web', 'unknown'])
    expect((await browser.me()).organizations).toMatchObject([{ id: organization, role: 'member' }])
    expect(await state()).toEqual(['member', 'Web'])
  })

  it('are followed at each login, as Keycloak’s paths, dex’s lists, and a single text', async () => {
    await logIn(['/bugle-admins', '/Data'])
    expect(await state()).toEqual(['admin', 'Data'])
    await logIn('Web')
    expect(await state()).toEqual(['member', 'Web'])
    await logIn([])
    expect(await state()).toEqual(['member'])
  })

  it('may be inside another claim, as Keycloak’s roles, or under a name with dots', async () => {
    const claims: [name: string, said: object][] = [
      ['realm_access.roles', { realm_access: { roles: ['web', 'offline_access'] } }],
      ['https://acme.example/groups', { 'https://acme.example/groups': ['Web'] }],
    ]
    for (const [BUGLE_OIDC_GROUPS_CLAIM, said] of claims) {
      await logIn([])
      const other = await startServer({
        beside: server,
        env: { ...env, BUGLE_OIDC_ORGANIZATION: organization, BUGLE_OIDC_GROUPS_CLAIM },
      })
      await new Browser(other).logIn({ ...person, ...said })
      expect(await state()).toEqual(['member', 'Web'])
    }
  })

  it('are too many for Entra ID to send: then nothing changes', async () => {
    await logIn(['Web'])
    await new Browser(grouped).logIn({ ...person, _claim_names: { groups: 'src1' } } as Said)
    expect(await state()).toEqual(['member', 'Web'])
  })

  it('that the provider does not send change nothing', async () => {
    await logIn(['Web'])
    await logIn()
    expect(await state()).toEqual(['member', 'Web'])
  })

  it('take away only what they gave', async () => {
    const { members } = (await owner.request('GET', `/api/organizations/${organization}/members`)).body
    const { id } = members.find(({ email }) => email === person.email)!
    await logIn([])
    await owner.request('PUT', `/api/organizations/${organization}/teams/${web.id}/members/${id}`, { body: {} })
    await logIn([])
    expect(await state()).toEqual(['member', 'Web'])
    const guest = await server.register()
    await accept(guest, await inviteTo(owner, organization, { role: 'admin' }))
    const identity = { sub: 'guest', email: guest.email, email_verified: true }
    const browser = new Browser(grouped)
    await browser.logIn(identity)
    await browser.request('POST', '/api/auth/oidc/link', { body: { password: guest.password } })
    await new Browser(grouped).logIn({ ...identity, groups: ['Web'] })
    const again = (await owner.request('GET', `/api/organizations/${organization}/members`)).body.members
    expect(again.find(({ email }: { email: string }) => email === guest.email)!.role).toBe('admin')
  })

  it('are written down in the audit trail', async () => {
    const path = `/api/organizations/${organization}/audit?action=member` as const
    const { entries } = (await owner.request('GET', path)).body
    expect(entries.filter(({ actor }: { actor: { kind: string } }) => actor.kind === 'oidc').length).toBeGreaterThan(2)
  })
})

describe('allowed domains', async () => {
  const strict = await startServer({ beside: server, env: { ...env, BUGLE_OIDC_ALLOWED_DOMAINS: 'Acme.example' } })

  it('let their people in, and nobody else', async () => {
    expect(await new Browser(strict).logIn(somebody())).toBe(`${publicUrl}/`)
    for (const email of ['x@evil.example', 'x@sub.acme.example', 'x@acme.example@evil.example'])
      expect(await new Browser(strict).logIn({ ...somebody(), email })).toBe(`${failed}sso_domain`)
  })
})

describe('an organization that requires single sign-on', async () => {
  const owner = await server.register()
  const organization = await organizationOf(owner)
  const member = await server.register()
  await accept(member, await inviteTo(owner, organization))
  const logIn = ({ email, password }: Session) =>
    server.raw<LoginResponse & TotpChallenge>('POST', '/api/auth/login', { body: { email, password } })

  it('ends sessions by password, answers passwords as if they were wrong, and leaves owners theirs', async () => {
    const byPassword = (await logIn(member)).body.token
    const asMember = () => server.request('GET', '/api/auth/me', { token: byPassword })
    expect((await asMember()).status).toBe(200)
    const session = await server.logIn(owner)
    const path = `/api/organizations/${organization}` as const
    expect((await session.request('PATCH', path, { body: { require_sso: true } })).status).toBe(200)
    expect((await asMember()).status).toBe(401)
    const refused = await logIn(member)
    const wrong = await logIn({ ...member, password: 'wrong' })
    expect(refused.status).toBe(401)
    expect({ ...refused.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' })
    const back = await logIn(owner)
    expect(back.status).toBe(200)
    await session.request('PATCH', path, { body: { require_sso: false } })
  })

  const rule = async (require_sso: boolean) => {
    const path = `/api/organizations/${organization}` as const
    expect((await (await server.logIn(owner)).request('PATCH', path, { body: { require_sso } })).status).toBe(200)
  }

  it('is joined by a session of the provider alone, but for its owners', async () => {
    await rule(true)
    const back = await server.logIn(owner)
    const token = await inviteTo(back, organization)
    const view = (await server.request('POST', '/api/invitations/view', { body: { token } })).body
    expect(view).toMatchObject({ requires_sso: true, may_register: false })
    const guest = await server.register()
    expect((await accept(guest, token)).code).toBe('sso_required')
    const body = { email: 'by-password@example.com', password: 'correct horse', name: 'Guest', invitation: token }
    expect((await server.request('POST', '/api/auth/register', { body })).code).toBe('sso_required')
    expect((await logIn(guest)).status).toBe(200)
    // Refused, the invitation stays good: the same person logs in by the provider. Other sessions of theirs end.
    const phone = await server.logIn({ ...guest, kind: 'mobile' })
    const browser = new Browser()
    await browser.logIn({ ...somebody(), email: guest.email })
    await browser.request('POST', '/api/auth/oidc/link', { body: { password: guest.password } })
    expect((await browser.request('POST', '/api/invitations/accept', { body: { token } })).status).toBe(200)
    expect((await phone.request('GET', '/api/auth/me')).status).toBe(401)
    expect((await browser.me()).organizations).toMatchObject([{}, { id: organization, role: 'member' }])
    expect((await logIn(guest)).status).toBe(401)
    // An owner may join by a password, and loses that session with the role.
    const second = await server.register()
    expect((await accept(second, await inviteTo(back, organization, { role: 'owner' }))).status).toBe(200)
    const { id } = await second.me()
    const demote = { body: { role: 'admin' } } as const
    await back.request('PATCH', `/api/organizations/${organization}/members/${id}`, demote)
    expect((await second.request('GET', '/api/auth/me')).status).toBe(401)
    await rule(false)
  })

  it('ends password sessions of people whom the provider makes members', async () => {
    await rule(true)
    const joining = await startServer({ beside: server, env: { ...env, BUGLE_OIDC_ORGANIZATION: organization } })
    const guest = await server.register({ kind: 'cli' })
    const browser = new Browser(joining)
    await browser.logIn({ ...somebody(), email: guest.email })
    await browser.request('POST', '/api/auth/oidc/link', { body: { password: guest.password } })
    expect((await browser.me()).organizations).toMatchObject([{}, { id: organization }])
    expect((await guest.request('GET', '/api/auth/me')).status).toBe(401)
    await rule(false)
  })

  it('ends a login by password that waits for its second factor', async () => {
    const guest = await server.register()
    await accept(guest, await inviteTo(await server.logIn(owner), organization))
    const { secret } = (await guest.request('POST', '/api/me/totp', { body: { password: guest.password } })).body
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await guest.request('POST', '/api/me/totp/confirm', { body: { code: code() } })
    const { totp_token } = (await logIn(guest)).body
    await rule(true)
    await server.database.pool.query('delete from totp_used_steps')
    const body = { totp_token, code: code() }
    expect((await server.request('POST', '/api/auth/login/totp', { body })).code).toBe('challenge_expired')
    await rule(false)
  })

  it('keeps a phone that was signed in by a code of such a session', async () => {
    const person = somebody()
    const browser = new Browser(server)
    await browser.logIn(person)
    await server.database.pool.query(
      `insert into memberships (organization_id, user_id, role)
       select o.organization_id, u.id, 'member' from memberships o, users u
       where o.user_id = (select id from users where email = $1) and u.email = $2`,
      [owner.email, person.email],
    )
    const { code } = (await browser.request('POST', '/api/me/links', { body: {} })).body
    const headers = { 'x-service-client': 'mobile' }
    const { token } = (await server.request('POST', '/api/auth/link', { body: { code }, headers })).body
    const session = await server.logIn(owner)
    const path = `/api/organizations/${organization}` as const
    await session.request('PATCH', path, { body: { require_sso: true } })
    expect((await server.request('GET', '/api/auth/me', { token })).status).toBe(200)
    await session.request('PATCH', path, { body: { require_sso: false } })
  })

  it('cannot be made where there is no provider', async () => {
    const without = await startServer()
    const alone = await without.register()
    const path = `/api/organizations/${await organizationOf(alone)}` as const
    expect((await alone.request('PATCH', path, { body: { require_sso: true } })).status).toBe(422)
    expect((await without.request('GET', '/api/auth/oidc/start')).code).toBe('sso_off')
    expect((await without.request('GET', '/api/auth/registration')).body.sso).toBeNull()
  })
})

describe('a web session of the provider', async () => {
  const brief = await startServer({ beside: server, env: { ...env, BUGLE_OIDC_MAX_AGE: '1h' } })

  it('is due again after a while, and other sessions are not', async () => {
    const person = somebody()
    const browser = new Browser(brief)
    await browser.logIn(person)
    const other = await server.register({ kind: 'web' })
    await server.database.pool.query(`update access_tokens set sso_at = sso_at - interval '61 minutes'`)
    expect((await browser.request('GET', '/api/auth/me')).body.code).toBe('sso_expired')
    expect((await brief.request('GET', '/api/auth/me', { token: other.token })).status).toBe(200)
    await browser.logIn(person)
    expect((await browser.me()).email).toBe(person.email)
  })

  it('of the mobile app’s page is due as well, unlike one of the app', async () => {
    const { token } = await server.register({ kind: 'mobile' })
    await server.database.pool.query(`update access_tokens set sso_at = now() - interval '61 minutes' where id = $1`, [
      token.split('|')[0],
    ])
    const headers = { cookie: `bugle_mobile=${token}`, 'x-service-client': 'mobile' }
    expect((await brief.request('GET', '/api/auth/me', { headers })).code).toBe('sso_expired')
    expect((await brief.request('GET', '/api/auth/me', { token })).status).toBe(200)
  })

  it('is not prolonged by a code for another device', async () => {
    const person = somebody()
    const browser = new Browser(brief)
    await browser.logIn(person)
    await server.database.pool.query(`update access_tokens set sso_at = sso_at - interval '59 minutes'`)
    const { code } = (await browser.request('POST', '/api/me/links', { body: {} })).body
    const headers = { 'x-service-client': 'web' }
    const { token } = (await brief.request('POST', '/api/auth/link', { body: { code }, headers })).body
    const me = () => brief.request('GET', '/api/auth/me', { token })
    expect((await me()).status).toBe(200)
    await server.database.pool.query(`update access_tokens set sso_at = sso_at - interval '2 minutes'`)
    expect((await me()).code).toBe('sso_expired')
  })
})

it('a provider that does not respond is said so', async () => {
  const lonely = await startServer({ env: { ...env, BUGLE_OIDC_ISSUER: 'http://127.0.0.1:9' } })
  const { status, code } = await lonely.request('GET', '/api/auth/oidc/start')
  expect([status, code]).toEqual([503, 'sso_unreachable'])
})
