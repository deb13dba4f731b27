/**
 * Owns registration, login with its second factor, logout, and tokens: one live session of each kind per user, and API
 * tokens with their scopes, hashed at rest and dead from the moment they are revoked. Also password, e-mail and
 * deletion of an account, because each asks for the password again or for a mailed link. It never stores a plain
 * password or secret, never distinguishes an unknown e-mail from a wrong password, and never caches a token.
 */
export { hashOf as secretHashOf, type IdleLimits, newSecret } from './access-token.ts'
export { endAllSessions, endPasswordSessions, endSessionsOf, isBySso } from './access-token-store.ts'
export { type AuthenticateDeps, createAuthenticate } from './authenticate.ts'
export { confirmPassword } from './confirm-password.ts'
export { deleteUserAndProjects } from './delete-account.ts'
export { callerKey, findLiveCallers, type LastingCaller } from './live-callers-store.ts'
export { checkPassword, hasFactor, type LoginDeps, openSessionOrChallenge } from './log-in.ts'
export type { LoginLimits } from './login-limit.ts'
export { type MailJobDeps, mailJobs, makeResetLink } from './mail-jobs.ts'
export type { MailLimits } from './mail-limit-store.ts'
export { revokeSessionsByOperator, revokeTokenByOperator } from './manage-tokens.ts'
export { removeTotpByOperator } from './manage-totp.ts'
export {
  createOrganizationToken,
  deleteOrganizationToken,
  deleteOrganizationTokens,
  findOrganizationTokens,
  type OrganizationTokenRecord,
} from './organization-token-store.ts'
export { createPasswords, type Passwords } from './passwords.ts'
export { createAccountByOperator } from './register.ts'
export { type AuthDeps, mountAuth } from './routes.ts'
export { assertVerified, type Proof, proofOf, sealedFor, verifySecondFactor } from './second-factor.ts'
export type { Client } from './sessions.ts'
