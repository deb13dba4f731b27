/**
 * Owns registration, login with its second factor, logout, and tokens: one live session of each kind per user, and API
 * tokens with their scopes, hashed at rest and dead from the moment they are revoked. Also password, e-mail and
 * deletion of an account, because each asks for the password again or for a mailed link. It never stores a plain
 * password or secret, never distinguishes an unknown e-mail from a wrong password, and never caches a token.
 */

export {
  createAccountByOperator,
  deleteUserAndProjects,
  mailJobs,
  mailNewLogin,
  makeResetLink,
  removeTotpByOperator,
} from './account/index.ts'
export type { LoginLimits } from './limits/index.ts'
export {
  checkPassword,
  confirmPassword,
  hasFactor,
  type LoginClient,
  type LoginDeps,
  openSessionOrChallenge,
} from './login/index.ts'
export { relyingPartyOf } from './passkeys/index.ts'
export { createPasswords, type Passwords } from './passwords/index.ts'
export { mountAuth } from './routes/index.ts'
export { assertVerified, type Proof, proofOf, sealedFor, verifySecondFactor } from './second-factor/index.ts'
export {
  callerKey,
  createAuthenticate,
  createOrganizationToken,
  deleteOrganizationToken,
  deleteOrganizationTokens,
  endAllSessions,
  endOf,
  endPasswordSessions,
  endSessionsOf,
  findLiveCallers,
  findOrganizationTokens,
  findSessionState,
  hashOf as secretHashOf,
  type IdleLimits,
  isBySso,
  type LastingCaller,
  newSecret,
  type OrganizationTokenRecord,
  planExpiryWarning,
  revokeSessionsByOperator,
  revokeTokenByOperator,
} from './tokens/index.ts'
