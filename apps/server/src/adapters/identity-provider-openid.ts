import { hourMs } from '@bugle/protocol/vocabulary'
import type * as OpenId from 'openid-client'
import {
  type IdentityProvider,
  type LoginSecrets,
  type ProvenIdentity,
  ProviderRefused,
  ProviderUnreachable,
} from '../ports/identity-provider.ts'
import { OutgoingHttp } from './outgoing-http.ts'

export interface OpenIdOptions {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  scopes: string
  groupsClaim: string
  /** Hosts that the operator allows beside the issuer's, in a network of their own. */
  allowed: readonly string[]
}

const discoveryMs = hourMs
const timeoutSeconds = 10
const clockSkewSeconds = 60
const maxResponseBytes = 1024 * 1024

/** An OpenID Connect provider by openid-client: code flow with PKCE, state and nonce, signatures always checked. */
export class OpenIdProvider implements IdentityProvider {
  readonly issuer: string
  readonly #options: OpenIdOptions
  readonly #fetch: OpenId.CustomFetch
  #metadata: { server: OpenId.ServerMetadata; until: number } | undefined

  constructor(options: OpenIdOptions) {
    this.issuer = options.issuer
    this.#options = options
    // The operator names the issuer, in any network. The addresses in its document may be anywhere, and are checked.
    this.#fetch = guardedFetch(new OutgoingHttp([new URL(options.issuer).host, ...options.allowed]))
  }

  async begin(redirectUri: string) {
    const openid = await library()
    const config = await this.#configure(openid)
    const verifier = openid.randomPKCECodeVerifier()
    const [state, nonce] = [openid.randomState(), openid.randomNonce()]
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: this.#options.scopes,
      response_type: 'code',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { url: url.href, state, nonce, verifier }
  }

  async finish(response: URL, { state, nonce, verifier }: LoginSecrets): Promise<ProvenIdentity> {
    const openid = await library()
    const config = await this.#configure(openid)
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
    try {
      const tokens = await openid.authorizationCodeGrant(config, response, checks)
      const claims = tokens.claims()
      if (claims === undefined) throw new ProviderRefused('the response has no ID token')
      const { groupsClaim } = this.#options
      const isWhole = isAddress(claims) && claimOf(claims, groupsClaim) !== undefined
      const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
      const more = isWhole || !hasUserInfo ? {} : await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      return toIdentity(claims, more, groupsClaim)
    } catch (error) {
      throw error instanceof ProviderRefused || error instanceof ProviderUnreachable ? error : toRefused(error)
    }
  }

  /**
   * Keeps the discovery document for an hour, and never the keys: after a rotation the next login must find the new ones.
   */
  async #configure(openid: typeof OpenId): Promise<OpenId.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options
    const client = { [openid.clockTolerance]: clockSkewSeconds }
    const how = clientSecret === undefined ? openid.None() : openid.ClientSecretBasic(clientSecret)
    const isPlain = issuer.startsWith('http:')
    if (this.#metadata === undefined || this.#metadata.until < Date.now()) {
      const options = {
        execute: isPlain ? [openid.allowInsecureRequests] : [],
        [openid.customFetch]: this.#fetch,
        timeout: timeoutSeconds,
      }
      const found = await openid
        .discovery(new URL(issuer), clientId, client, how, options)
        .catch((error: unknown) => Promise.reject(new ProviderUnreachable(messageOf(error), { cause: error })))
      this.#metadata = { server: found.serverMetadata(), until: Date.now() + discoveryMs }
    }
    const config = new openid.Configuration(this.#metadata.server, clientId, client, how)
    config.timeout = timeoutSeconds
    config[openid.customFetch] = this.#fetch
    if (isPlain) openid.allowInsecureRequests(config)
    openid.enableNonRepudiationChecks(config)
    return config
  }
}

/** Loaded with the first login: a server without single sign-on never needs it. */
let loaded: Promise<typeof OpenId> | undefined
function library(): Promise<typeof OpenId> {
  loaded ??= import('openid-client')
  return loaded
}

/** Requests of the library, by the guarded way out: a checked address, no redirect, no endless body. */
function guardedFetch(outgoing: OutgoingHttp): OpenId.CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = body == null ? undefined : String(body)
    const given = { method, headers, body: sent, timeoutMs: timeoutSeconds * 1000, maxBytes: maxResponseBytes }
    const { status, headers: received, body: read } = await outgoing.send(url, given)
    const type = received['content-type']
    const isEmpty = read.length === 0 || [204, 205, 304].includes(status)
    const response = new Response(isEmpty ? null : new Uint8Array(read), {
      status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
    Object.defineProperty(response, 'url', { value: url })
    return response
  }
}

type Claims = Record<string, unknown>

/** @param more claims of the userinfo endpoint, where some providers keep e-mail and groups */
function toIdentity(claims: Claims, more: Claims, groupsClaim: string): ProvenIdentity {
  const { iss, sub, name, preferred_username: login, amr } = { ...more, ...claims }
  const methods = Array.isArray(amr) ? amr : []
  // The address and the word that it is verified come from one place: they may differ between the two.
  const { email, email_verified: isVerified } = [claims, more].find(isAddress) ?? {}
  return {
    issuer: String(iss),
    subject: String(sub),
    // Some providers send the text 'true'.
    email: isVerified === true || isVerified === 'true' ? textOf(email) : undefined,
    name: textOf(name) ?? textOf(login),
    groups: groupsOf(claimOf(claims, groupsClaim) ?? claimOf(more, groupsClaim)),
    hasSecondFactor: methods.some((method) => ['mfa', 'hwk', 'otp'].includes(String(method))),
  }
}

function isAddress(claims: Claims): boolean {
  return 'email' in claims && 'email_verified' in claims
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Finds a claim by its name, which may have dots (`https://example.com/groups`), or inside others (`realm_access.roles`). */
function claimOf(claims: Claims, name: string): unknown {
  if (name in claims) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? (inner as Claims)[key] : undefined,
      claims,
    )
}

/** A list or a single text. Keycloak sends groups as paths, with a slash in front. */
function groupsOf(claim: unknown): string[] | undefined {
  if (claim === undefined || claim === null) return undefined
  const all = Array.isArray(claim) ? claim : [claim]
  return all.filter((group) => typeof group === 'string').map((group) => group.replace(/^\//, ''))
}

function toRefused(error: unknown): Error {
  return new ProviderRefused(messageOf(error), { cause: error })
}

function messageOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { message?: string; error?: string } }
  return [message, cause?.error ?? cause?.message].filter(Boolean).join(': ')
}
