import type { BugleEvent } from './event.ts'

/** One less than the twenty an event may carry, which leaves room for `other`. */
const maxReasons = 19

/** Counts unreported events by reason, until an event carries the counts. */
export interface Drops {
  add(reason: string, count?: number): undefined
  /** Counts an event that was to be sent, as often as it stands for, and takes back the counts it carried. */
  addEvent(reason: string, body: string): void
  /** Returns the counts and resets them. */
  take(): NonNullable<BugleEvent['client_drops']>
}

export function createDrops(): Drops {
  let counts = new Map<string, number>()
  const drops: Drops = {
    add(reason, count = 1) {
      const known = counts.has(reason) || counts.size < maxReasons ? reason : 'other'
      counts.set(known, (counts.get(known) ?? 0) + count)
    },
    addEvent(reason, body) {
      const { repeat, client_drops = [] } = JSON.parse(body) as BugleEvent
      drops.add(reason, repeat)
      for (const carried of client_drops) drops.add(carried.reason, carried.count)
    },
    take() {
      const taken = [...counts].map(([reason, count]) => ({ reason, count }))
      counts = new Map()
      return taken
    },
  }
  return drops
}
