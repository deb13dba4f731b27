/** The dashboard's session, where no script can read it. */
export interface SessionCookie {
  /** The token in a Cookie header, if there is one. */
  read(header: string | undefined): string | undefined
  /** The Set-Cookie header that keeps a token. */
  write(token: string): string
  /** The Set-Cookie header that forgets it. */
  clear(): string
}

/** Browsers keep none for longer. When the session ends is the server's to say, by each use. */
const maxAgeSeconds = 400 * 86_400

/**
 * On https the name begins with `__Host-`: browsers then take it from this very host alone, never from a sibling
 * domain or over plain http (draft-ietf-httpbis-rfc6265bis, 4.1.3.2). A token's characters all may stand in a cookie.
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
