/**
 * Owns mails and push messages about new and regressed issues: the settings of projects and members, how bursts become
 * one message, the unsubscribe link, and the push subscriptions of sessions. Notifications are recorded in the transaction
 * that makes them true; whether and when they are sent is decided here.
 *
 * It never holds up digest, to which it adds one row, never notifies of an issue twice in an hour, and never lets the text
 * of an event into a mail as anything but text.
 */

export { issueMailJobs } from './issue-mail-job.ts'
export { createNotificationLoop } from './notification-loop.ts'
export { notifyOfDigest } from './notify-of-digest.ts'
export { notificationsAreDue } from './pending-store.ts'
export { notifyAssigned, notifyMentioned, personMailJobs } from './person-mails.ts'
export { pushKeysSeal } from './push-keys.ts'
export { createPushLoop } from './push-loop.ts'
export { pushesAreDue } from './push-queue-store.ts'
export { mountPush, type PushRouteDeps } from './push-routes.ts'
export { forgetEndedSubscriptions } from './push-subscription-store.ts'
export { mountNotifications } from './routes.ts'
