import { describe, expect, it } from 'vitest'
import { type Budget, budgets } from '../src/db/byte-owners.ts'
import { ArtifactSpace } from '../src/domains/artifacts/index.ts'
import { decideBudgets } from '../src/domains/retention/budget-policy.ts'
import type { Owner } from '../src/lib/fair-share.ts'
import { FreeSpace } from '../src/lib/free-space.ts'

// Twenty gigabytes in memory: the decisions are the server's, the disk is simulated.

const gigabyte = 1024 ** 3
const megabyte = 1024 ** 2
const sizes = { maxBytes: 20 * gigabyte, artifactBytes: 4 * gigabyte, objectBytes: 40 * gigabyte }
const sizeOf: Record<Budget, number> = {
  events: sizes.maxBytes,
  artifacts: sizes.artifactBytes,
  health: sizes.maxBytes * 0.1,
  outcomes: sizes.maxBytes * 0.02,
  records: sizes.maxBytes * 0.05,
  objects: sizes.objectBytes,
}
/**
 * Bytes per second that arrive at most and that are packed, and the share of an attacker's events that remains: rows and
 * titles.
 */
const [arriving, packed, rowShare] = [200 * megabyte, 30 * megabyte, 0.003]
const measureEverySeconds = 5
/** Budgets whose rows all go when they are evicted, and those of which a part stays: what people wrote. */
const keptShare: Record<Budget, number> = {
  events: rowShare,
  artifacts: 0.05,
  health: 0,
  outcomes: 0,
  records: 0.5,
  objects: rowShare,
}

interface Tenant {
  owner: Owner
  /** Bytes that can be evicted, that cannot yet, and that always remain. */
  evictable: number
  fresh: number
  kept: number
  sends: number
  lost: number
  refused: number
}

const tenant = (owner: Owner, change: Partial<Tenant>): Tenant => ({
  owner,
  evictable: 0,
  fresh: 0,
  kept: 0,
  sends: 0,
  lost: 0,
  refused: 0,
  ...change,
})
const takes = ({ evictable, fresh, kept }: Tenant) => evictable + fresh + kept

/** Simulates attackers who send as much as they can to one budget, next to victims who send little and have much stored. */
async function simulate(budget: Budget, tenants: Tenant[], seconds: number): Promise<void> {
  const usesOf = () => tenants.map((one) => ({ owner: one.owner, organizationId: `${one.owner}`, bytes: takes(one) }))
  const decide = () => {
    const uses = { events: [], artifacts: [], health: [], outcomes: [], records: [], objects: [], [budget]: usesOf() }
    // Objects are on no disk of ours.
    const usedBytes = budget === 'objects' ? 0 : tenants.reduce((sum, one) => sum + takes(one), 0)
    return decideBudgets({ usedBytes, uses }, sizes)
  }
  let now = 0
  let measuredAt = 0
  let decision = decide()
  const room = new FreeSpace({
    clock: () => now * 1000,
    read: async () => ({
      measuredAt,
      ageMs: (now - measuredAt) * 1000,
      ...decision.states.find((state) => state.budget === budget)!,
    }),
  })
  await room.refresh()
  const artifacts = new ArtifactSpace({
    maxBytes: sizes.artifactBytes,
    clock: () => now * 1000,
    measure: async () => usesOf(),
  })
  for (now = 1; now <= seconds; now++) {
    const wanted = tenants.reduce((sum, { sends }) => sum + sends, 0)
    const part = Math.min(1, arriving / wanted)
    for (const one of tenants) {
      const bytes = one.sends > megabyte ? one.sends * part : one.sends
      const isRefused =
        budget === 'artifacts'
          ? !(await artifacts.take(one.owner, bytes))
          : // Counts of outcomes are bounded by their names alone.
            budget !== 'outcomes' && room.refusalFor(one.owner) !== undefined
      if (isRefused) one.refused += 1
      else {
        one.fresh += bytes
        room.note(new Map([[one.owner, bytes]]))
      }
    }
    age(budget, tenants)
    if (now % measureEverySeconds === 0) {
      decision = decide()
      for (const surplus of decision.surpluses) {
        const one = tenants.find(({ owner }) => owner === surplus.owner)!
        const gone = Math.min(one.evictable, surplus.bytes)
        one.evictable -= gone
        one.lost += gone
      }
      decision = decide()
      measuredAt = now
    }
    if (now % 2 === 0) await room.refresh()
  }
  room.close()
}

/** Makes fresh bytes evictable: rows at once, events as they are packed, the oldest first, of which every tenant has a share. */
function age(budget: Budget, tenants: Tenant[]): void {
  const all = tenants.reduce((sum, { fresh }) => sum + fresh, 0)
  for (const one of tenants) {
    const moved = budget === 'events' ? Math.min(one.fresh, (one.fresh / (all || 1)) * packed) : one.fresh
    one.fresh -= moved
    one.kept += moved * keptShare[budget]
    one.evictable += moved * (1 - keptShare[budget])
  }
}

describe.each(budgets)('the budget of %s', (budget) => {
  it.each([
    { attackers: 1, victims: 1 },
    { attackers: 1, victims: 10 },
    { attackers: 10, victims: 10 },
    { attackers: 1, victims: 100 },
    { attackers: 100, victims: 10 },
  ])('keeps $victims victims below their share from $attackers attackers', async (counts) => {
    const fair = (sizeOf[budget] * 0.85) / (counts.attackers + counts.victims)
    const seconds = budget === 'events' ? 3600 : 900
    const victims = Array.from({ length: counts.victims }, (_, id) =>
      tenant(1 + id, { evictable: fair * 0.5, sends: Math.min(20_000, (fair * 0.3) / seconds) }),
    )
    const attackers = Array.from({ length: counts.attackers }, (_, index) =>
      tenant(`attacker ${index}`, { sends: sizeOf[budget] / 400 }),
    )
    await simulate(budget, [...victims, ...attackers], seconds)
    expect(victims.map(({ lost }) => lost)).toEqual(victims.map(() => 0))
    // Each request of a victim, one a second.
    expect(Math.max(...victims.map(({ refused }) => refused))).toBe(0)
    // The attackers pay: they lose what they sent, or are refused.
    for (const one of attackers) expect(one.lost + one.refused).toBeGreaterThan(0)
  })
})
