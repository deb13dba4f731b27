/**
 * Owns mails and push messages about issues, projects, releases, monitors and feedback, and digests: the settings of projects and members, how
 * bursts become one message, the unsubscribe link, and the push subscriptions of sessions. Alert rules say of what people
 * may be notified; whether and when they are is decided here.
 *
 * It notifies of the same at most once an hour, unless a rule has another pace, and never lets the text of an event into a mail as
 * anything but text.
 */

export { createDigestMailLoop, digestJobs, digestsAreDue } from './digests/index.ts'
export {
  createNotificationLoop,
  issueMailJobs,
  notifyAssigned,
  notifyMentioned,
  notifyPushLost,
  personMailJobs,
  type RuleLink,
} from './mails/index.ts'
export { type Notification, notifyPeople } from './notify-people.ts'
export {
  findFeedbackTexts,
  findReportedIssues,
  findSurvivors,
  kindOf,
  noIssue,
  notificationsAreDue,
  projectPages,
  type ReportedIssue,
} from './pending/index.ts'
export {
  changesAreDue,
  createPendingPushLoop,
  createPushLoop,
  forgetEndedSubscriptions,
  pushesAreDue,
  pushKeysSeal,
} from './push/index.ts'
export { mountMailTimes, mountNotifications, mountPush } from './routes/index.ts'
