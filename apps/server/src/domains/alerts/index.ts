/**
 * Owns alert rules: which changes of issues are sent to which channels, and in which words. Channels deliver them.
 */

export { createAlertLoop } from './alert-loop.ts'
export { writeMessage } from './issue-message.ts'
export { addPendingAlerts, alertsAreDue, changesOf } from './pending-alert-store.ts'
export { mountAlerts } from './routes.ts'
