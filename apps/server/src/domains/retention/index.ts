/**
 * Owns when packing, retention, the disk budget and erasure run. It never changes a counter, and it never takes the row
 * of the first or the latest event of a group.
 */

export { eraseCopy } from './erase.ts'
export { projectsAreDeletedIn } from './erase-store.ts'
export {
  choresWait,
  createMaintenance,
  type Housekeeping,
  type Maintenance,
  type MaintenanceResult,
} from './maintenance.ts'
