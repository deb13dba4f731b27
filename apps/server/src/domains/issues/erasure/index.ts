/** Deletes issues: unreadable at once, erased by a job. */

export { deleteIssue } from './delete-issue.ts'
export {
  type Erasure,
  erasuresAreDue,
  findErasedSince,
  findErasures,
  findErasuresDue,
  forgetOldErasures,
  markErased,
} from './erasure-store.ts'
