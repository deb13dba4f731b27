import { type Connection, type Tx, transactionOn } from '../../../db/database.ts'
import type { ObjectPayloads } from '../../objects/index.ts'
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
import { entriesOf, keepEntries, locationOf, placeContents } from './rewrite-pack.ts'

/** Bytes of the row of an event with its index entries, about: docs/benchmarks.md has 290 to 360. */
const eventRowBytes = 300
/** Packs of one transaction. With an object store it is one: what an earlier one deleted must not be locked while the store is asked. */
const packsAtOnce = 20

function limitOf({ hasStore }: ObjectPayloads): number {
  return hasStore ? 1 : packsAtOnce
}

export interface Evicted {
  packs: number
  /** Bytes freed. */
  bytes: number
}

/** Bytes to remove, and a callback for unreadable packs. */
export interface EvictOptions {
  bytes: number
  objects: ObjectPayloads
  /** Whether the bytes of objects count, and those of rows do not. */
  ofObjects: boolean
  onDamaged: (packId: number) => void
}

/**
 * Removes events older than the retention, pack by pack. The first and the latest event of each group stay, pruned, in
 * a pack reduced to them; counters do not change.
 *
 * @returns the number of packs handled; 0 means that nothing is due
 */
export function evictAged(
  client: Connection,
  before: Date,
  options: Pick<EvictOptions, 'objects' | 'onDamaged'>,
): Promise<number> {
  return transactionOn(client, async (tx) => {
    const packs = await findAgedPacks(tx, before, limitOf(options.objects))
    for (const pack of packs) await reduce(tx, pack, options)
    return packs.length
  })
}

/** Removes about `bytes` from the oldest packs of a project. */
export function evictOldest(client: Connection, projectId: number, options: EvictOptions): Promise<Evicted> {
  return transactionOn(client, async (tx) => {
    const packs = await findOldestPacks(tx, projectId, {
      limit: limitOf(options.objects),
      inObjects: options.ofObjects,
    })
    return evictFrom(packs, options, (pack) => reduce(tx, pack, options))
  })
}

/** Removes the bodies of the oldest events that are kept beyond the others; their rows and titles stay. */
export function evictKept(client: Connection, projectId: number, options: EvictOptions): Promise<Evicted> {
  return transactionOn(client, async (tx) => {
    const packs = await findPrunedPacks(tx, projectId, {
      limit: limitOf(options.objects),
      inObjects: options.ofObjects,
    })
    return evictFrom(packs, options, async (pack) => {
      await removePacks(tx, projectId, [pack.id])
      return { rows: pack.storedBytes, objects: pack.objectBytes }
    })
  })
}

/** Bytes freed in the database and in the object store. */
interface Freed {
  rows: number
  objects: number
}

/** Evicts packs until enough bytes are free. @param evict returns the bytes that it freed */
async function evictFrom(
  packs: readonly PackRow[],
  { bytes, ofObjects }: EvictOptions,
  evict: (pack: PackRow) => Promise<Freed>,
): Promise<Evicted> {
  const done: Evicted = { packs: 0, bytes: 0 }
  for (const pack of packs) {
    if (done.bytes >= bytes) break
    const freed = await evict(pack)
    done.bytes += ofObjects ? freed.objects : freed.rows
    done.packs += 1
  }
  return done
}

/** Reduces a pack to the pruned events that stay, or removes it if none does. @returns the bytes freed */
async function reduce(
  tx: Tx,
  pack: PackRow,
  { objects, onDamaged }: Pick<EvictOptions, 'objects' | 'onDamaged'>,
): Promise<Freed> {
  const locations = new Set(entriesOf(pack).map(locationOf))
  const events = (await findEventsAround(tx, pack)).filter((event) => locations.has(locationOf(event)))
  const removed = events.filter((event) => !event.isKept)
  const staying = events.filter((event) => event.isKept)
  // The store is asked before rows are locked: digest waits for one whose event is sent again.
  const kept = new Set(staying.map(locationOf))
  const source = { db: tx, objects }
  const contents = await keepEntries(pack, (entry) => kept.has(locationOf(entry)), {
    ...source,
    change: pruneBody,
    onDamaged,
  })
  const rest = await placeContents(source, pack.projectId, contents)
  const files = [
    await deleteEvents(
      tx,
      pack.projectId,
      removed.map((event) => event.eventId),
    ),
    await deleteScreenshotsAndAttachments(
      tx,
      pack.projectId,
      staying.map((event) => event.eventId),
    ),
  ]
  if (rest === undefined) await removePacks(tx, pack.projectId, [pack.id])
  else await prunePack(tx, pack, rest)
  const left = rest === undefined ? 0 : rest.payload.length + rest.directory.length
  const ofEvents = removed.length * eventRowBytes
  return {
    rows: pack.storedBytes - left + ofEvents + files.reduce((sum, { rowBytes }) => sum + rowBytes, 0),
    objects: pack.objectBytes - (rest?.objectBytes ?? 0) + files.reduce((sum, { objectBytes }) => sum + objectBytes, 0),
  }
}
