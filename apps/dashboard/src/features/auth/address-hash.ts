import { useEffect, useState } from 'react'
import { type Challenge, isFactor } from './challenge.ts'

/** Carries the typed e-mail from screen to screen in the URL fragment, which reaches no access log. */
export function hashWith(email: string): string {
  return email === '' ? '' : new URLSearchParams({ email }).toString()
}

/** The e-mail typed on the previous screen. */
export function useEmailOfHash() {
  return useState(() => inHash('email') ?? '')
}

/**
 * Reads the token of a mailed link. Mail programs call one of the pages with its token in the query: what that token
 * allows is not worth hiding from a log.
 */
export function useLinkToken({ mayBeInQuery = false } = {}): string | undefined {
  const [token] = useState(() => inHash('token') ?? (mayBeInQuery ? inQuery('token') : undefined))
  useEffect(() => {
    // The link must not stay in the history, where the next person at this device would find it.
    const { hash, search, pathname } = window.location
    if (hash + search !== '') window.history.replaceState(window.history.state, '', pathname)
  }, [])
  return token
}

const invitationKey = 'bugle.invitation'

/** Keeps the token of an invitation in this tab, while its browser is at the identity provider. */
export function keepInvitation(token: string): void {
  window.sessionStorage.setItem(invitationKey, token)
}

/** Returns the token of an invitation, from its link or as it was kept; it is kept no longer. */
export function useInvitationToken(): string | undefined {
  const linked = useLinkToken()
  const [kept] = useState(() => window.sessionStorage.getItem(invitationKey) ?? undefined)
  useEffect(() => window.sessionStorage.removeItem(invitationKey), [])
  return linked ?? kept
}

/** Returns what a login by the identity provider left: the reason of its failure, or a challenge. */
export function useSsoOfHash(): { failure: string | undefined; challenge: Challenge | undefined } {
  const [left] = useState(() => {
    const token = inHash('totp')
    const factors = inHash('factors')?.split(' ').filter(isFactor) ?? ['totp' as const]
    return { failure: inHash('sso'), challenge: token === undefined ? undefined : { token, factors } }
  })
  useEffect(() => {
    const { pathname, search } = window.location
    if (left.challenge !== undefined) window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  }, [left])
  return left
}

/** Reads an entry of the fragment, and takes the fragment out of the history. */
export function useHashEntry(name: string): string | undefined {
  const [entry] = useState(() => inHash(name))
  useEffect(() => {
    const { pathname, search, hash } = window.location
    if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search)
  }, [])
  return entry
}

/** Returns the address if it is one of a program on this device: anything else in a link must not be followed. */
export function programAddressOf(address: string | undefined): string | undefined {
  const isOurs = /^(http:\/\/(127\.0\.0\.1|\[::1\]):\d{1,5}|bugle:\/)\/[\w/-]*\?code=[\w-]+$/.test(address ?? '')
  return isOurs ? address : undefined
}

function inQuery(name: string): string | undefined {
  return new URLSearchParams(window.location.search).get(name) ?? undefined
}

function inHash(name: string): string | undefined {
  return new URLSearchParams(window.location.hash.slice(1)).get(name) ?? undefined
}
