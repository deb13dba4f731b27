/** Records changes of issues: activity, undo steps, comments and live updates for open pages. */

export {
  type Activity,
  type ActivityRow,
  evictActivity,
  findActivityOf,
  getActivity,
  moveActivity,
  recordActivities,
  recordActivity,
} from './activity-store.ts'
export { addComment } from './comment.ts'
export { type IssueKey, LiveUpdateSum, type ProjectChanges } from './live-update.ts'
export {
  type FoundLiveUpdates,
  findListening,
  findLiveUpdates,
  findNewestLiveUpdate,
  forgetOldLiveUpdates,
  keepListening,
  listenersChannel,
  liveUpdateChannel,
  publishLiveUpdate,
  publishUpdated,
} from './live-update-store.ts'
export { forgetOldUndos, keepSharedUndos, keepUndo, takeUndo, withdrawUndo } from './undo-store.ts'
