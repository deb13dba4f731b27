/**
 * Owns users, their trial and subscription, and the audit trail of an account. It never sees a plain password or a
 * session (auth does), and locks nothing while billing is off.
 */
export type { AuditOrigin, AuditRecord } from './audit.ts'
export { evictAuditEntries, forgetOldAuditEntries, recordAudit, recordFailedLogin } from './audit-store.ts'
export { changeSubscription } from './change-subscription.ts'
export { wantsMail } from './mail-choices-store.ts'
export { mountAccounts } from './routes.ts'
export {
  afterChange,
  type Billing,
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
  deleteUser,
  findUser,
  findUserByEmail,
  findUserNames,
  forgetUnconfirmed,
  hasUsers,
  lockFirstAccount,
  lockUser,
  markConfirmed,
  setDisabled,
  setIssueMailsOff,
  setOperator,
  setPendingEmail,
} from './user-store.ts'
