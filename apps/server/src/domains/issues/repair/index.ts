/** Moves exact groups to the issues of their resolved stacks, and back. */

export { type Resolution, repairGroups } from './repair-groups.ts'
export { type RepairUndo, undoRepair } from './undo-repair.ts'
