import { type Challenge, toChallenge } from './challenge'

/** Goes to the identity provider of the server that serves the page, and back to the page. */
export async function beginSso(_server: string): Promise<void> {
  location.assign('/api/auth/oidc/start?next=/m/')
}

export async function takeBegunSso(): Promise<undefined> {
  return undefined
}

/** The reason of a failure, or the challenge of the second factor. They leave the address before the router sees it. */
export const ssoLeft = takeLeft()

function takeLeft(): { failure?: string; challenge?: Challenge } {
  const { hash, pathname } = location
  const left = new URLSearchParams(hash.slice(1))
  const [failure, token] = [left.get('sso'), left.get('totp')]
  if (failure === null && token === null) return {}
  history.replaceState(history.state, '', pathname)
  const challenge = token === null ? undefined : toChallenge(token, left.get('factors')?.split(' '))
  return { ...(failure !== null && { failure }), ...(challenge !== undefined && { challenge }) }
}
