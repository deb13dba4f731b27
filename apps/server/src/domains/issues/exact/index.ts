/**
 * Exact groups: events of generated code at the same positions, below the key group that people see. They hold the
 * counters, so that a source map that arrives late moves them to other issues with every count exact.
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
  type NewExactGroup,
  noteFailedAttempt,
  noteWaiting,
  wakeAwaiting,
} from './exact-group-store.ts'
export { type OpenedGroup, openExactGroups } from './open-groups.ts'
export { type Resolution, repairGroups } from './repair-groups.ts'
export { findStack, type StoredStack, wakeResolved } from './resolved-stack-store.ts'
export { type RepairUndo, undoRepair } from './undo-repair.ts'
