/**
 * Owns the health of programs beside their errors: sessions and crash-free rates, monitors of scheduled jobs, and the
 * feedback of people. All of it, and what SDKs report to have dropped, is queued with the response and applied by the worker. It never opens an event.
 */
export type { MonitorTurn } from './apply-check-ins.ts'
export { evictHealth } from './evict-health.ts'
export type { ClientReportItem, HealthItem, LimitedItem } from './health-item.ts'
export { createHealthLoop } from './health-loop.ts'
export { HealthQueue } from './health-queue.ts'
export { healthIsDue } from './health-queue-store.ts'
export { toCheckInItem, toFeedbackItem, toSessionItem, toSessionSums } from './native-item.ts'
export { healthChannel, notifyOfHealth } from './notify-of-health.ts'
export { readCheckIn, readHealthItem, toFeedback } from './read-sentry-item.ts'
export { mountHealth } from './routes.ts'
export { forgetOldSessions } from './session-store.ts'
