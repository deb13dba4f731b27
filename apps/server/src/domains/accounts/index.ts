/**
 * Accounts: users, the organization behind each, memberships, trial and subscription. It never sees a
 * password in clear or a session (auth does), and nothing of it is locked when billing is off.
 */
export { type AccountDeps, mountAccountRoutes } from './routes.ts'
export { toRegisteredUser, toUser, type UserRecord } from './user.ts'
export { createAccount, findUserByEmail, lockUser } from './user-store.ts'
