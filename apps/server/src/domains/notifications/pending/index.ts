/** Notifications recorded with the change that caused them, until they are sent. */

export {
  type AddressedNotification,
  addNotifications,
  countMail,
  findDueProjects,
  findReportedIssues,
  isIssueKind,
  lockNotifications,
  type NotificationKind,
  noteMailed,
  notificationsAreDue,
  type PendingNotification,
  postponeDue,
  postponeNotified,
  type ReportedIssue,
  type TakenNotification,
  takeNotifications,
  toArray,
} from './pending-store.ts'
