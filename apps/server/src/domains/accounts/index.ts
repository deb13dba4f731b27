/**
 * Accounts: users, the organization behind each, memberships, trial and subscription, and the trail of what was
 * done to each. It never sees a password in clear or a session (auth does), and nothing of it is locked when billing
 * is off.
 */
export type { AuditOrigin, AuditRecord } from './audit.ts'
export { forgetOldAuditEntries, recordAudit, recordAuditOn, recordFailedLogin } from './audit-store.ts'
export { type ChangeSubscriptionDeps, changeSubscription } from './change-subscription.ts'
export { type AccountDeps, mountAccounts } from './routes.ts'
export {
  type Billing,
  changed,
  ForbiddenChange,
  ingestEndsAt,
  type SubscriptionChange,
  type SubscriptionRecord,
  statusAt,
  subscriptionAt,
} from './subscription.ts'
export { toRegisteredUser, toUser, type UserRecord, unconfirmedDays } from './user.ts'
export {
  changeEmail,
  changePasswordHash,
  createAccount,
  deleteEmptyOrganizations,
  deleteUser,
  findUser,
  findUserByEmail,
  forgetUnconfirmed,
  hasUsers,
  lockFirstAccount,
  lockUser,
  markConfirmed,
  setDisabled,
  setIssueMailsOff,
  setPendingEmail,
} from './user-store.ts'
