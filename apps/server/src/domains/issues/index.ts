/**
 * Owns groups, issues and their counters: what belongs together, how often, since when, in which state. It never
 * looks into an event's body.
 */

export { mountActivityRoutes } from './activity-routes.ts'
export { mountChangeRoutes } from './change-routes.ts'
export { type Erasure, findErasures, findErasuresDue, forgetOldErasures, markErased } from './erasure-store.ts'
export { getIssue, type IssueDeps } from './get-issue.ts'
export * from './group-store.ts'
export { mountInsightRoutes } from './insight-routes.ts'
export type { IssueRecord } from './issue.ts'
export * from './issue-count-store.ts'
export { type Clause, clausesIn } from './issue-filter.ts'
export { forgetOldLists } from './issue-list-store.ts'
export { findActivity, findIssue } from './issue-store.ts'
export { type LiveUpdate, LiveUpdateSum, type ProjectChanges } from './live-update.ts'
export * from './live-update-store.ts'
export { mountRegroupRoutes } from './regroup-routes.ts'
export { countSharedUsers } from './regroup-store.ts'
export { addReleaseUsers, knownUsers, type ReleaseUser } from './release-store.ts'
export { type Reopened, reopenExpiredSnoozes, reopenIssues } from './reopen-issues.ts'
export { mountIssueRoutes } from './routes.ts'
export { mountSearchRoutes } from './search-routes.ts'
export { forgetOldUndos } from './undo-store.ts'
export { userKeyOf } from './user-key.ts'
export { mountViewRoutes } from './view-routes.ts'
export { forgetViewsNaming } from './view-store.ts'
