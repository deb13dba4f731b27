import { hashOf, newSecret } from './access-token.ts'

const prefix = 'bgl_api_'

/** `bgl_api_` and 256 random bits: a prefix that scanners for leaked secrets can look for. */
export function newApiToken(): { text: string; secretHash: Buffer } {
  const text = `${prefix}${newSecret().secret}`
  return { text, secretHash: hashOf(text) }
}

/** Whether a bearer token has the form of an API token rather than a session's. */
export function isApiToken(text: string): boolean {
  return text.startsWith(prefix)
}
