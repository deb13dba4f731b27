/** Changes the status of issues: decisions, snoozes, resolutions, and reopening by events. */

export { clearAssignee } from './assignment-store.ts'
export { assignByRule, changeIssues, type DecisionUndo, resolveByItself, undoDecision } from './change-issues.ts'
export type { ResolvedIn } from './issue-state.ts'
export { addReleaseUsers, knownUsers, type ReleaseUser } from './release-store.ts'
export { type Reopened, reopenExpiredSnoozes, reopenIssues } from './reopen-issues.ts'
export { type Assignee, findAssignees, snoozesHaveExpired } from './state-store.ts'
