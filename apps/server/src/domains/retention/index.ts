/**
 * Owns how long and how tightly events are kept: packing, retention, the disk budget, erasure. It never changes a
 * counter, and it never takes the first or the latest event of a group.
 */
export { readHasRoom } from './disk-store.ts'
export { Maintenance, type MaintenanceResult } from './maintenance.ts'
export { mountPeopleRoutes } from './people-routes.ts'
export { choresChannel } from './people-store.ts'
