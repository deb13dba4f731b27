import { hashOf, newSecret } from './access-token.ts'

const prefix = 'bgl_api_'
const organizationPrefix = 'bgl_org_'

/** Creates an API token, `bgl_api_` and 256 random bits: a prefix that scanners for leaked secrets can look for. */
export function newApiToken(): { text: string; secretHash: Buffer } {
  return newToken(prefix)
}

/** Creates a token of an organization, the same with `bgl_org_`. */
export function newOrganizationToken(): { text: string; secretHash: Buffer } {
  return newToken(organizationPrefix)
}

function newToken(start: string): { text: string; secretHash: Buffer } {
  const text = `${start}${newSecret().secret}`
  return { text, secretHash: hashOf(text) }
}

/** Whether a bearer token has the form of an API token rather than a session's. */
export function isApiToken(text: string): boolean {
  return text.startsWith(prefix) || text.startsWith(organizationPrefix)
}
