/**
 * Decides whether two errors are the same: event → fingerprint, with the reason. Pure and versioned. It never does I/O
 * and ignores release, environment, level, user and tags.
 */
export {
  canonical,
  chainOf,
  droppedOf,
  fingerprintOf,
  type Grouping,
  type GroupingInput,
  groupIdOf,
  groupingOf,
  groupingOfChain,
  groupingVersion,
  groupingWithPositions,
  type PositionedGrouping,
} from './fingerprint.ts'
export { significantCodes } from './message-template.ts'
export { type ChainedException, exactGroupOf, innerGroupOf, programFile } from './positions.ts'
export { sha256 } from './sha256.ts'
export { limitWork } from './work-limit.ts'
