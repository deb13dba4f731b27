import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { transactionOn } from '../../db/database.ts'
import {
  type DiskState,
  type Evicted,
  evictKept,
  evictOldest,
  growthSharesOf,
  measureUsed,
  measureUses,
  sharesOf,
  type Use,
  writeDiskState,
} from '../storage/index.ts'

export interface DiskBudget {
  maxBytes: number
  /** Directory of the embedded database; undefined if the database is on another machine. */
  directory: string | undefined
}

/** Shares of the budget above which the oldest events are evicted, and above which ingest refuses. */
const evictAbove = 0.85
const refuseAbove = 0.95
const tightAbove = 0.8
/** Free space below which the disk counts as full, whatever the budget. */
const minFreeBytes = 96 * 1024 * 1024
/** Projects that use less than this are not published; ingest treats them as new. */
const minPublishedBytes = 256 * 1024
const maxPublished = 5000

export interface BudgetRound {
  /** Number of packs evicted or pruned. */
  evicted: number
  /** Whether more is stored than the budget allows. */
  isOver: boolean
  /** Whether the disk may be full soon, or is: it is measured more often then. */
  isTight: boolean
}

/**
 * Measures the stored data and makes room if it exceeds the budget: projects above their fair share give up their
 * oldest events, then the bodies kept beyond those, down to their share. No other project gives anything. Then records
 * which projects may still grow, and how far.
 */
export async function keepBudget(
  client: pg.PoolClient,
  budget: DiskBudget,
  onDamaged: (packId: number) => void,
): Promise<BudgetRound> {
  const before = await publishState(client, budget)
  const { isTight } = before
  if (before.excess <= 0) return { evicted: 0, isOver: false, isTight }
  let evicted = 0
  for (const { projectId, surplus } of surplusesOf(before)) {
    const done = await giveUp(client, projectId, { bytes: surplus, onDamaged })
    evicted += done.packs
  }
  if (evicted === 0) return { evicted, isOver: true, isTight }
  const after = await publishState(client, budget)
  return { evicted, isOver: after.excess > 0, isTight }
}

interface Measured {
  uses: Use[]
  /** Bytes that projects may use together. */
  capacity: number
  /** Bytes above the point at which eviction begins. */
  excess: number
  isTight: boolean
}

async function publishState(client: pg.PoolClient, { maxBytes, directory }: DiskBudget): Promise<Measured> {
  const used = await measureUsed(client)
  const uses = await measureUses(client)
  const ofProjects = uses.reduce((sum, { bytes }) => sum + bytes, 0)
  // Bytes outside any project: catalogs, indexes, accounts.
  const capacity = maxBytes * evictAbove - Math.max(0, used - ofProjects)
  const { shares, newcomer } = growthSharesOf(uses, capacity)
  const hasRoom = used < maxBytes * refuseAbove && (await freeBytes(directory)) > minFreeBytes
  const projects = uses
    .filter(({ bytes }) => bytes >= minPublishedBytes)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, maxPublished)
    .map(({ projectId, bytes }) => ({ projectId, usedBytes: bytes, shareBytes: shares.get(projectId)! }))
  const state: DiskState = { hasRoom, usedBytes: used, maxBytes, shareBytes: newcomer, projects }
  await transactionOn(client, (tx) => writeDiskState(tx, state))
  return { uses, capacity, excess: used - maxBytes * evictAbove, isTight: !hasRoom || used > maxBytes * tightAbove }
}

/** Returns the excess of each project over its share, largest first, in total no more than has to go. */
function surplusesOf({ uses, capacity, excess }: Measured): { projectId: number; surplus: number }[] {
  const shares = sharesOf(uses, capacity)
  let left = excess
  return uses
    .map(({ projectId, bytes }) => ({ projectId, surplus: bytes - shares.get(projectId)! }))
    .filter(({ surplus }) => surplus > 0)
    .sort((a, b) => b.surplus - a.surplus)
    .map(({ projectId, surplus }) => {
      const due = Math.max(0, Math.min(surplus, left))
      left -= due
      return { projectId, surplus: due }
    })
    .filter(({ surplus }) => surplus > 0)
}

/** Evicts a project's oldest events, and when none is left that may go, the bodies of its first and latest ones. */
async function giveUp(
  client: pg.PoolClient,
  projectId: number,
  { bytes, onDamaged }: { bytes: number; onDamaged: (packId: number) => void },
): Promise<Evicted> {
  const total: Evicted = { packs: 0, bytes: 0 }
  for (const evict of [evictOldest, evictKept])
    while (total.bytes < bytes) {
      const done = await evict(client, projectId, { bytes: bytes - total.bytes, onDamaged })
      if (done.packs === 0) break
      total.packs += done.packs
      total.bytes += done.bytes
    }
  return total
}

/** Whether the disk may be full soon, whoever fills it. Asks no database. */
export async function isDiskNearlyFull(directory: string | undefined): Promise<boolean> {
  return (await freeBytes(directory)) < 2 * minFreeBytes
}

async function freeBytes(directory: string | undefined): Promise<number> {
  if (directory === undefined) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
