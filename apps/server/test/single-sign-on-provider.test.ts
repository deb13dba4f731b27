import { generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, describe, expect, it } from 'vitest'
import { Browser as PlainBrowser } from './browser.ts'
import { closeOrganization, createTeam, organizationOf } from './organization.ts'
import { startServer } from './start-server.ts'

// Logins by a real identity provider (oidc-provider), over its own pages, and the attacks on them. Peculiarities of other
// providers, and lies that none would utter, are in single-sign-on.test.ts.

/** Serves a provider on loopback; what it serves can change. */
async function listen(): Promise<{ issuer: string; serve: (listener: RequestListener) => void }> {
  let serving: RequestListener = (_, response) => response.writeHead(503).end()
  const listener = createServer((request, response) => serving(request, response))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    listener.closeAllConnections()
    listener.close()
  })
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  return { issuer, serve: (next) => (serving = next) }
}

const [at, elsewhere] = [await listen(), await listen()]
const env = {
  BUGLE_OIDC_ISSUER: at.issuer,
  BUGLE_OIDC_CLIENT_ID: 'bugle',
  BUGLE_OIDC_CLIENT_SECRET: 'a secret that both know',
  BUGLE_OIDC_SCOPES: 'openid email profile groups',
}
const server = await startServer({ env })
const publicUrl = server.openapi.servers[0]!.url
const failed = `${publicUrl}/sign-in#sso=` as const

/** Claims that differ from the usual ones, by login name. */
const people: Record<string, object> = {}
const keyOf = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] }
}
const providerAt = (issuer: string, jwks = keyOf()) =>
  new Provider(issuer, {
    jwks,
    clients: [
      {
        client_id: 'bugle',
        client_secret: 'a secret that both know',
        redirect_uris: [`${publicUrl}/api/auth/oidc/callback`],
        // The address of the server is plain http here.
        application_type: 'native',
      },
    ],
    cookies: { keys: ['a key of the cookies'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    // Bugle asks for the secret in the Authorization header, as the default is.
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@acme.example`,
        email_verified: true,
        name: 'Alice Real',
        groups: ['Web'],
        ...people[id],
      }),
    }),
  }).callback()
const usual = providerAt(at.issuer)
at.serve(usual)
elsewhere.serve(providerAt(elsewhere.issuer))

/** A browser that fills in the forms of a provider. */
class Browser extends PlainBrowser {
  constructor(to = server) {
    super(to)
  }

  /** Begins a login. @returns the address of the provider */
  async begin(query = ''): Promise<URL> {
    return new URL((await this.request('GET', `/api/auth/oidc/start${query}`)).location)
  }

  /** Logs in at the provider. @returns where it sends the browser back to */
  async visit(begun: URL, login: string): Promise<URL> {
    let next = begun.href
    for (let step = 0; step < 12; step++) {
      if (next.startsWith(publicUrl)) return new URL(next)
      const { text, location } = await this.request('GET', next)
      if (location !== '') next = new URL(location, next).href
      else {
        const prompt = /name="prompt" value="(\w+)"/.exec(text)![1]!
        const given = await this.request('POST', next, { form: { prompt, login, password: 'any' } })
        next = new URL(given.location, next).href
      }
    }
    throw new Error(`the login ends nowhere: ${next}`)
  }

  /** Comes back from the provider. @returns where the browser ends */
  async come(back: URL): Promise<string> {
    return (await this.request('GET', back.href)).location
  }

  async logIn(login: string, query = ''): Promise<string> {
    return this.come(await this.visit(await this.begin(query), login))
  }
}

it('a login by a real provider makes an account, and the next one finds it', async () => {
  const first = new Browser()
  expect(await first.logIn('alice')).toBe(`${publicUrl}/`)
  const alice = await first.me()
  expect(alice).toMatchObject({ email: 'alice@acme.example', name: 'Alice Real' })
  const [again, bob] = [new Browser(), new Browser()]
  await again.logIn('alice')
  expect((await again.me()).id).toBe(alice.id)
  await bob.logIn('bob')
  expect((await bob.me()).email).toBe('bob@acme.example')
})

describe('an attack on a login by a real provider', () => {
  /** Logs in with an address of the provider, or a response of it, that somebody has changed. */
  const changed = async ({ begun = () => {}, back = () => {} }: Record<string, (url: URL) => void>) => {
    const browser = new Browser()
    const asked = await browser.begin()
    begun(asked)
    const response = await browser.visit(asked, 'mallory')
    back(response)
    const location = await browser.come(response)
    expect(await browser.me()).toBeUndefined()
    return location
  }
  const put = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)

  it('by another state is refused', async () => {
    expect(await changed({ back: put('state', 'of-another-login') })).toBe(`${failed}sso_failed`)
  })

  it('by another nonce is refused', async () => {
    expect(await changed({ begun: put('nonce', 'of-another-login') })).toBe(`${failed}sso_failed`)
  })

  it('by another challenge (PKCE) is refused', async () => {
    expect(await changed({ begun: put('code_challenge', 'A'.repeat(43)) })).toBe(`${failed}sso_failed`)
    // The code of somebody else's login, in one's own browser.
    const [victim, thief] = [new Browser(), new Browser()]
    const stolen = await victim.visit(await victim.begin(), 'alice')
    const own = await thief.visit(await thief.begin(), 'mallory')
    put('code', stolen.searchParams.get('code')!)(own)
    expect(await thief.come(own)).toBe(`${failed}sso_failed`)
    expect(await thief.me()).toBeUndefined()
  })

  it('by a response of another issuer (mix-up) is refused', async () => {
    const browser = new Browser()
    const asked = await browser.begin()
    const moved = new URL(asked.href.replace(at.issuer, elsewhere.issuer))
    const back = await browser.visit(moved, 'mallory')
    expect(back.searchParams.get('iss')).toBe(elsewhere.issuer)
    expect(await browser.come(back)).toBe(`${failed}sso_failed`)
    expect(await changed({ back: (url) => url.searchParams.delete('iss') })).toBe(`${failed}sso_failed`)
  })

  it('by a code that was used before is refused, also with a copy of the cookie', async () => {
    const browser = new Browser()
    const back = await browser.visit(await browser.begin(), 'alice')
    const copy = new Browser()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    expect(await browser.come(back)).toBe(`${publicUrl}/`)
    expect(await browser.come(back)).toBe(`${failed}sso_expired`)
    expect(await copy.come(back)).toBe(`${failed}sso_failed`)
    expect(await copy.me()).toBeUndefined()
  })

  it('by a response that another browser asked for is refused', async () => {
    const mallory = new Browser()
    const back = await mallory.visit(await mallory.begin(), 'mallory')
    const victim = new Browser()
    expect(await victim.come(back)).toBe(`${failed}sso_expired`)
    await victim.begin()
    expect(await victim.come(back)).toBe(`${failed}sso_failed`)
    expect(await victim.me()).toBeUndefined()
  })

  it('by an address that is not verified is refused', async () => {
    people.unverified = { email: 'ceo@acme.example', email_verified: false }
    people.silent = { email: 'ceo@acme.example', email_verified: undefined }
    for (const login of ['unverified', 'silent']) {
      const browser = new Browser()
      expect(await browser.logIn(login)).toBe(`${failed}sso_email_unverified`)
      expect(await browser.me()).toBeUndefined()
    }
  })

  it('by an account that waits with the address enters nothing, and takes nothing', async () => {
    const waiting = await server.register({ email: 'carol@acme.example' })
    const carol = new Browser()
    expect(await carol.logIn('carol')).toMatch(/\/connect#email=carol%40acme\.example$/)
    expect(await carol.me()).toBeUndefined()
    // The account that waits has been let into nothing, and has lost nothing.
    expect((await waiting.request('GET', '/api/me/identities')).body.identities).toEqual([])
    expect((await waiting.me()).email).toBe('carol@acme.example')
    const wrong = await carol.request('POST', '/api/auth/oidc/link', { body: { password: 'a guess' } })
    expect([wrong.status, await carol.me()]).toEqual([401, undefined])
    await carol.request('POST', '/api/auth/oidc/link', { body: { password: waiting.password } })
    expect((await carol.me()).id).toBe((await waiting.me()).id)
  })

  /** Changes the token that the provider signed, on its way. */
  const withToken = async (change: (token: string) => string) => {
    at.serve((request, response) => {
      if (request.url?.startsWith('/token')) {
        const end = response.end.bind(response)
        response.end = ((body: string) => {
          const answer = JSON.parse(String(body))
          const text = JSON.stringify({ ...answer, id_token: change(answer.id_token) })
          response.setHeader('content-length', Buffer.byteLength(text))
          return end(text)
        }) as typeof response.end
      }
      return usual(request, response)
    })
    const browser = new Browser()
    const location = await browser.logIn('mallory')
    at.serve(usual)
    expect(await browser.me()).toBeUndefined()
    return location
  }

  it('by a token with alg none, or a changed one, is refused', async () => {
    const seen: string[] = []
    const unsigned = (token: string) => {
      seen.push(token)
      const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
      return `${header}.${token.split('.')[1]}.`
    }
    expect(await withToken(unsigned)).toBe(`${failed}sso_failed`)
    expect(seen).toHaveLength(1)
    const promoted = (token: string) => {
      const [header, payload, signature] = token.split('.')
      const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
      return [header, Buffer.from(JSON.stringify({ ...claims, sub: 'alice' })).toString('base64url'), signature].join(
        '.',
      )
    }
    expect(await withToken(promoted)).toBe(`${failed}sso_failed`)
  })

  it('by a key that the provider has replaced is refused, and the new one is found at once', async () => {
    const replaced = providerAt(at.issuer)
    // The provider signs by its old key, and publishes the new one alone.
    at.serve((request, response) => (request.url?.startsWith('/jwks') ? replaced : usual)(request, response))
    const old = new Browser()
    expect(await old.logIn('mallory')).toBe(`${failed}sso_failed`)
    at.serve(replaced)
    const fresh = new Browser()
    expect(await fresh.logIn('alice')).toBe(`${publicUrl}/`)
    expect((await fresh.me()).email).toBe('alice@acme.example')
    at.serve(usual)
  })

  it('by a return address elsewhere leads to the dashboard', async () => {
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example'])
      expect(await new Browser().logIn('alice', `?next=${encodeURIComponent(next)}`)).toBe(`${publicUrl}/`)
    const program = { client: 'cli', redirect: 'https://evil.example/', challenge: 'A'.repeat(43) }
    const { status } = await new Browser().request('GET', `/api/auth/oidc/start?${new URLSearchParams(program)}`)
    expect(status).toBe(400)
  })

  it('by somebody who was taken out of a group sees nothing of its team', async () => {
    const owner = await server.register()
    const organization = await organizationOf(owner)
    const { project } = await owner.createProject()
    await createTeam(owner, organization, { name: 'Web', projects: [project.id] })
    await closeOrganization(owner, organization)
    const grouped = await startServer({ beside: server, env: { ...env, BUGLE_OIDC_ORGANIZATION: organization } })
    const seen = async () => {
      const browser = new Browser(grouped)
      await browser.logIn('dave')
      return (await browser.request('GET', `/api/projects/${project.id}`)).status
    }
    expect(await seen()).toBe(200)
    people.dave = { groups: ['Sales'] }
    expect(await seen()).toBe(404)
  })
})
