/**
 * Owns payloads outside of the database: where a payload is, the deletions that wait, the sweep of orphans, and moves in both directions.
 * It never decides when any of that runs (retention). A row belongs to its domain, which deletes it and queues its object.
 */

export { type MoveCursor, type MoveStep, type MoveTarget, movePayloads } from './move-payloads.ts'
export {
  allowPauses,
  countDeletions,
  measureObjectsWithin,
  type NamedObject,
  queueDeletions,
  setInstallationId,
} from './named-object-store.ts'
export {
  inRows,
  ObjectPayloads,
  type ObjectsState,
  type PayloadRow,
  type PlacedPayload,
} from './object-payloads.ts'
export { countMovable, countObjects, takeObjectsOfProject } from './object-row-store.ts'
export {
  headBytes,
  isObjectTable,
  type ObjectTable,
  objectTables,
  type PayloadColumns,
  payloadColumnsOf,
} from './object-tables.ts'
export { readPayloads } from './read-payloads.ts'
export { deleteObjects, type Sweep, sweepOrphans } from './sweep-objects.ts'
