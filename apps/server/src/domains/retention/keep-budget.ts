import { statfs } from 'node:fs/promises'
import type { Budget } from '../../db/byte-owners.ts'
import { type Connection, transactionOn } from '../../db/database.ts'
import type { Owner } from '../../lib/fair-share.ts'
import type { ObjectPayloads } from '../objects/index.ts'
import {
  type Evicted,
  type EvictOptions,
  evictKept,
  evictOldest,
  measureDisk,
  writeDiskState,
} from '../storage/index.ts'
import { type BudgetDecision, type BudgetSizes, decideBudgets } from './budget-policy.ts'
import { evictRecords } from './evict-records.ts'

/** Removes about `bytes` of the oldest of what counts against a budget. @returns the bytes that it freed */
export type Evict = (client: Connection, owner: Owner, bytes: number) => Promise<number>

export interface DiskBudget extends BudgetSizes {
  /** Evictions that domains above this one bring along; those of artifacts have rules of their own. */
  evict: Record<'health' | 'outcomes', Evict>
  evictArtifacts: (client: Connection) => Promise<unknown>
  /** Directory of the embedded database; undefined if the database is on another machine. */
  directory: string | undefined
}

/** Free space below which the disk counts as full, whatever the budget. */
const minFreeBytes = 96 * 1024 * 1024

export interface BudgetRound {
  /** Number of packs evicted or pruned. */
  evicted: number
  /** Whether more events are stored than the budget allows. */
  isOver: boolean
  /** Whether the disk or a budget may be full soon, or is: it is measured more often then. */
  isTight: boolean
}

/**
 * Measures the stored data and makes room in the budgets that are exceeded; see `decideBudgets`. Then records which owners
 * may still grow, and how far.
 */
export async function keepBudget(
  client: Connection,
  budget: DiskBudget & { objects: ObjectPayloads; hasAccounts: boolean },
  onDamaged: (packId: number) => void,
): Promise<BudgetRound> {
  const evictions: Partial<Record<Budget, Evict>> = { ...budget.evict, records: evictRecords(budget) }
  await budget.evictArtifacts(client)
  const before = await publishDecision(client, budget)
  let evicted = 0
  let freed = 0
  for (const { budget: name, owner, bytes } of before.surpluses) {
    const evict = evictions[name]
    if (evict !== undefined) freed += await evict(client, owner, bytes)
    else if (name === 'events' || name === 'objects')
      evicted += (
        await giveUp(client, Number(owner), {
          bytes,
          objects: budget.objects,
          ofObjects: name === 'objects',
          onDamaged,
        })
      ).packs
  }
  const { isOver, isTight } = evicted + freed === 0 ? before : await publishDecision(client, budget)
  return { evicted, isOver, isTight }
}

async function publishDecision(client: Connection, budget: DiskBudget): Promise<BudgetDecision> {
  const began = performance.now()
  const decision = decideBudgets(await measureDisk(client), budget)
  const isFree = (await freeBytes(budget.directory)) > minFreeBytes
  const states = decision.states.map((state) => ({ ...state, hasRoom: isFree && state.hasRoom }))
  await transactionOn(client, (tx) => writeDiskState(tx, states, performance.now() - began))
  return { ...decision, isTight: decision.isTight || !isFree }
}

/** Evicts a project's oldest events, and when none is left that may go, the bodies of its first and latest ones. */
async function giveUp(client: Connection, projectId: number, { bytes, ...options }: EvictOptions): Promise<Evicted> {
  const total: Evicted = { packs: 0, bytes: 0 }
  for (const evict of [evictOldest, evictKept])
    while (total.bytes < bytes) {
      const done = await evict(client, projectId, { bytes: bytes - total.bytes, ...options })
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
