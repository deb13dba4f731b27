/** Moves groups between issues, by merge, unmerge and their undo, with exact counters. */

export { mergeIssues, unmergeGroups } from './merge.ts'
export { lockGroups, type RegroupUndo, regroup, undoRegroup } from './regroup.ts'
export {
  findGroups,
  findIssuesOfGroups,
  type GroupRow,
  listGroups,
  type Move,
  pinGroups,
  readSnapshots,
  type StatsSnapshot,
} from './regroup-store.ts'
