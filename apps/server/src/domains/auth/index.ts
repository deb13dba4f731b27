/**
 * Register, login, logout and the sessions they make: one live token of each kind for a user, hashed at
 * rest, dead from the moment it is revoked. Password, e-mail and the end of an account, since each asks for the
 * password again or for a mailed link. It never keeps a password or a secret in clear, never tells an
 * unknown e-mail from a wrong password, and never caches a session.
 */
export { type AccountRouteDeps, mountOwnAccountRoutes } from './account-routes.ts'
export { type AuthenticateDeps, createAuthenticate } from './authenticate.ts'
export type { LoginLimits } from './login-limit.ts'
export { type MailJobDeps, mailJobs, makeResetLink } from './mail-jobs.ts'
export type { MailLimits } from './mail-limit-store.ts'
export { createPasswords, type Passwords } from './passwords.ts'
export { type AuthDeps, mountAuthRoutes } from './routes.ts'
