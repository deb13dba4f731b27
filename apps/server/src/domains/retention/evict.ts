import type pg from 'pg'
import { type Tx, transactionOn } from '../../db/database.ts'
import { decodeDirectory } from '../events/index.ts'
import {
  deleteEvents,
  findAgedPacks,
  findEventsAround,
  findOldestPacks,
  type PackRow,
  removePacks,
  thinPack,
} from './evict-store.ts'
import { keepEntries, placeOf } from './rewrite-pack.ts'

/** Packs of one transaction. */
const packsAtOnce = 20

/**
 * Removes what is older than the retention allows, pack by pack. The first and the latest event of each group stay,
 * in a pack that is thinned to them; counters are not touched.
 *
 * @returns how many packs it dealt with; 0 means that nothing is due
 */
export function evictAged(client: pg.PoolClient, before: Date): Promise<number> {
  return transactionOn(client, async (tx) => evictAll(tx, await findAgedPacks(tx, before, packsAtOnce)))
}

/** Removes the oldest packs of a project, down to about `bytes` less. */
export function evictOldest(client: pg.PoolClient, projectId: number, bytes: number): Promise<number> {
  return transactionOn(client, async (tx) => {
    const packs = await findOldestPacks(tx, projectId, packsAtOnce)
    let freed = 0
    const due = packs.filter((pack) => {
      const isDue = freed < bytes
      freed += pack.storedBytes
      return isDue
    })
    return evictAll(tx, due)
  })
}

async function evictAll(tx: Tx, packs: readonly PackRow[]): Promise<number> {
  for (const pack of packs) await evict(tx, pack)
  return packs.length
}

async function evict(tx: Tx, pack: PackRow): Promise<void> {
  const places = new Set(decodeDirectory(pack.directory).map(placeOf))
  const events = (await findEventsAround(tx, pack)).filter((event) => places.has(placeOf(event)))
  const going = events.filter((event) => !event.isKept)
  await deleteEvents(
    tx,
    pack.projectId,
    going.map((event) => event.eventId),
  )
  const staying = new Set(events.filter((event) => event.isKept).map(placeOf))
  const rest = await keepEntries(pack, (entry) => staying.has(placeOf(entry)))
  if (rest === undefined) await removePacks(tx, pack.projectId, [pack.id])
  else await thinPack(tx, pack, rest)
}
