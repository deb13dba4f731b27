/** An issue as it is read: its row, its view in the API, and whether it is escalating. */

export { escalatingIssues } from './escalation-store.ts'
export { findIssueKeysOf, getIssue, type IssueDeps, showIssue } from './get-issue.ts'
export { type IssueRecord, newForMs, personOf, type StoredGrouping, toGroupingView, toIssue } from './issue.ts'
export {
  countStatuses,
  findActivity,
  findIssue,
  findIssues,
  findIssuesById,
  findSparklines,
  findTagCounts,
  type SparklineWindow,
  shortIdsOf,
} from './issue-store.ts'
export { hourOf, markEscalating } from './mark-escalating.ts'
