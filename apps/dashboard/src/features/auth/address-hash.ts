import { useEffect, useState } from 'react'

/** The typed e-mail goes from screen to screen behind the `#`, which no log on the way ever sees. */
export function hashWith(email: string): string {
  return email === '' ? '' : new URLSearchParams({ email }).toString()
}

/** The e-mail that was typed on the screen before. */
export function useEmailOfHash() {
  return useState(() => inHash('email') ?? '')
}

/** Mail programs know one page with its token in the query: what that token opens is not worth hiding from a log. */
export function useLinkToken({ mayBeInQuery = false } = {}): string | undefined {
  const [token] = useState(() => inHash('token') ?? (mayBeInQuery ? inQuery('token') : undefined))
  useEffect(() => {
    // The link must not stay in the history, where whoever sits here next finds it.
    const { hash, search, pathname } = window.location
    if (hash + search !== '') window.history.replaceState(window.history.state, '', pathname)
  }, [])
  return token
}

function inQuery(name: string): string | undefined {
  return new URLSearchParams(window.location.search).get(name) ?? undefined
}

function inHash(name: string): string | undefined {
  return new URLSearchParams(window.location.hash.slice(1)).get(name) ?? undefined
}
