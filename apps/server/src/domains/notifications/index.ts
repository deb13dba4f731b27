/**
 * Owns mails and push messages about new and regressed issues: the settings of projects and members, how bursts become
 * one message, the unsubscribe link, and the push subscriptions of sessions. Notifications are recorded in the transaction
 * that makes them true; whether and when they are sent is decided here.
 *
 * It never holds up digest, to which it adds one row, never notifies of an issue twice in an hour, and never lets the text
 * of an event into a mail as anything but text.
 */

export {
  createNotificationLoop,
  issueMailJobs,
  notifyAssigned,
  notifyMentioned,
  notifyPushLost,
  personMailJobs,
} from './mails/index.ts'
export { notifyOfDigest } from './notify-of-digest.ts'
export { findReportedIssues, notificationsAreDue, type ReportedIssue } from './pending/index.ts'
export { createPushLoop, forgetEndedSubscriptions, pushesAreDue, pushKeysSeal } from './push/index.ts'
export { mountNotifications, mountPush } from './routes/index.ts'
