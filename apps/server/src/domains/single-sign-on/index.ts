/**
 * Owns logins by an OpenID Connect provider, and the identities of accounts there. An identity is its issuer and subject,
 * and nothing else: an e-mail address never leads into an account that has not proven itself. It trusts no response that
 * the browser did not ask for, and returns nowhere but to the dashboard or the program that began.
 */
export { forgetOldLogins } from './identity-store.ts'
export { mountSingleSignOn } from './routes.ts'
