/** Moves groups between issues, by merge, unmerge and their undo, with exact counters. */

export { mergeIssues, unmergeGroups } from './merge.ts'
export { lockGroups, type RegroupUndo, undoRegroup } from './regroup.ts'
export { countSharedUsers, findGroups, findIssuesOfGroups, type GroupRow, listGroups } from './regroup-store.ts'
