/**
 * Owns alert rules: which changes of issues are sent to which channels, and in which words. Channels deliver them.
 */

export { type AlertLoop, createAlertLoop } from './alert-loop.ts'
export { incidentsAreDue } from './incident-store.ts'
export { notifiedEntries } from './issue-history.ts'
export { addPendingAlerts, alertsAreDue, changesOf } from './pending-alert-store.ts'
export { mountAlerts } from './routes.ts'
export { rulesAreDue } from './rule-store.ts'
export { writeMessage } from './write-message.ts'
