/** The HTTP endpoints of accounts, logins and tokens. */

export { type AuthDeps, mountAuth } from './routes.ts'
