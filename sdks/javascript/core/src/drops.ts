import type { BugleEvent } from './event.ts'

/** One less than the twenty an event may carry, which leaves room for `other`. */
const maxReasons = 19

/** Counts of unreported events by reason, until an event carries them. */
export class Drops {
  #counts = new Map<string, number>()

  add(reason: string, count = 1): undefined {
    const known = this.#counts.has(reason) || this.#counts.size < maxReasons ? reason : 'other'
    this.#counts.set(known, (this.#counts.get(known) ?? 0) + count)
  }

  /** Counts an event that was to be sent, as often as it stands for, and takes back the counts it carried. */
  addEvent(reason: string, body: string): void {
    const { repeat = 1, client_drops = [] } = JSON.parse(body) as BugleEvent
    this.add(reason, repeat)
    for (const carried of client_drops) this.add(carried.reason, carried.count)
  }

  /** Returns the counts and resets them. */
  take(): NonNullable<BugleEvent['client_drops']> {
    const taken = [...this.#counts].map(([reason, count]) => ({ reason, count }))
    this.#counts.clear()
    return taken
  }
}
