/**
 * Owns exact groups: events of generated code at the same positions, below the key group that people see. They hold the
 * counters, so that a source map that arrives late moves them to other issues with every count exact. It never moves them
 * itself: that is the business of `issues`.
 */

export {
  type AwaitedGroup,
  countExactGroups,
  countStacksOfRelease,
  type DueGroup,
  findDueGroups,
  findExactGroups,
  findKeyCulprits,
  groupsAreDue,
  markResolved,
  type NewExactGroup,
  noteFailedAttempt,
  noteWaiting,
  retryNow,
  wakeAwaiting,
} from './exact-group-store.ts'
export { type OpenedGroup, openExactGroups } from './open-groups.ts'
export { findStack, type StoredStack, storeStacks, wakeResolved } from './resolved-stack-store.ts'
