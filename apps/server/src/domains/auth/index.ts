/**
 * Register, login, logout and the sessions they make: one live token of each kind for a user, hashed at
 * rest, dead from the moment it is revoked. It never keeps a password or a secret in clear, never tells an
 * unknown e-mail from a wrong password, and never caches a session.
 */
export { type AuthenticateDeps, createAuthenticate } from './authenticate.ts'
export type { LoginLimits } from './login-limit.ts'
export { createPasswords, type Passwords } from './passwords.ts'
export { type AuthDeps, mountAuthRoutes } from './routes.ts'
