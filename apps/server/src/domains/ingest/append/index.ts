/** Owns the way of an accepted event to its segment on disk: batches, ids, and groups that are stored already. */
export { type AppendOutcome, Batcher } from './batcher.ts'
export { chooseDerivedId, chooseEventId } from './event-id.ts'
export { appendOwnEvents } from './own-event.ts'
export { prepareEvent } from './prepare-event.ts'
export { StoredGroups } from './stored-groups.ts'
export { type EventWriter, type Outcomes, type Space, type Stores, StoresByProject } from './stores.ts'
