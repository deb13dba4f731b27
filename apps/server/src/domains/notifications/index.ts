/**
 * Owns mails about new and regressed issues: the settings of projects and members, how bursts become one mail, and the
 * unsubscribe link. Notifications are recorded in the transaction that makes them true; whether and when they are mailed
 * is decided here.
 *
 * It never holds up digest, to which it adds one row, never mails about an issue twice in an hour, and never lets the text
 * of an event into a mail as anything but text.
 */

export { issueMailJobs } from './issue-mail-job.ts'
export { createNotificationLoop } from './notification-loop.ts'
export { notifyOfDigest } from './notify-of-digest.ts'
export { notificationsAreDue } from './pending-store.ts'
export { mountNotifications } from './routes.ts'
