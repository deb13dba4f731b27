/** A login that still needs a second factor. */
export interface Challenge {
  token: string
  /** Whether the account has an authenticator app. Passkeys work in the dashboard alone; a recovery code is always left. */
  hasAuthenticator: boolean
}

/** @param factors those of an account with a passkey; without them it is a code */
export function toChallenge(token: string, factors: readonly string[] = ['totp']): Challenge {
  return { token, hasAuthenticator: factors.includes('totp') }
}
