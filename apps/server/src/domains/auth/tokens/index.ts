/** Sessions and API tokens of users and organizations: issued, looked up, and dead from the moment they are revoked. */

export { expiryOf, hashOf, type IdleLimits, isIdleTooLong, newSecret, writeToken } from './access-token.ts'
export {
  endAllSessions,
  endPasswordSessions,
  endSessionsOf,
  findSessionState,
  findSessions,
  forgetEndedTokens,
  insertToken,
  isBySso,
  revokeReplaced,
  revokeTokens,
  type SessionRecord,
  type SsoLogin,
} from './access-token-store.ts'
export { type ApiTokenRecord, deleteApiTokensOf, findApiTokens } from './api-token-store.ts'
export { createAuthenticate } from './authenticate.ts'
export { callerKey, findLiveCallers, type LastingCaller } from './live-callers-store.ts'
export {
  createApiToken,
  logOut,
  type Owner,
  revokeApiToken,
  revokeOthers,
  revokeSession,
  revokeSessionsByOperator,
  revokeTokenByOperator,
} from './manage-tokens.ts'
export {
  createOrganizationToken,
  deleteOrganizationToken,
  deleteOrganizationTokens,
  findOrganizationTokens,
  type OrganizationTokenRecord,
} from './organization-token-store.ts'
export { type ExpiringToken, endOf, planExpiryWarning } from './token-expiry.ts'
export { findExpiryWarnings } from './token-expiry-store.ts'
