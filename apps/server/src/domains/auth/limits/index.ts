/** Counts attempts: how often a login may fail, and how often a mail may be requested. */

export { type Attempt, attemptOf, type LoginLimits } from './login-limit.ts'
export { countRegistration, findBlock, insertFailure, lockAttempts } from './login-limit-store.ts'
export { countMailRequest, type MailLimits } from './mail-limit-store.ts'
