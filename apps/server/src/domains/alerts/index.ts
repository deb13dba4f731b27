/**
 * Owns alert rules: which changes of issues are sent to which channels and people, and in which words. Channels and notifications
 * deliver them.
 */

export { type AlertLoop, createAlertLoop } from './alert-loop.ts'
export { addDefaultRule } from './default-rule.ts'
export type { FireDeps } from './fire.ts'
export { incidentsAreDue } from './incident-store.ts'
export { notifiedEntries } from './issue-history.ts'
export { createRuleLoop } from './judge-projects.ts'
export {
  addPendingAlerts,
  alertsAreDue,
  changesOf,
  changesOfFeedback,
  changesOfMonitors,
} from './pending-alert-store.ts'
export { mountAlerts } from './routes.ts'
export { findRuleLinks } from './rule-link.ts'
export { rulesAreDue } from './rule-store.ts'
export { writeMessage } from './write-message.ts'
