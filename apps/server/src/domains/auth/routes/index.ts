/** The HTTP endpoints of accounts, logins and tokens. */

export { mountAuth } from './routes.ts'
