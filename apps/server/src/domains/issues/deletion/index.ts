/** Deletes issues: unreadable at once, erased by a job. */

export { deleteIssue } from './delete-issue.ts'
export {
  findDeletedGroups,
  findDeletedSince,
  findGroupsToErase,
  forgetOldDeletedGroups,
  groupsAreDeleted,
  markErased,
} from './deleted-group-store.ts'
