import type { BugleEvent } from './event.ts'

/** Beside `other`; an event takes twenty. */
const mostReasons = 19

/** What was not reported, by reason, until an event takes the news along. */
export class Drops {
  #counts = new Map<string, number>()

  add(reason: string, count = 1): undefined {
    const known = this.#counts.has(reason) || this.#counts.size < mostReasons ? reason : 'other'
    this.#counts.set(known, (this.#counts.get(known) ?? 0) + count)
  }

  /** An event that was to be sent: it counts as often as it stands for, and the news it carried go with another. */
  addEvent(reason: string, body: string): void {
    const { repeat = 1, client_drops = [] } = JSON.parse(body) as BugleEvent
    this.add(reason, repeat)
    for (const carried of client_drops) this.add(carried.reason, carried.count)
  }

  /** Hands the counts over. */
  take(): NonNullable<BugleEvent['client_drops']> {
    const taken = [...this.#counts].map(([reason, count]) => ({ reason, count }))
    this.#counts.clear()
    return taken
  }
}
