import { get } from 'node:http'
import { beforeAll, expect, it, jest } from '@jest/globals'
import { nodeFetch } from '../testing/node-fetch'
import { chooseServer, currentSession, signInBySso, signOut } from './session'
import { beginSso } from './sso'

jest.mock('expo-secure-store', () => require('../testing/phone').fakeKeychain())
jest.mock('expo-sqlite/kv-store', () => require('../testing/phone').fakeStore())
// Random bytes and digests of the phone; those of Node are the same.
jest.mock('expo-crypto', () => {
  const { createHash, randomBytes } = require('node:crypto') as typeof import('node:crypto')
  return {
    CryptoDigestAlgorithm: { SHA256: 'SHA-256' },
    CryptoEncoding: { BASE64: 'base64' },
    getRandomBytes: (count: number) => new Uint8Array(randomBytes(count)),
    digestStringAsync: async (_: string, text: string) => createHash('sha256').update(text).digest('base64'),
  }
})
jest.mock('expo-linking', () => ({ openURL: jest.fn(async () => {}) }))

const { BUGLE_SERVER: server = '' } = process.env
const { openURL } = jest.requireMock<{ openURL: jest.Mock<(address: string) => Promise<void>> }>('expo-linking')
jest.setTimeout(60_000)

beforeAll(() => {
  global.fetch = nodeFetch as typeof fetch
  chooseServer(server)
})

/** The phone's browser: it follows redirects with its cookies, until the app takes over. @returns the link of the app */
async function browse(address: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = address
  while (!next.startsWith('bugle:')) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    next = await new Promise<string>((resolve, reject) => {
      get(next, { headers: { cookie } }, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
          cookies.set(name!, value!)
        }
        response.resume()
        const address = new URL(response.headers.location ?? '', next)
        // The dashboard asks first; its link leads to the app.
        const isAsked = address.pathname === '/continue'
        resolve(isAsked ? new URLSearchParams(address.hash.slice(1)).get('to')! : address.href)
      }).on('error', reject)
    })
  }
  return new URL(next)
}

it('signs in by the identity provider, in the browser of the phone', async () => {
  await beginSso(server)
  const link = await browse(openURL.mock.lastCall![0])
  expect(`${link.protocol}//${link.host}`).toBe('bugle://sso')
  expect(await signInBySso(link.searchParams.get('code')!)).toBeUndefined()
  expect(currentSession()).toMatchObject({ state: 'in', user: { name: 'Ida' } })
  await signOut()
})

it('takes no code that it did not ask for, nor one twice', async () => {
  await expect(signInBySso('A'.repeat(43))).rejects.toMatchObject({ code: 'sso_failed' })
  await beginSso(server)
  const link = await browse(openURL.mock.lastCall![0])
  // The link went to another app, which has no verifier.
  const stolen = { code: link.searchParams.get('code')!, verifier: 'A'.repeat(43) }
  const response = await nodeFetch(
    new Request(`${server}/api/auth/oidc/finish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(stolen),
    }),
  )
  expect(response.status).toBe(401)
  await expect(signInBySso(stolen.code)).rejects.toMatchObject({ code: 'sso_failed' })
  expect(currentSession().state).toBe('out')
})
