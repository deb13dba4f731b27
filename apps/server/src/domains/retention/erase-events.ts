import type pg from 'pg'
import { type Tx, transactionOn } from '../../db/database.ts'
import { type Erasure, findErasuresDue, markErased } from '../issues/index.ts'
import { findEventsBefore, lockPacksOf, type StoredEvent } from './erase-events-store.ts'
import { deleteEvents, removePack, rewritePack } from './evict-store.ts'
import { keepEntries, placeOf } from './rewrite-pack.ts'

/** Events of one transaction. */
const eventsAtOnce = 1000

/**
 * Removes what is stored of deleted issues: rows, pictures, bodies in packs. Bodies that are still in segments are left
 * behind when those are packed.
 *
 * @returns how many issues' groups it is done with
 */
export async function eraseDeletedGroups(client: pg.PoolClient, isStopping: () => boolean): Promise<number> {
  const due = await findErasuresDue(client)
  for (const [done, erasure] of due.entries()) {
    while (!isStopping() && (await eraseSome(client, erasure)) === eventsAtOnce);
    if (isStopping()) return done
    await markErased(client, erasure)
  }
  return due.length
}

function eraseSome(client: pg.PoolClient, { projectId, groupId, erasedBefore }: Erasure): Promise<number> {
  return transactionOn(client, async (tx) => {
    const events = await findEventsBefore(tx, { projectId, groupId, before: erasedBefore, limit: eventsAtOnce })
    await eraseEvents(tx, projectId, events)
    return events.length
  })
}

/** Removes events of a project, with their pictures and, where they are packed, their bodies. */
export async function eraseEvents(tx: Tx, projectId: number, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  await deleteEvents(
    tx,
    projectId,
    events.map(({ eventId }) => eventId),
  )
  const going = new Set(events.map(placeOf))
  const segmentIds = events.map(({ segmentId }) => segmentId)
  for (const pack of await lockPacksOf(tx, projectId, segmentIds)) {
    const rest = await keepEntries(pack, (entry) => !going.has(placeOf(entry)))
    if (rest === undefined) await removePack(tx, pack)
    else if (rest.eventCount < pack.eventCount) await rewritePack(tx, pack, rest)
  }
}
