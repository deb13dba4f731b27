import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { findLargestProjects, measureUsed, writeDiskState } from './disk-store.ts'
import { evictOldest } from './evict.ts'

export interface DiskBudget {
  maxBytes: number
  /** Where the embedded database lives; undefined when its disk is not ours to look at. */
  directory: string | undefined
}

/** Above this share of the budget the oldest events go; above the other nothing more is taken. */
const evictAbove = 0.85
const refuseAbove = 0.95
/** A disk with less free than this would soon be full, whatever the budget says. */
const minFreeBytes = 96 * 1024 * 1024

/**
 * Measures what events take, evicts while it is too much — always of the project that holds most, which is the one
 * furthest above its fair share — and says whether there is room for more.
 *
 * @returns packs evicted
 */
export async function keepBudget(client: pg.PoolClient, { maxBytes, directory }: DiskBudget): Promise<number> {
  let used = await measureUsed(client)
  let evicted = 0
  while (used > maxBytes * evictAbove) {
    const [largest, second] = await findLargestProjects(client, 2)
    if (largest === undefined) break
    const surplus = Math.max(largest.storedBytes - (second?.storedBytes ?? 0), largest.storedBytes * 0.05)
    const packs = await evictOldest(client, largest.projectId, Math.min(surplus, used - maxBytes * evictAbove))
    if (packs === 0) break
    evicted += packs
    used = await measureUsed(client)
  }
  const hasRoom = used < maxBytes * refuseAbove && (await freeBytes(directory)) > minFreeBytes
  await writeDiskState(client, hasRoom, used)
  return evicted
}

async function freeBytes(directory: string | undefined): Promise<number> {
  if (directory === undefined) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
