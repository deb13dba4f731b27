import type pg from 'pg'
import { type Tx, transactionOn } from '../../db/database.ts'
import { decodeDirectory } from '../events/index.ts'
import { type Erasure, findErasuresDue, markErased } from '../issues/index.ts'
import {
  findEventsBefore,
  findEventsOf,
  type GroupEvents,
  lockPacksOf,
  type StoredEvent,
} from './erase-events-store.ts'
import { deleteEvents, type PackRow, removePack, rewritePack } from './evict-store.ts'
import { keepEntries, placeOf } from './rewrite-pack.ts'

/** Events that one transaction looks for, and packs that it rewrites; they are in memory meanwhile. */
const eventsAtOnce = 1000
const packsAtOnce = 32

/**
 * Removes what is stored of deleted issues: rows, pictures, bodies in packs. Bodies that are still in segments are left
 * behind when those are packed.
 *
 * @returns how many issues' groups it is done with
 */
export async function eraseDeletedGroups(client: pg.PoolClient, isStopping: () => boolean): Promise<number> {
  const due = await findErasuresDue(client)
  for (const [done, erasure] of due.entries()) {
    while (!isStopping() && (await eraseSome(client, erasure)));
    if (isStopping()) return done
    await markErased(client, erasure)
  }
  return due.length
}

/** @returns whether there may be more */
function eraseSome(client: pg.PoolClient, { projectId, groupId, erasedBefore }: Erasure): Promise<boolean> {
  const group = { projectId, groupId, before: erasedBefore }
  return transactionOn(client, async (tx) => {
    const events = await findEventsBefore(tx, { ...group, limit: eventsAtOnce })
    if (events.length === 0) return false
    const packs = await lockPacksOf(tx, projectId, segmentsOf(events), packsAtOnce)
    const packed = await findPacked(tx, group, packs)
    const places = new Set(packed.map(placeOf))
    // More packs than are rewritten at once: what is in none of these may be in the others.
    const others = packs.length === packsAtOnce ? [] : events.filter((event) => !places.has(placeOf(event)))
    const going = [...packed, ...others]
    await eraseEvents(tx, projectId, going.length === 0 ? events : going)
    return true
  })
}

/** All of a group that is in these packs, so that each is rewritten once however its events lie in time. */
async function findPacked(tx: Tx, group: GroupEvents, packs: readonly PackRow[]): Promise<StoredEvent[]> {
  if (packs.length === 0) return []
  const entries = packs.flatMap(({ directory }) => decodeDirectory(directory))
  const places = new Set(entries.map(placeOf))
  const events = await findEventsOf(tx, group, segmentsOf(entries))
  return events.filter((event) => places.has(placeOf(event)))
}

const segmentsOf = (events: readonly { segmentId: number }[]) => events.map(({ segmentId }) => segmentId)

/** Removes events of a project, with their pictures and, where they are packed, their bodies. */
export async function eraseEvents(tx: Tx, projectId: number, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  await deleteEvents(
    tx,
    projectId,
    events.map(({ eventId }) => eventId),
  )
  const going = new Set(events.map(placeOf))
  for (const pack of await lockPacksOf(tx, projectId, segmentsOf(events))) {
    const rest = await keepEntries(pack, (entry) => !going.has(placeOf(entry)))
    if (rest === undefined) await removePack(tx, pack)
    else if (rest.eventCount < pack.eventCount) await rewritePack(tx, pack, rest)
  }
}
