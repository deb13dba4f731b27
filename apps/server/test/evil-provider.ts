import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Claims of the provider about a person, and its lies. */
export interface Said {
  sub?: string
  email?: string | undefined
  email_verified?: unknown
  name?: string
  groups?: unknown
  amr?: string[]
  iss?: string
  nonce?: string
  aud?: string | string[]
  azp?: string
  preferred_username?: string
  /** Claims that only the userinfo endpoint has. */
  inUserInfo?: Record<string, unknown>
  exp?: number
  /** Replaces the signature. */
  alg?: 'none' | 'HS256'
  /** Signs by a key that the provider never published. */
  withUnknownKey?: boolean
}

/** How a provider differs from a usual one. */
export interface Peculiarities {
  /** Whether responses name it (RFC 9207); true by default. */
  namesIssuer?: boolean
  /** Replaces what its discovery document names. */
  endpoints?: Record<string, string>
  /** Redirects requests of a path. */
  redirect?: { path: string; to: string }
}

/**
 * An OpenID Connect provider on loopback whose every word a test chooses: the peculiarities of real ones, and lies that
 * no real one would utter.
 */
export class EvilProvider {
  /** The next person who logs in. */
  said: Said = {}
  /** The paths that were asked for. */
  readonly requests: string[] = []
  readonly #codes = new Map<string, { said: Said; nonce: string; challenge: string; used: boolean }>()
  /** Responses of the userinfo endpoint, by access token. */
  readonly #people = new Map<string, Record<string, unknown>>()
  readonly #peculiarities: Peculiarities
  readonly #server: Server
  #key = newKey()
  issuer = ''

  private constructor(peculiarities: Peculiarities) {
    this.#peculiarities = peculiarities
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const url = new URL(request.url!, this.issuer)
        this.requests.push(url.pathname)
        const { redirect } = this.#peculiarities
        if (redirect?.path === url.pathname) return response.writeHead(307, { location: redirect.to }).end()
        // A browser of somebody who is logged in there already.
        if (url.pathname === '/authorize') return response.writeHead(302, { location: this.authorize(url.href) }).end()
        const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
        const form = new URLSearchParams(Buffer.concat(chunks).toString())
        const { status, body } = this.#respond(url, form, bearer)
        return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
  }

  static async start(peculiarities: Peculiarities = {}): Promise<EvilProvider> {
    const provider = new EvilProvider(peculiarities)
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve))
    provider.issuer = `http://127.0.0.1:${(provider.#server.address() as AddressInfo).port}`
    return provider
  }

  /** Replaces the keys, as after a rotation. */
  rotate(): void {
    this.#key = newKey()
  }

  /** Logs somebody in: returns where the browser is sent back to. */
  authorize(address: string): string {
    const query = new URL(address).searchParams
    const code = randomUUID()
    const said = this.said
    this.#codes.set(code, {
      said,
      nonce: query.get('nonce')!,
      challenge: query.get('code_challenge')!,
      used: false,
    })
    const back = new URL(query.get('redirect_uri')!)
    const { namesIssuer = true } = this.#peculiarities
    const iss = namesIssuer ? { iss: this.issuer } : {}
    back.search = new URLSearchParams({ code, state: query.get('state')!, ...iss }).toString()
    return back.href
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.closeAllConnections()
      this.#server.close(() => resolve())
    })
  }

  #respond({ pathname }: URL, form: URLSearchParams, bearer: string): { status: number; body: object } {
    const { issuer } = this
    const { namesIssuer = true, endpoints } = this.#peculiarities
    if (pathname === '/.well-known/openid-configuration')
      return {
        status: 200,
        body: {
          issuer,
          authorization_endpoint: `${issuer}/authorize` as const,
          token_endpoint: `${issuer}/token` as const,
          jwks_uri: `${issuer}/jwks` as const,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: namesIssuer,
          code_challenge_methods_supported: ['S256'],
          userinfo_endpoint: `${issuer}/userinfo` as const,
          ...endpoints,
        },
      }
    if (pathname === '/jwks') {
      const { publicKey, kid } = this.#key
      return {
        status: 200,
        body: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
      }
    }
    if (pathname === '/userinfo') return { status: 200, body: this.#people.get(bearer) ?? {} }
    const found = this.#codes.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (pathname !== '/token' || found === undefined || found.used || found.challenge !== challenge)
      return { status: 400, body: { error: 'invalid_grant' } }
    found.used = true
    const access_token = randomUUID()
    const { sub = 'someone', inUserInfo } = found.said
    this.#people.set(access_token, { sub, ...inUserInfo })
    const token = { access_token, token_type: 'Bearer', id_token: this.#idToken(found) }
    return { status: 200, body: token }
  }

  #idToken({ said, nonce }: { said: Said; nonce: string }): string {
    const { alg = 'RS256', withUnknownKey = false, inUserInfo: _, ...claims } = said
    const now = Math.floor(Date.now() / 1000)
    const key = withUnknownKey ? newKey() : this.#key
    const payload = {
      iss: this.issuer,
      aud: 'bugle',
      sub: 'someone',
      iat: now,
      exp: now + 300,
      nonce,
      ...claims,
    }
    const text = `${encode({ alg, kid: key.kid, typ: 'JWT' })}.${encode(payload)}`
    if (alg === 'none') return `${text}.`
    if (alg === 'HS256') return `${text}.${createHash('sha256').update(`${text}secret`).digest('base64url')}`
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key.privateKey, 'base64url')}`
  }
}

function newKey(): { publicKey: KeyObject; privateKey: KeyObject; kid: string } {
  return { ...generateKeyPairSync('rsa', { modulusLength: 2048 }), kid: randomUUID() }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
