/** An OpenID Connect provider, as single sign-on needs it. */
export interface IdentityProvider {
  /** Identifies the provider; a subject is unique within it. */
  readonly issuer: string
  /** Begins a login. The secrets stay in the browser's sealed cookie until its response comes. */
  begin(redirectUri: string): Promise<BegunLogin>
  /**
   * Checks the response of the provider, exchanges its code, and checks the token.
   *
   * @throws ProviderRefused
   */
  finish(response: URL, begun: LoginSecrets): Promise<ProvenIdentity>
}

export interface LoginSecrets {
  state: string
  nonce: string
  verifier: string
}

export interface BegunLogin extends LoginSecrets {
  /** Address of the provider that the browser is sent to. */
  url: string
}

export interface ProvenIdentity {
  issuer: string
  subject: string
  /** Undefined unless the provider says that it is verified. */
  email: string | undefined
  name: string | undefined
  /** Undefined if the provider sends none, which differs from an empty list. */
  groups: string[] | undefined
  /** Whether the provider says that more than a password was asked for. */
  hasSecondFactor: boolean
}

/** The provider, or whoever claims to be it, sent something that does not hold. The message is for the log. */
export class ProviderRefused extends Error {}

/** The provider does not respond. */
export class ProviderUnreachable extends Error {}
