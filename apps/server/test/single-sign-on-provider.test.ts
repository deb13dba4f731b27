import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, expect, it } from 'vitest'
import { startServer } from './start-server.ts'

// Logs in through a real identity provider (oidc-provider) and its own pages. single-sign-on.test.ts has a provider that
// lies, fails and deviates.

const listener = createServer()
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  listener.closeAllConnections()
  listener.close()
})
const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
const server = await startServer({
  env: {
    BUGLE_OIDC_ISSUER: issuer,
    BUGLE_OIDC_CLIENT_ID: 'bugle',
    BUGLE_OIDC_CLIENT_SECRET: 'a secret that both know',
    BUGLE_OIDC_SCOPES: 'openid email profile groups',
  },
})
const publicUrl = server.openapi.servers[0]!.url
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'bugle',
      client_secret: 'a secret that both know',
      redirect_uris: [`${publicUrl}/api/auth/oidc/callback`],
      // The address of the server is plain http here.
      application_type: 'native',
    },
  ],
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
    }),
  }),
})
listener.on('request', provider.callback())

/** A browser that fills in the forms of the provider. */
async function logIn(login: string): Promise<{ location: string; cookies: Map<string, string> }> {
  const cookies = new Map<string, string>()
  const ask = async (method: string, address: string, form?: Record<string, string>) => {
    const url = address.startsWith(publicUrl) ? address.replace(publicUrl, server.url) : address
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    return { location: response.headers.get('location') ?? '', text: await response.text() }
  }
  let { location } = await ask('GET', `${publicUrl}/api/auth/oidc/start`)
  for (let step = 0; step < 12; step++) {
    const at = new URL(location, issuer).href
    if (at.startsWith(publicUrl)) return { location: (await ask('GET', at)).location, cookies }
    const { text, location: next } = await ask('GET', at)
    if (next !== '') location = next
    else {
      const prompt = /name="prompt" value="(\w+)"/.exec(text)![1]!
      location = (await ask('POST', at, { prompt, login, password: 'any' })).location
    }
  }
  throw new Error(`the login ends nowhere: ${location}`)
}

it('a login by a real provider makes an account, and the next one finds it', async () => {
  const first = await logIn('alice')
  expect(first.location).toBe(`${publicUrl}/`)
  const me = async ({ cookies }: typeof first) =>
    (
      await fetch(`${server.url}/api/auth/me`, { headers: { cookie: `bugle_session=${cookies.get('bugle_session')}` } })
    ).json()
  const alice = (await me(first)) as { id: string; email: string; name: string }
  expect(alice).toMatchObject({ email: 'alice@acme.example', name: 'Alice Real' })
  expect(((await me(await logIn('alice'))) as { id: string }).id).toBe(alice.id)
  expect(((await me(await logIn('bob'))) as { email: string }).email).toBe('bob@acme.example')
})
