import { type Challenge, toChallenge } from './challenge'
import { openedLink } from './early'

/** Goes to the identity provider of the server that serves the page, and back to the page. */
export async function beginSso(_server: string): Promise<void> {
  location.assign('/api/auth/oidc/start?next=/m/')
}

export async function takeBegunSso(): Promise<undefined> {
  return undefined
}

/** The reason of a failure, or the challenge of the second factor. */
export const ssoLeft = leftBy(openedLink)

function leftBy(link: string | undefined): { failure?: string; challenge?: Challenge } {
  if (link === undefined) return {}
  const left = new URLSearchParams(new URL(link).hash.slice(1))
  const [failure, token] = [left.get('sso'), left.get('totp')]
  const challenge = token === null ? undefined : toChallenge(token, left.get('factors')?.split(' '))
  return { ...(failure !== null && { failure }), ...(challenge !== undefined && { challenge }) }
}
