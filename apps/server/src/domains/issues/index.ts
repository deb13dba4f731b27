/**
 * Owns issues: which groups belong together, in which state an issue is, who decided that, and the list that people see.
 * It never counts an event, which `counters` do, and never opens the body of one.
 */

export {
  findDeletedGroups,
  findGroupsToErase,
  forgetOldDeletedGroups,
  groupsAreDeleted,
  markErased,
} from './deletion/index.ts'
export { evictActivity, forgetOldUndos, recordActivities } from './history/index.ts'
export { lockGroups } from './merge/index.ts'
export {
  findIssue,
  findIssuesById,
  findPastEscalations,
  findProjectTraffic,
  getIssue,
  type IssueDeps,
  type IssueRecord,
  showIssuesOf,
  toIssue,
} from './record/index.ts'
export { type Resolution, repairGroups } from './repair/index.ts'
export { mountIssues } from './routes/index.ts'
export { type Clause, clausesIn, findEscalatingOf, findMatchingOf, forgetOldLists, toFilter } from './search/index.ts'
export {
  addReleaseUsers,
  assignByRule,
  clearAssignee,
  knownUsers,
  type ReleaseUser,
  type Reopened,
  reopenExpiredSnoozes,
  reopenIssues,
  resolveByItself,
  snoozesHaveExpired,
} from './state/index.ts'
export { forgetViewsNaming } from './views/index.ts'
