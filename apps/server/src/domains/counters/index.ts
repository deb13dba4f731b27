/**
 * Owns the counters of groups and issues: events, users, tags and days. Writes each batch in key order, so that locks never
 * cross. It never decides to which issue a group belongs.
 */

export { groupKey } from './group-key.ts'
export {
  addGroupUsers,
  type CountedGroup,
  countDaysOfKnownGroups,
  countGroupDays,
  countGroups,
  countGroupsSince,
  countGroupTags,
  type DayCount,
  findKnownGroups,
  findTagValues,
  type GroupCount,
  type GroupUser,
  groupHours,
  groupsOfIssue,
  insertGroups,
  type NewGroup,
  type NewUsers,
  onlyTotals,
  type TagCount,
  totalId,
} from './group-store.ts'
export {
  addIssueUsers,
  type CountedIssue,
  countIssues,
  findIssuesByGroup,
  type IssueText,
  insertIssues,
  type NewIssue,
  updateIssueTexts,
} from './issue-count-store.ts'
export {
  findGroupsKeeping,
  findGroupsOfUser,
  hideTags,
  removeUser,
  replaceBoundaryEvents,
  type TagOfGroup,
} from './person-erasure-store.ts'
export { anonymousIdOf, userKeyOf } from './user-key.ts'
