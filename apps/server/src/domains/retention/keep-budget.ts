import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Budget } from '../../db/byte-owners.ts'
import { transactionOn } from '../../db/database.ts'
import { growthSharesOf, sharesOf, type Use } from '../../lib/fair-share.ts'
import {
  type DiskState,
  type DiskUse,
  type Evicted,
  evictKept,
  evictOldest,
  measureDisk,
  writeDiskState,
} from '../storage/index.ts'

/** Removes about `bytes` of the oldest of what counts against a budget. @returns the bytes that it freed */
export type Evict = (client: pg.PoolClient, projectId: number, bytes: number) => Promise<number>

export interface DiskBudget {
  /** Bytes of all budgets together. */
  maxBytes: number
  /** Bytes of artifacts, within `maxBytes`; they are evicted by their own rules. */
  artifactBytes: number
  evict: Partial<Record<Budget, Evict>>
  /** Directory of the embedded database; undefined if the database is on another machine. */
  directory: string | undefined
}

/** Parts of the disk for what is no event. Events have the rest, and what the others leave. */
const parts = { health: 0.1, outcomes: 0.02, records: 0.05 }
/** Shares of a budget above which the oldest is evicted, and above which it counts as tight. */
const evictAbove = 0.85
const tightAbove = 0.8
/** Free space below which the disk counts as full, whatever the budget. */
const minFreeBytes = 96 * 1024 * 1024
/** Part of a budget below which the use of a project is not published; writers treat such projects as new. */
const minPublished = 0.001
const maxPublished = 5000

export interface BudgetRound {
  /** Number of packs evicted or pruned. */
  evicted: number
  /** Whether more events are stored than the budget allows. */
  isOver: boolean
  /** Whether the disk or a budget may be full soon, or is: it is measured more often then. */
  isTight: boolean
}

/**
 * Measures the stored data and makes room in the budgets that are exceeded: projects above their fair share give up their
 * oldest, down to their share. No other project gives anything. Then records which projects may still grow, and how far.
 */
export async function keepBudget(
  client: pg.PoolClient,
  budget: DiskBudget,
  onDamaged: (packId: number) => void,
): Promise<BudgetRound> {
  const before = await publishState(client, budget)
  const { isTight } = before
  let evicted = 0
  let isChanged = false
  for (const { name, surpluses } of before.tables)
    for (const { projectId, surplus } of surpluses)
      isChanged = (await budget.evict[name]!(client, projectId, surplus)) > 0 || isChanged
  for (const { projectId, surplus } of surplusesOf(before))
    evicted += (await giveUp(client, projectId, { bytes: surplus, onDamaged })).packs
  if (evicted === 0 && !isChanged) return { evicted, isOver: before.excess > 0, isTight }
  const after = await publishState(client, budget)
  return { evicted, isOver: after.excess > 0, isTight: after.isTight }
}

interface Surplus {
  projectId: number
  surplus: number
}

interface Measured {
  uses: readonly Use[]
  /** Bytes that projects may use together. */
  capacity: number
  /** Bytes above the point at which eviction begins. */
  excess: number
  isTight: boolean
  /** Budgets that are rows of tables, with the projects above their share. */
  tables: { name: Budget; surpluses: Surplus[] }[]
}

async function publishState(client: pg.PoolClient, budget: DiskBudget): Promise<Measured> {
  const { maxBytes, artifactBytes } = budget
  const use = await measureDisk(client)
  const isFree = (await freeBytes(budget.directory)) > minFreeBytes
  const events = eventsBudget(use, maxBytes)
  const sizes = { ...partsOf(maxBytes), artifacts: artifactBytes }
  const others = Object.entries(sizes).map(([name, max]) => budgetOf(name as Budget, use.uses[name as Budget], max))
  const states = [events, ...others].map(({ state }) => ({ ...state, hasRoom: isFree && state.hasRoom }))
  await transactionOn(client, (tx) => writeDiskState(tx, states))
  return {
    uses: use.uses.events,
    capacity: events.capacity,
    excess: use.usedBytes - maxBytes * evictAbove,
    isTight: states.some(({ budget: name, hasRoom, usedBytes, maxBytes: most }) =>
      name === 'artifacts' ? !isFree : !hasRoom || usedBytes > most * tightAbove,
    ),
    tables: others
      .filter(({ state }) => budget.evict[state.budget] !== undefined)
      .map(({ state, capacity }) => ({
        name: state.budget,
        surpluses: surplusesOf({ uses: use.uses[state.budget], capacity, excess: state.usedBytes - capacity }),
      })),
  }
}

interface BudgetState {
  state: DiskState
  capacity: number
}

/** Returns the bytes of the budgets of what is no event. */
export function partsOf(maxBytes: number): Record<keyof typeof parts, number> {
  return { health: maxBytes * parts.health, outcomes: maxBytes * parts.outcomes, records: maxBytes * parts.records }
}

/** Returns the budget of events: all of the disk but what others have stored, which their own budgets bound. */
function eventsBudget({ usedBytes, uses }: DiskUse, maxBytes: number): BudgetState {
  const ofEvents = uses.events.reduce((sum, { bytes }) => sum + bytes, 0)
  const capacity = maxBytes * evictAbove - Math.max(0, usedBytes - ofEvents)
  return { state: stateOf('events', uses.events, { usedBytes, maxBytes, capacity }), capacity }
}

function budgetOf(name: Budget, uses: readonly Use[], maxBytes: number): BudgetState {
  const usedBytes = uses.reduce((sum, { bytes }) => sum + bytes, 0)
  const capacity = maxBytes * evictAbove
  return { state: stateOf(name, uses, { usedBytes, maxBytes, capacity }), capacity }
}

function stateOf(
  budget: Budget,
  uses: readonly Use[],
  { usedBytes, maxBytes, capacity }: { usedBytes: number; maxBytes: number; capacity: number },
): DiskState {
  const { shares, newcomer } = growthSharesOf(uses, capacity)
  const projects = uses
    .filter(({ bytes }) => bytes >= maxBytes * minPublished)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, maxPublished)
    .map(({ projectId, organizationId, bytes }) => ({
      ...{ projectId, organizationId, usedBytes: bytes },
      shareBytes: shares.get(projectId)!,
    }))
  return { budget, hasRoom: usedBytes < maxBytes, usedBytes, maxBytes, shareBytes: newcomer, projects }
}

/** Returns the excess of each project over its share, largest first, in total no more than has to go. */
function surplusesOf({ uses, capacity, excess }: Pick<Measured, 'uses' | 'capacity' | 'excess'>): Surplus[] {
  if (excess <= 0) return []
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
