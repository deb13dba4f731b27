/** Notifications recorded with the change that caused them, until they are sent. */

export {
  decisionKinds,
  type IssueKind,
  isIssueKind,
  isProjectKind,
  issueIdOf,
  kindOf,
  type NotificationKind,
  noIssue,
  type PendingNotification,
  projectPages,
  restSecondsOf,
  subjectOf,
} from './notification.ts'
export {
  type AddressedNotification,
  addNotifications,
  countMail,
  findDueProjects,
  findReportedIssues,
  followMerges,
  lockNotifications,
  noteMailed,
  notificationsAreDue,
  postponeDue,
  postponeNotified,
  type QuietPeople,
  type ReportedIssue,
  releaseHeld,
  type TakenNotification,
  takeNotifications,
  toArray,
} from './pending-store.ts'
export { findFeedbackTexts, findSurvivors } from './subject-store.ts'
