/**
 * Owns the outcomes of events that were not stored: counts of those refused by the server and of those dropped by an SDK,
 * by reason and hour. Nobody else writes them.
 */

export { OutcomeCounter } from './outcome-counter.ts'
export {
  addOutcomes,
  type ClientDropCount,
  countClientDrops,
  evictOutcomes,
  findOutcomes,
  isLoss,
  type OutcomeRow,
} from './outcome-store.ts'
