/**
 * Owns the answer to «is this the same error?»: event → fingerprint, with the reason. Pure and versioned.
 * It never does I/O and never looks at release, environment, level, user or tags.
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
export { meaningOf } from './message-template.ts'
export { limitWork } from './work-limit.ts'
