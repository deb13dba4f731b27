import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSameOrigin } from './same-origin.ts'

/** A cookie by which the server recognizes a browser that somebody has logged in with. It grants nothing by itself. */
export interface BrowserCookie {
  /** Returns the sha256 of the secret in a Cookie header, if there is one. */
  read(header: string | undefined): Buffer | undefined
  /** Makes a secret; returns its sha256 and the Set-Cookie header that stores it. */
  make(): { browser: Buffer; header: string }
}

/** The longest time that browsers keep a cookie. */
const maxAgeSeconds = 400 * 86_400

/** @param url the public origin */
export function browserCookieOf(url: string): BrowserCookie {
  const isSecure = url.startsWith('https:')
  const name = isSecure ? '__Host-bugle_browser' : 'bugle_browser'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read: (header) => {
      const pairs = (header ?? '').split(';').map((pair) => pair.trim())
      const secret = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
      return secret === undefined || !/^[\w-]{43}$/.test(secret) ? undefined : hashOf(secret)
    },
    make: () => {
      const secret = randomBytes(32).toString('base64url')
      return { browser: hashOf(secret), header: `${name}=${secret}; Max-Age=${maxAgeSeconds}; ${attributes}` }
    },
  }
}

/** Whether a request comes from the dashboard or from no page at all: another site's page must not set cookies here. */
export function isFromDashboard({ server, headers: { origin } }: FastifyRequest): boolean {
  return origin === undefined || isSameOrigin(origin, server.publicUrl)
}

/** Returns the sha256 of the cookie by which a browser is recognized. One that has none gets it with the response. */
export function recognizeBrowser(request: FastifyRequest, reply: FastifyReply): Buffer | undefined {
  const { browserCookie } = request.server
  const known = browserCookie.read(request.headers.cookie)
  if (known !== undefined || !isFromDashboard(request)) return known
  const { browser, header } = browserCookie.make()
  reply.header('set-cookie', header)
  return browser
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
