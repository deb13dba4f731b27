/**
 * Owns the counts of what became of events that were not stored: refused by the server, or dropped by a client, by
 * reason and hour. Nobody else writes them.
 */

export { DropLedger } from './drop-ledger.ts'
export { type ClientDropCount, countClientDrops, type DropRow, findDrops } from './drop-store.ts'
