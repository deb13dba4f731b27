/** Kinds of sessions that pages have: the dashboard, and the mobile app at `/m/`. */
export type PageKind = 'web' | 'mobile'

/**
 * The session cookies of our pages, which no script can read. Each kind has its own, so that a browser can be signed in to the
 * dashboard and to the mobile app, with two accounts as well.
 */
export interface SessionCookie {
  /** Returns the token in a Cookie header, if there is one. */
  read(header: string | undefined, kind: PageKind): string | undefined
  /** Returns the Set-Cookie header that stores a token. */
  write(token: string, kind: PageKind): string
  /** Returns the Set-Cookie header that deletes it. */
  clear(kind: PageKind): string
}

const names: Record<PageKind, string> = { web: 'bugle_session', mobile: 'bugle_mobile' }

/** The longest time that browsers keep a cookie. The server decides when the session ends. */
const maxAgeSeconds = 400 * 86_400

/**
 * Creates the session cookies. On https their names begin with `__Host-`: browsers then accept them from this host alone,
 * never from a sibling domain or over plain http (draft-ietf-httpbis-rfc6265bis, 4.1.3.2). Tokens need no encoding in a
 * cookie.
 *
 * @param url the public origin
 */
export function sessionCookieOf(url: string): SessionCookie {
  const isSecure = url.startsWith('https:')
  const nameOf = (kind: PageKind) => (isSecure ? `__Host-${names[kind]}` : names[kind])
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read: (header, kind) => {
      const name = nameOf(kind)
      const pairs = (header ?? '').split(';').map((pair) => pair.trim())
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
    },
    write: (token, kind) => `${nameOf(kind)}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: (kind) => `${nameOf(kind)}=; Max-Age=0; ${attributes}`,
  }
}
