import { expect, it } from 'vitest'
import { DiskRoom } from '../src/domains/ingest/disk-room.ts'
import { growthSharesOf, sharesOf } from '../src/lib/fair-share.ts'

// Twenty gigabytes in memory: the decisions are the server's, the disk is simulated.

const gigabyte = 1024 ** 3
const megabyte = 1024 ** 2
const maxBytes = 20 * gigabyte
const evictAbove = maxBytes * 0.85
/**
 * Bytes per second that arrive at most and that are packed, and the share of an attacker's data that remains: rows and
 * titles.
 */
const [arriving, packed, rowShare] = [200 * megabyte, 30 * megabyte, 0.003]
const measureEveryMs = 5000

interface Tenant {
  id: number
  /** Bytes in packs, which can be evicted, in segments, and in data that always remains. */
  packs: number
  segments: number
  rows: number
  sends: number
  lost: number
  refused: number
}

const tenant = (id: number, change: Partial<Tenant>): Tenant => ({
  ...{ id, packs: 0, segments: 0, rows: 0, sends: 0, lost: 0, refused: 0 },
  ...change,
})
const takes = ({ packs, segments, rows }: Tenant) => packs + segments + rows

/**
 * Simulates an hour of attackers who send as much as they can, next to victims who send little and have much stored.
 */
async function simulate(tenants: Tenant[]): Promise<void> {
  const usesOf = () => tenants.map((one) => ({ projectId: one.id, organizationId: `${one.id}`, bytes: takes(one) }))
  const usedOf = () => tenants.reduce((sum, one) => sum + takes(one), 0)
  let measuredAt = 0
  const room = new DiskRoom({
    read: async () => {
      const { shares, newcomer } = growthSharesOf(usesOf(), evictAbove)
      const used = usedOf()
      return {
        ...{ measuredAt, hasRoom: used < maxBytes * 0.95, usedBytes: used, maxBytes, shareBytes: newcomer },
        projects: tenants.map((one) => ({ projectId: one.id, usedBytes: takes(one), shareBytes: shares.get(one.id)! })),
      }
    },
  })
  for (let second = 1; second <= 3600; second++) {
    const wanted = tenants.reduce((sum, { sends }) => sum + sends, 0)
    const part = Math.min(1, arriving / wanted)
    for (const one of tenants) {
      const bytes = one.sends > megabyte ? one.sends * part : one.sends
      if (room.refusalFor(one.id) !== undefined) one.refused += 1
      else {
        one.segments += bytes
        room.note(new Map([[one.id, bytes]]))
      }
    }
    pack(tenants, usedOf() > evictAbove ? packed : 0)
    if ((second * 1000) % measureEveryMs === 0) {
      evict(tenants, usesOf(), usedOf())
      measuredAt = second
    }
    if (second % 2 === 0) await room.refresh()
  }
  room.close()
}

/** Packs the oldest data first, of which every tenant has a share. */
function pack(tenants: Tenant[], bytes: number): void {
  const all = tenants.reduce((sum, { segments }) => sum + segments, 0)
  for (const one of tenants) {
    const moved = Math.min(one.segments, (one.segments / (all || 1)) * bytes)
    one.segments -= moved
    one.rows += moved * rowShare
    one.packs += moved * (1 - rowShare)
  }
}

function evict(tenants: Tenant[], uses: Parameters<typeof sharesOf>[0], used: number): void {
  const shares = sharesOf(uses, evictAbove)
  if (used <= evictAbove) return
  for (const one of tenants) {
    const gone = Math.min(one.packs, Math.max(0, takes(one) - shares.get(one.id)!))
    one.packs -= gone
    one.lost += gone
  }
}

it.each([
  { attackers: 1, victims: 1 },
  { attackers: 1, victims: 10 },
  { attackers: 10, victims: 10 },
  { attackers: 1, victims: 100 },
  { attackers: 100, victims: 10 },
])('$attackers attackers take nothing from $victims victims below the fair share', async (counts) => {
  const fair = evictAbove / (counts.attackers + counts.victims)
  const victims = Array.from({ length: counts.victims }, (_, id) =>
    tenant(id, { packs: fair * 0.5, sends: Math.min(20_000, (fair * 0.3) / 3600) }),
  )
  const attackers = Array.from({ length: counts.attackers }, (_, index) =>
    tenant(1000 + index, { sends: 17 * megabyte }),
  )
  await simulate([...victims, ...attackers])
  expect(victims.map(({ lost }) => lost)).toEqual(victims.map(() => 0))
  // A single attacker is slower than packing: its data is evicted as fast as it arrives.
  if (counts.attackers > 1) expect(attackers.some(({ refused }) => refused > 0)).toBe(true)
  // Requests of victims that found the disk full, of 3,600 each: SDKs retry them.
  expect(Math.max(...victims.map(({ refused }) => refused))).toBe(0)
})
