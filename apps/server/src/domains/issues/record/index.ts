/** Reads issues: the row, its API form, and whether it is escalating. */

export { escalatingIssues, findEscalatable, findEscalating } from './escalation-store.ts'
export { findIssueKeysOf, getIssue, type IssueDeps, readAgain, showIssue, showIssuesOf } from './get-issue.ts'
export { type IssueRecord, newForMs, personOf, type StoredGrouping, toGroupingView, toIssue } from './issue.ts'
export {
  countStatuses,
  findIssue,
  findIssues,
  findIssuesById,
  findProjectTraffic,
  findSparklines,
  findTagCounts,
  type SparklineWindow,
  shortIdsOf,
} from './issue-store.ts'
export { markEscalating } from './mark-escalating.ts'
export { findPastEscalations } from './past-escalations.ts'
