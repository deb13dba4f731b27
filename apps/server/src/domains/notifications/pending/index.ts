/** Notifications recorded with the change that caused them, until they are sent. */

export {
  addNotifications,
  countMail,
  findDueProjects,
  findReportedIssues,
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
} from './pending-store.ts'
