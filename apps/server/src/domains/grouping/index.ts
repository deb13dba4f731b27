/**
 * Decides whether two errors are the same: event → fingerprint, with the reason. Pure and versioned. It never does I/O
 * and ignores release, environment, level, user and tags.
 */
export {
  canonical,
  droppedOf,
  fingerprintOf,
  type Grouping,
  type GroupingInput,
  groupIdOf,
  groupingOf,
  groupingVersion,
} from './fingerprint.ts'
export { significantCodes } from './message-template.ts'
export { limitWork } from './work-limit.ts'
