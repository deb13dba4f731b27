/**
 * Who hears of new and regressed issues, by mail: what each member and each project wants, how bursts become one mail, and
 * the link that ends it. LiveUpdate come in the transaction that makes them; this decides whether and when they are told.
 *
 * It never holds up digest (a row is all that it adds), never tells of an issue twice in an hour, and lets nothing of an
 * event's text into a mail but as text.
 */

export { alertJobs } from './issue-mail-job.ts'
export { createNotificationLoop } from './notification-loop.ts'
export { addNotifications } from './pending-store.ts'
export { mountNotificationRoutes } from './routes.ts'
