/** The dashboard's session cookie, which no script can read. */
export interface SessionCookie {
  /** Returns the token in a Cookie header, if there is one. */
  read(header: string | undefined): string | undefined
  /** Returns the Set-Cookie header that stores a token. */
  write(token: string): string
  /** Returns the Set-Cookie header that deletes it. */
  clear(): string
}

/** The longest time that browsers keep a cookie. The server decides when the session ends. */
const maxAgeSeconds = 400 * 86_400

/**
 * Creates the session cookie. On https its name begins with `__Host-`: browsers then accept it from this host alone,
 * never from a sibling domain or over plain http (draft-ietf-httpbis-rfc6265bis, 4.1.3.2). Tokens need no encoding in a
 * cookie.
 *
 * @param url the public origin
 */
export function sessionCookieOf(url: string): SessionCookie {
  const isSecure = url.startsWith('https:')
  const name = isSecure ? '__Host-bugle_session' : 'bugle_session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read: (header) => {
      const pairs = (header ?? '').split(';').map((pair) => pair.trim())
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
    },
    write: (token) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}
