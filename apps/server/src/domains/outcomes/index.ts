/**
 * Owns the counts of what became of events that were not stored: refused by the server, or dropped by a client, by
 * reason and hour. Nobody else writes them.
 */

export { OutcomeCounter } from './outcome-counter.ts'
export {
  type ClientDropCount,
  countClientDrops,
  findOutcomes,
  type OutcomeRow,
  type OutcomeSource,
} from './outcome-store.ts'
