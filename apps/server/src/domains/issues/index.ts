/**
 * Owns groups, issues and their counters: which events belong together, how often they occur, since when, and in which
 * state they are. It never opens an event's body.
 */

export {
  addGroupUsers,
  addIssueUsers,
  anonymousIdOf,
  type CountedGroup,
  type CountedIssue,
  countDaysOfKnownGroups,
  countGroupDays,
  countGroups,
  countGroupsSince,
  countGroupTags,
  countIssues,
  type DayCount,
  findGroupsKeeping,
  findGroupsOfUser,
  findIssuesByGroup,
  findKnownGroups,
  findTagValues,
  type GroupCount,
  type GroupUser,
  groupHours,
  groupsOfIssue,
  hideTags,
  type IssueText,
  insertGroups,
  insertIssues,
  type NewIssue,
  type NewUsers,
  removeUser,
  replaceBoundaryEvents,
  type TagCount,
  type TagOfGroup,
  totalId,
  updateIssueTexts,
  userKeyOf,
} from './counters/index.ts'
export {
  type DeletedGroup,
  findDeletedGroups,
  findGroupsToErase,
  forgetOldDeletedGroups,
  groupsAreDeleted,
  markErased,
} from './deletion/index.ts'
export {
  type AwaitedGroup,
  countExactGroups,
  countStacksOfRelease,
  type DueGroup,
  findDueGroups,
  findExactGroups,
  findKeyCulprits,
  findStack,
  groupsAreDue,
  type NewExactGroup,
  noteFailedAttempt,
  noteWaiting,
  type OpenedGroup,
  openExactGroups,
  type Resolution,
  repairGroups,
  type StoredStack,
  wakeAwaiting,
  wakeResolved,
} from './exact/index.ts'
export {
  evictActivity,
  type FoundLiveUpdates,
  findListening,
  findLiveUpdates,
  findNewestLiveUpdate,
  forgetOldLiveUpdates,
  forgetOldUndos,
  keepListening,
  LiveUpdateSum,
  listenersChannel,
  liveUpdateChannel,
  type ProjectChanges,
  publishLiveUpdate,
} from './history/index.ts'
export { lockGroups } from './merge/index.ts'
export {
  findIssue,
  findIssuesById,
  findProjectTraffic,
  getIssue,
  type IssueDeps,
  type IssueRecord,
  toIssue,
} from './record/index.ts'
export { mountIssues } from './routes/index.ts'
export { type Clause, clausesIn, forgetOldLists } from './search/index.ts'
export {
  addReleaseUsers,
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
