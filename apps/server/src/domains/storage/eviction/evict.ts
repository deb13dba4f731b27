import { type Connection, type Tx, transactionOn } from '../../../db/database.ts'
import {
  deleteEvents,
  deleteScreenshotsAndAttachments,
  findAgedPacks,
  findEventsAround,
  findOldestPacks,
  findPrunedPacks,
  type PackRow,
  prunePack,
  removePacks,
} from './evict-store.ts'
import { pruneBody } from './prune-body.ts'
import { entriesOf, keepEntries, locationOf } from './rewrite-pack.ts'

/** Packs of one transaction. */
const packsAtOnce = 20

export interface Evicted {
  packs: number
  /** Bytes freed. */
  bytes: number
}

/** Bytes to remove, and a callback for unreadable packs. */
export interface EvictOptions {
  bytes: number
  onDamaged: (packId: number) => void
}

/**
 * Removes events older than the retention, pack by pack. The first and the latest event of each group stay, pruned, in
 * a pack reduced to them; counters do not change.
 *
 * @returns the number of packs handled; 0 means that nothing is due
 */
export function evictAged(client: Connection, before: Date, onDamaged: (packId: number) => void): Promise<number> {
  return transactionOn(client, async (tx) => {
    const packs = await findAgedPacks(tx, before, packsAtOnce)
    for (const pack of packs) await reduce(tx, pack, onDamaged)
    return packs.length
  })
}

/** Removes about `bytes` from the oldest packs of a project. */
export function evictOldest(client: Connection, projectId: number, options: EvictOptions): Promise<Evicted> {
  return transactionOn(client, async (tx) => {
    const packs = await findOldestPacks(tx, projectId, packsAtOnce)
    return evictFrom(packs, options, (pack) => reduce(tx, pack, options.onDamaged))
  })
}

/** Removes the bodies of the oldest events that are kept beyond the others; their rows and titles stay. */
export function evictKept(client: Connection, projectId: number, options: EvictOptions): Promise<Evicted> {
  return transactionOn(client, async (tx) => {
    const packs = await findPrunedPacks(tx, projectId, packsAtOnce)
    return evictFrom(packs, options, async (pack) => {
      await removePacks(tx, projectId, [pack.id])
      return pack.storedBytes
    })
  })
}

/** Evicts packs until enough bytes are free. @param evict returns the bytes that it freed */
async function evictFrom(
  packs: readonly PackRow[],
  { bytes }: EvictOptions,
  evict: (pack: PackRow) => Promise<number>,
): Promise<Evicted> {
  const done: Evicted = { packs: 0, bytes: 0 }
  for (const pack of packs) {
    if (done.bytes >= bytes) break
    done.bytes += await evict(pack)
    done.packs += 1
  }
  return done
}

/** Reduces a pack to the pruned events that stay, or removes it if none does. @returns the bytes freed */
async function reduce(tx: Tx, pack: PackRow, onDamaged: (packId: number) => void): Promise<number> {
  const locations = new Set(entriesOf(pack).map(locationOf))
  const events = (await findEventsAround(tx, pack)).filter((event) => locations.has(locationOf(event)))
  const removed = events.filter((event) => !event.isKept)
  const staying = events.filter((event) => event.isKept)
  await deleteEvents(
    tx,
    pack.projectId,
    removed.map((event) => event.eventId),
  )
  await deleteScreenshotsAndAttachments(
    tx,
    pack.projectId,
    staying.map((event) => event.eventId),
  )
  const kept = new Set(staying.map(locationOf))
  const rest = await keepEntries(pack, (entry) => kept.has(locationOf(entry)), { change: pruneBody, onDamaged })
  if (rest === undefined) await removePacks(tx, pack.projectId, [pack.id])
  else await prunePack(tx, pack, rest)
  return pack.storedBytes - (rest === undefined ? 0 : rest.payload.length + rest.directory.length)
}
