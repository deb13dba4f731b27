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
  aud?: string
  exp?: number
  /** Replaces the signature. */
  alg?: 'none' | 'HS256'
  /** Signs by a key that the provider never published. */
  withUnknownKey?: boolean
}

/**
 * An OpenID Connect provider on loopback whose every word a test chooses: the peculiarities of real ones, and lies that
 * no real one would utter.
 */
export class EvilProvider {
  /** The next person who logs in. */
  said: Said = {}
  readonly #codes = new Map<string, { said: Said; nonce: string; challenge: string; used: boolean }>()
  readonly #server: Server
  #key = newKey()
  issuer = ''

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const url = new URL(request.url!, this.issuer)
        const { status, body } = this.#respond(url, new URLSearchParams(Buffer.concat(chunks).toString()))
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
  }

  static async start(): Promise<EvilProvider> {
    const provider = new EvilProvider()
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
    back.search = new URLSearchParams({ code, state: query.get('state')!, iss: this.issuer }).toString()
    return back.href
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.closeAllConnections()
      this.#server.close(() => resolve())
    })
  }

  #respond({ pathname }: URL, form: URLSearchParams): { status: number; body: object } {
    const { issuer } = this
    if (pathname === '/.well-known/openid-configuration')
      return {
        status: 200,
        body: {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
          code_challenge_methods_supported: ['S256'],
        },
      }
    if (pathname === '/jwks') {
      const { publicKey, kid } = this.#key
      return {
        status: 200,
        body: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
      }
    }
    const found = this.#codes.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (pathname !== '/token' || found === undefined || found.used || found.challenge !== challenge)
      return { status: 400, body: { error: 'invalid_grant' } }
    found.used = true
    const token = { access_token: randomUUID(), token_type: 'Bearer', id_token: this.#idToken(found) }
    return { status: 200, body: token }
  }

  #idToken({ said, nonce }: { said: Said; nonce: string }): string {
    const { alg = 'RS256', withUnknownKey = false, ...claims } = said
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
