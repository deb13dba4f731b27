/** Mails about issues, assignments and mentions, at a limited pace. */

export type { RuleLink } from './issue-mail.ts'
export { issueMailJobs } from './issue-mail-job.ts'
export { createNotificationLoop } from './notification-loop.ts'
export { notifyAssigned, notifyMentioned, notifyPushLost, personMailJobs } from './person-mails.ts'
