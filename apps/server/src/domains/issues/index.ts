/**
 * Owns groups, issues and their counters: what belongs together, how often, since when, in which state. It never
 * looks into an event's body.
 */
export * from './group-store.ts'
export type { IssueRecord } from './issue.ts'
export * from './issue-count-store.ts'
export { findActivity } from './issue-store.ts'
export { getIssue, type IssueDeps, mountIssueRoutes } from './routes.ts'
