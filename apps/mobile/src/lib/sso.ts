import { CryptoDigestAlgorithm, CryptoEncoding, digestStringAsync, getRandomBytes } from 'expo-crypto'
import { openURL } from 'expo-linking'
import type { Challenge } from './challenge'
import { secrets } from './secret'

// A login by the identity provider happens in the phone's browser, which returns by a link of the app with a code. Only
// who has the verifier can use it: another app that takes the link gets nothing.

const kept = 'sso'

interface Begun {
  server: string
  verifier: string
}

/** Opens the identity provider of a server in the browser. */
export async function beginSso(server: string): Promise<void> {
  const verifier = [...getRandomBytes(32)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const digest = await digestStringAsync(CryptoDigestAlgorithm.SHA256, verifier, { encoding: CryptoEncoding.BASE64 })
  const challenge = digest.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  await secrets.set(kept, JSON.stringify({ server, verifier } satisfies Begun))
  const query = new URLSearchParams({ client: 'mobile', redirect: 'bugle://sso', challenge })
  await openURL(`${server}/api/auth/oidc/start?${query}`)
}

/** Takes the login that this phone began: it is good for one return. */
export async function takeBegunSso(): Promise<Begun | undefined> {
  const text = await secrets.get(kept)
  await secrets.remove(kept)
  return text === null ? undefined : (JSON.parse(text) as Begun)
}

/** Outcome that a return to the page left in its address; an app returns to a screen of its own. */
export const ssoLeft: { failure?: string; challenge?: Challenge } = {}
