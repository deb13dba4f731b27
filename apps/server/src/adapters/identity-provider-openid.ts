import type * as OpenId from 'openid-client'
import {
  type IdentityProvider,
  type LoginSecrets,
  type ProvenIdentity,
  ProviderRefused,
  ProviderUnreachable,
} from '../ports/identity-provider.ts'

export interface OpenIdOptions {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  scopes: string
  groupsClaim: string
}

const discoveryMs = 3_600_000
const timeoutSeconds = 10
const clockSkewSeconds = 60
const maxResponseBytes = 1024 * 1024

/** An OpenID Connect provider by openid-client: code flow with PKCE, state and nonce, signatures always checked. */
export class OpenIdProvider implements IdentityProvider {
  readonly issuer: string
  readonly #options: OpenIdOptions
  #metadata: { server: OpenId.ServerMetadata; until: number } | undefined

  constructor(options: OpenIdOptions) {
    this.issuer = options.issuer
    this.#options = options
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
      const isWhole = 'email' in claims && this.#options.groupsClaim in claims
      const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
      const more = isWhole || !hasUserInfo ? {} : await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      return toIdentity({ ...more, ...claims }, this.#options.groupsClaim)
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
        [openid.customFetch]: guardedFetch,
        timeout: timeoutSeconds,
      }
      const found = await openid
        .discovery(new URL(issuer), clientId, client, how, options)
        .catch((error: unknown) => Promise.reject(new ProviderUnreachable(messageOf(error), { cause: error })))
      this.#metadata = { server: found.serverMetadata(), until: Date.now() + discoveryMs }
    }
    const config = new openid.Configuration(this.#metadata.server, clientId, client, how)
    config.timeout = timeoutSeconds
    config[openid.customFetch] = guardedFetch
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

/** Follows no redirect, and reads no endless body. */
const guardedFetch: OpenId.CustomFetch = async (url, options) => {
  const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit)
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || value === undefined) break
    size += value.length
    if (size > maxResponseBytes) throw new ProviderRefused('a response is too large')
    parts.push(value)
  }
  const { status, statusText, headers } = response
  const isEmpty = [101, 204, 205, 304].includes(status)
  const copy = new Response(isEmpty ? null : Buffer.concat(parts), { status, statusText, headers })
  Object.defineProperty(copy, 'url', { value: response.url })
  return copy
}

function toIdentity(claims: Record<string, unknown>, groupsClaim: string): ProvenIdentity {
  const { iss, sub, email, email_verified: isVerified, name, preferred_username: login, amr } = claims
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)
  const methods = Array.isArray(amr) ? amr : []
  return {
    issuer: String(iss),
    subject: String(sub),
    // Some providers send the text 'true'.
    email: isVerified === true || isVerified === 'true' ? text(email) : undefined,
    name: text(name) ?? text(login),
    groups: groupsOf(claims[groupsClaim]),
    hasSecondFactor: methods.some((method) => ['mfa', 'hwk', 'otp'].includes(String(method))),
  }
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
