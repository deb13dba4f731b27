/**
 * Owns mails and push messages about new and regressed issues: the settings of projects and members, how bursts become
 * one message, the unsubscribe link, and the push subscriptions of sessions. Alert rules say of which issues people
 * may be notified; whether and when they are is decided here.
 *
 * It never notifies of an issue twice in an hour, and never lets the text
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
export { notifyOfIssues } from './notify-of-issues.ts'
export {
  findReportedIssues,
  isIssueKind,
  notificationsAreDue,
  type PendingNotification,
  type ReportedIssue,
} from './pending/index.ts'
export { createPushLoop, forgetEndedSubscriptions, pushesAreDue, pushKeysSeal } from './push/index.ts'
export { mountNotifications, mountPush } from './routes/index.ts'
