/** Records changes of issues: activity, undo steps and comments. */

export {
  type Activity,
  type ActivityRow,
  evictActivity,
  findActivityOf,
  findRegressedRelease,
  getActivity,
  moveActivity,
  recordActivities,
  recordActivity,
} from './activity-store.ts'
export { addComment } from './comment.ts'
export {
  forgetOldUndos,
  hasUndo,
  keepSharedUndos,
  keepUndo,
  takeUndo,
  undoIdOfKey,
  withdrawUndo,
} from './undo-store.ts'
