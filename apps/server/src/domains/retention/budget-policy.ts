import type { Budget } from '../../db/byte-owners.ts'
import { growthSharesOf, type Owner, sharesOf, type Use } from '../../lib/fair-share.ts'
import type { DiskState, DiskUse } from '../storage/index.ts'

export interface BudgetSizes {
  /** Bytes of all budgets together. */
  maxBytes: number
  /** Bytes of artifacts, within `maxBytes`. */
  artifactBytes: number
  /** Bytes in the object store, beside `maxBytes`; undefined if there is none. */
  objectBytes: number | undefined
}

/** An owner above its share, and the bytes of its own that have to go. */
export interface Surplus {
  budget: Budget
  owner: Owner
  bytes: number
}

/** Decides on a measurement of the disk. */
export interface BudgetDecision {
  states: DiskState[]
  /** Largest first within each budget, in total no more than has to go. */
  surpluses: Surplus[]
  /** Whether more is stored than all budgets allow together. */
  isOver: boolean
  /** Whether a budget may be full soon, or is. */
  isTight: boolean
}

/** Parts of the disk for what is no event. Events have the rest, and what the others leave. */
const parts = { health: 0.1, outcomes: 0.02, records: 0.05 }
/** Share of a budget above which the oldest is evicted. */
const evictAbove = 0.85
/** Shares above which a budget counts as tight. Artifacts rest at the point from which on they are evicted. */
const tightAbove: Record<Budget, number> = {
  events: 0.8,
  artifacts: 0.95,
  health: 0.8,
  outcomes: 0.8,
  records: 0.8,
  objects: 0.95,
}
/** Share of the disk above which nobody may store more. Until then, there is room for those below their share. */
const fullAbove = 1.1
/** Part of a budget below which the use of an owner is not published; writers treat such owners as new. */
const minPublished = 0.001
const maxPublished = 5000

/**
 * Decides who may store more in each budget, and who has to give up something: owners above their fair share of a budget
 * that is exceeded, down to their share. Nobody else gives anything.
 */
export function decideBudgets(
  { usedBytes, uses }: DiskUse,
  { maxBytes, artifactBytes, objectBytes }: BudgetSizes,
): BudgetDecision {
  const ofEvents = bytesOf(uses.events)
  // Events have all of the disk but what others have stored, which their own budgets bound.
  const events: Measured = {
    budget: 'events' as const,
    uses: uses.events,
    usedBytes,
    maxBytes,
    capacity: maxBytes * evictAbove - Math.max(0, usedBytes - ofEvents),
    excess: usedBytes - maxBytes * evictAbove,
  }
  const rows = (['health', 'outcomes', 'records'] as const).map((name) => partOf(name, uses, maxBytes * parts[name]))
  const objects = objectBytes === undefined ? [] : [partOf('objects', uses, objectBytes)]
  const measured = [...rows, partOf('artifacts', uses, artifactBytes), ...objects, events]
  return {
    states: measured.map((one) => stateOf(one, usedBytes < maxBytes * fullAbove)),
    surpluses: measured.flatMap(surplusesOf),
    isOver: events.excess > 0,
    isTight: measured.some(({ budget, usedBytes: used, maxBytes: max }) => used > max * tightAbove[budget]),
  }
}

interface Measured {
  budget: Budget
  uses: readonly Use[]
  usedBytes: number
  maxBytes: number
  /** Bytes that owners may use together. */
  capacity: number
  /** Bytes above the point at which eviction begins. */
  excess: number
}

function partOf(budget: Budget, all: DiskUse['uses'], maxBytes: number): Measured {
  const uses = all[budget]
  const usedBytes = bytesOf(uses)
  const capacity = maxBytes * evictAbove
  return { budget, uses, usedBytes, maxBytes, capacity, excess: usedBytes - capacity }
}

function stateOf({ budget, uses, usedBytes, maxBytes, capacity }: Measured, hasRoom: boolean): DiskState {
  const { shares, newcomer } = growthSharesOf(uses, capacity)
  const owners = uses
    .filter(({ bytes }) => bytes >= maxBytes * minPublished)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, maxPublished)
    .map(({ owner, bytes }) => ({ owner, usedBytes: bytes, shareBytes: shares.get(owner)! }))
  return { budget, hasRoom, usedBytes, maxBytes, shareBytes: newcomer, owners }
}

function surplusesOf({ budget, uses, capacity, excess }: Measured): Surplus[] {
  if (excess <= 0) return []
  const shares = sharesOf(uses, capacity)
  let left = excess
  return uses
    .map(({ owner, bytes }) => ({ budget, owner, bytes: bytes - shares.get(owner)! }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .map((surplus) => {
      const due = Math.max(0, Math.min(surplus.bytes, left))
      left -= due
      return { ...surplus, bytes: due }
    })
    .filter(({ bytes }) => bytes > 0)
}

function bytesOf(uses: readonly Use[]): number {
  return uses.reduce((sum, { bytes }) => sum + bytes, 0)
}
