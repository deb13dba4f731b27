/**
 * Owns the live updates that open pages have not read yet: which issues changed, in the order of commits. It never sends
 * them, and writes nothing while nobody listens.
 */

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
